#define ONE 1
#define f(x) x
#if ONE && !defined(TWO) && defined ONE && (2 > 1 ? 3 : 1/0)
a1
#else
a2
#endif
#if 0
don't "care /* at all
*/ #else
#elif -1 > 0u
b1
#elif (-1 >> 1) == -1 && (~0u >> 63) == 1 && 'a' == 97 && '\377' < 0 && 'ab' == 24930
b2
#elif 1
b3
#endif
#ifdef __has_include
#if __has_include(<stdio.h>) && !__has_include("no such file") && f(f(1))
c1
#endif
#endif
#if 10000000000 * 10000000000 != 0 && 0x7fffffffffffffff + 1 < 0
d1
#endif
#ifndef ONE
# if 1
e1
# else
e2
# endif
#else
# if 0
# elif 1
e3
# elif 1
e4
# else
e5
# endif
#endif
#if 1 ? 0 : 1
#elif 0 || 2 ^ 3 & 1 | 4
g1
#endif
#if 0 && (1 / 0)
#elif 1 || (1 % 0)
h1
#endif
#if -9223372036854775807 - 1 < 0 && (5 - 6u) > 0 && -5 / 2 == -2 && -5 % 3 == -2
i1
#endif
#if defined f && f(0) == 0 && undefined_name == 0
j1
#endif
#if __has_attribute(noreturn) && __has_attribute(__packed__) && !__has_attribute(nonsense)
k1
#endif
#if __has_builtin(__builtin_expect) && !__has_builtin(__builtin_nonsense)
l1
#endif
