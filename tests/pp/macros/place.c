#define LINE __LINE__
#define id(x) x
#define two(a,b) b a
__LINE__ LINE id(__LINE__) id(LINE)
__FILE__ __INCLUDE_LEVEL__ __COUNTER__ __COUNTER__ __BASE_FILE__
#line 100
__LINE__ __FILE__
#define N 200
#line N "other\"name.c"
__LINE__ __FILE__
# 300 "third.c"
__LINE__ __FILE__ LINE
#line 7
__LINE__
#include "place.h"
__LINE__ __FILE__ __INCLUDE_LEVEL__
#include "place.h"
#include "once.h"
#include "once.h"
#define WHERE "once.h"
#include WHERE
#define ANGLE <stddef.h>
#include ANGLE
#pragma push_macro("N")
#undef N
#define N 3
N
#pragma pop_macro("N")
N
