// args: -scheme=inspector -arch=sm_35
#include "fig4.h"
