// A struct is mapped with pointers in it, but not what they point to: the one that leads there is named.
// check: bounds
// schemes: spmd generic
// expect: host_member.c:14: kernel 'main_l13
// expect: it is an address of the host: a pointer whose target is not mapped, 's.p[1]' (tests/check/host_member.c:13:33): expected a map of that, like map(tofrom: s.p[1][0:n])
#include <stdio.h>

int main(void)
{
	double values[10] = { 1 };
	struct { int n; double *p[2]; } s = { 10, { values - 9, values } };

	#pragma omp target map(tofrom: s)
	s.p[1][s.n - 1] += 1;
	printf("%g\n", values[9]);
	return 0;
}
