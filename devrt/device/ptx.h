/*
 * ptx.h: the intrinsics of the device library's sources.
 *
 * minicc turns each into one PTX instruction (ptxgen/build/builtins.def).  For a host compiler,
 * which builds the same sources to test them, they are defined here.  Not for use in other code.
 */
#ifndef PTX_H
#define PTX_H

#ifdef __minicc__

long __ptx_double_as_long(double);
double __ptx_long_as_double(long);
int __ptx_float_as_int(float);
float __ptx_int_as_float(int);
int __ptx_clz64(long);
unsigned long __ptx_umulhi64(unsigned long, unsigned long);
double __ptx_rcp(double); /* of the upper word, about 20 bits of it right; subnormal counts as 0 */
double __ptx_rsqrt(double);
float __ptx_rcpf(float); /* about 23 bits right, subnormal counts as 0 */
float __ptx_rsqrtf(float);
float __ptx_roughsqrtf(float);
float __ptx_fmasatf(float, float, float); /* of the result what is between 0 and 1; NaN gives 0 */
float __ptx_sinf(float);
float __ptx_cosf(float);
float __ptx_ex2f(float); /* 2^x */
float __ptx_lg2f(float);

#define INLINE inline /* no function on the device: its calls are built in */

#else

#define INLINE

static inline long
__ptx_double_as_long(double x)
{
	union {
		double d;
		long l;
	} u = { x };

	return u.l;
}

static inline double
__ptx_long_as_double(long bits)
{
	union {
		long l;
		double d;
	} u = { bits };

	return u.d;
}

static inline int
__ptx_float_as_int(float x)
{
	union {
		float f;
		int i;
	} u = { x };

	return u.i;
}

static inline float
__ptx_int_as_float(int bits)
{
	union {
		int i;
		float f;
	} u = { bits };

	return u.f;
}

static inline int
__ptx_clz64(long bits)
{
	return bits ? __builtin_clzl((unsigned long)bits) : 64;
}

static inline unsigned long
__ptx_umulhi64(unsigned long a, unsigned long b)
{
	return (unsigned long)((unsigned __int128)a * b >> 64);
}

static inline double
ptx_upper(double x)
{
	long bits = __ptx_double_as_long(x);

	return __ptx_long_as_double(bits & ((bits & 0x7ff0000000000000) ? ~0xffffffffL : 1L << 63));
}

static inline double
__ptx_rcp(double x)
{
	return ptx_upper(1 / ptx_upper(x));
}

static inline double
__ptx_rsqrt(double x)
{
	return ptx_upper(1 / __builtin_sqrt(ptx_upper(x)));
}

static inline float
ptx_flushed(float x)
{
	return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0, x) : x;
}

static inline float
__ptx_rcpf(float x)
{
	return ptx_flushed(1 / ptx_flushed(x));
}

static inline float
__ptx_rsqrtf(float x)
{
	return ptx_flushed(1 / __builtin_sqrtf(ptx_flushed(x)));
}

static inline float
__ptx_roughsqrtf(float x)
{
	return __builtin_sqrtf(ptx_flushed(x));
}

static inline float
__ptx_fmasatf(float a, float b, float c)
{
	float x = __builtin_fmaf(a, b, c);

	return x > 1 ? 1 : x > 0 ? x : 0;
}

static inline float
__ptx_ex2f(float x)
{
	return ptx_flushed(__builtin_exp2f(ptx_flushed(x)));
}

static inline float
__ptx_lg2f(float x)
{
	return ptx_flushed(__builtin_log2f(ptx_flushed(x)));
}

#endif
#endif
