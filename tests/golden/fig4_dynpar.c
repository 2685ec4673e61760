// args: -scheme=dynpar -arch=sm_35
#include "fig4.h"
