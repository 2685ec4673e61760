/* A message inside a header says who included it. */
#include "bad.h"
int a = 08;
