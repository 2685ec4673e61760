// Second names of functions and variables of the file (GNU), also before what they stand for.
#include <stdio.h>

#pragma omp declare target
extern int early __attribute__((alias("count")));
int count = 1;
int step(int n) { return count += n; }
int again(int n) __attribute__((alias("step")));
#pragma omp end declare target

int main(void)
{
	int r[3] = { 0 };

	#pragma omp target map(from: r)
	{
		early = 3;
		r[0] = count;
		r[1] = again(4);
		r[2] = early;
	}
	printf("%d %d %d\n", r[0], r[1], r[2]);
	return 0;
}
