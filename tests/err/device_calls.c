/* Calls that C lets pass and device code cannot make. */
// error: 22:7: this call passes 0 arguments to a function of 1
// error: 23:8: 'waits' has 1 parameters
// error: 24:18: printf cannot take a struct in device code
// error: 27:60: the device's printf takes at most 32 arguments
#include <stdio.h>

struct s { int a[3]; };
int old();
int waits(k) int k;
{
	#pragma omp barrier
	return k;
}

int f(struct s s)
{
	int n = 0;

	#pragma omp target map(tofrom: n)
	{
		n = old();
		n += waits();
		printf("%d\n", s);
		printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d "
			"%d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
			19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33);
	}
	return n;
}

int old(int a) { return a; }
