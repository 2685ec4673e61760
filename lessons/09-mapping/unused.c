/*
 * Figure 9 of Tiotto et al. 2020 in C, with scalars as its temporaries: maps and copies that a compiler can
 * spare.
 *
 * Usage: unused.  `unused` is mapped both ways and not used; fp and the other scalars are firstprivate, by
 * clause or by rule.  Figure 10's proxy has more of both.
 */
#include "verdict.h"

int
main(void)
{
	static float unused[1024];
	float input = 3, fp = input * input, scale = 2, shift = 1, res = 0;

	#pragma omp target map(tofrom: res, unused) firstprivate(fp)
	res = scale * (res + fp) + shift;
	return verdict("unused", (res != 19) + (unused[0] != 0) + (unused[1023] != 0), 3);
}
