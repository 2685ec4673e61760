// args: -scheme=spmd -arch=sm_35
#include "fig4.h"
