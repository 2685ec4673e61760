// minicc-args: -w
// args: tests/run/two/old_style.c -w
// Calls of functions without a prototype (C11 6.5.2.2p6), one of another file; results not given.
#include <stdio.h>

#pragma omp declare target
long elsewhere();
struct empty { };
unsigned none() { return 8; }
int maybe(int x)
{
	if (x > 2)
		return;
	return x + 3;
}
float last(float x) { if (x < 0) return; return x / 2; }
int empty(struct empty e, int x, struct empty f) { return x + (int)sizeof e + (int)sizeof f; }
struct empty nothing(int *x)
{
	++*x;
	return (struct empty){ };
}
int sum(int n, int a[n++]) { return a[0] + n; }
int first(n, a) int n, a[]; { return a[n]; }
#pragma omp end declare target

int main(void)
{
	long r[8] = { 0 };

	#pragma omp target map(tofrom: r)
	{
		int a[4] = { 10, 20, 30, 40 }, n = 1;
		void (*never)(void) = 0;
		struct empty e;

		r[0] = elsewhere(5, &a[1], 2.5);
		r[1] = elsewhere(7, &a[2], 0.5f);
		r[2] = none(++n, 1.0);
		maybe(n + 1);
		r[3] = maybe(n) + last(3) * 4;
		e = nothing(&n);
		r[4] = empty(e, n, e);
		r[5] = sum(1, a);
		r[6] = first(1, a);
		if (n > 9)
			never();
		r[7] = n;
	}
	for (int i = 0; i < 8; i++)
		printf("%ld\n", r[i]);
	return 0;
}
