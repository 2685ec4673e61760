// args: -scheme=generic -fno-devirtualize -arch=sm_35
#include "fig4.h"
