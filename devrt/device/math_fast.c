/*
 * math_fast.c: functions of float as the hardware approximates them, for device code: what
 * -use_fast_math takes sinf, expf and their kind for.  The names are CUDA's, but for __exp2f.
 */
#include "wide.h"

INLINE float
__sinf(float x)
{
	return __ptx_sinf(x);
}

INLINE float
__cosf(float x)
{
	return __ptx_cosf(x);
}

INLINE void
__sincosf(float x, float *sine, float *cosine)
{
	*sine = __ptx_sinf(x);
	*cosine = __ptx_cosf(x);
}

INLINE float
__tanf(float x)
{
	return __ptx_sinf(x) * __ptx_rcpf(__ptx_cosf(x));
}

INLINE float
__expf(float x)
{
	return __ptx_ex2f(x * (float)LOG2E);
}

INLINE float
__exp2f(float x)
{
	return __ptx_ex2f(x);
}

INLINE float
__exp10f(float x)
{
	return __ptx_ex2f(x * 0x1.a934fp+1f);
}

INLINE float
__logf(float x)
{
	return __ptx_lg2f(x) * (float)LN2;
}

INLINE float
__log2f(float x)
{
	return __ptx_lg2f(x);
}

INLINE float
__log10f(float x)
{
	return __ptx_lg2f(x) * (float)LOG10_2;
}

INLINE float
__powf(float x, float y)
{
	return __ptx_ex2f(y * __ptx_lg2f(x));
}
