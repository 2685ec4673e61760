// Each warp comes to the region's barrier at a place of its own, which is right; check.t then changes
// one of the two.
#include <stdio.h>
#include <omp.h>

enum { N = 64 };

int main(void)
{
	int a[N];
	#pragma omp target map(from: a)
	#pragma omp parallel num_threads(N)
	{
		int me = omp_get_thread_num();
		a[me] = me;
		if (me < 32) {
			#pragma omp barrier
			a[me]++;
		} else {
			#pragma omp barrier
			a[me]--;
		}
	}
	printf("%d\n", a[0]);
	return 0;
}
