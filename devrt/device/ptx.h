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

#else

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

#endif
#endif
