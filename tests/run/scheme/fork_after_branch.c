// A region follows a sequential branch at once: what the master reads and writes in the branch, the
// region changes.
// may-refuse: inspector
#include <stdio.h>

int main(void)
{
	int a[64], out[2] = { 0 }, x = 1;

	for (int i = 0; i < 64; i++)
		a[i] = i;
	for (int odd = 0; odd < 2; odd++) {
		#pragma omp target map(tofrom: a, out, x) firstprivate(odd)
		{
			if (odd) {
				#pragma omp parallel for
				for (int i = 0; i < 64; i++)
					a[i] += 3;
				if (x % 3 != 0)
					out[0] += x;
			}
			#pragma omp parallel for reduction(+: x)
			for (int i = 0; i < 64; i++) {
				x += a[i];
				if (i == 63)
					out[0] += 5;
			}
			out[1] += x;
		}
	}
	printf("%d %d %d\n", out[0], out[1], x);
	return 0;
}
