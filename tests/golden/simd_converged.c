// args: -arch=sm_35 -simd=generic
#include "simd.h"
