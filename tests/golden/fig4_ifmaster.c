// args: -scheme=ifmaster -arch=sm_35
#include "fig4.h"
