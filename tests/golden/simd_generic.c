// args: -arch=sm_70 -simd=generic
#include "simd.h"
