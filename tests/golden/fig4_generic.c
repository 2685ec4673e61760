// args: -scheme=generic -arch=sm_35
#include "fig4.h"
