// args: -scheme=switch -arch=sm_35
#include "fig4.h"
