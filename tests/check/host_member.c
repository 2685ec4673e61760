// A struct is mapped with a pointer in it, but not what that points to.
// check: bounds
// schemes: spmd generic
// expect: host_member.c:14: kernel 'main_l13
// expect: it is an address of the host: a pointer whose target is not mapped
#include <stdio.h>

int main(void)
{
	double values[10] = { 1 };
	struct { int n; double *p; } s = { 10, values };

	#pragma omp target map(tofrom: s)
	s.p[s.n - 1] += 1;
	printf("%g\n", values[9]);
	return 0;
}
