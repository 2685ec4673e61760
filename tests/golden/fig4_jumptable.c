// args: -scheme=jumptable -arch=sm_35
#include "fig4.h"
