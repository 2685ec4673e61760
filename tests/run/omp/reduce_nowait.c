// One variable as reduction of region after region, nowait in between, in branches that only some
// rounds take; reductions whose loop has no iteration or fewer than threads.
// may-refuse: spmd inspector
#include <stdio.h>

int main(void)
{
	int n = 0, few = 3, big = 1, wrong = 0, out[6];
	unsigned char b = 1, c = 1;
	double d = 1;

	#pragma omp target map(tofrom: n, few, big, b, c, d, wrong) map(from: out)
	{
		for (int r = 0; r < 4; r++) {
			#pragma omp parallel for reduction(+: n) reduction(*: d) num_threads(37)
			for (int i = 0; i < r * 20; i++) {
				n += i;
				if (i == 7)
					d *= 0.5;
			}
			if (r & 1)
				continue;
			#pragma omp parallel num_threads(65)
			{
				#pragma omp for reduction(max: big) nowait
				for (int i = 0; i < few; i++)
					big = i * r > big ? i * r : big;
				#pragma omp for reduction(+: b) reduction(^: c) nowait
				for (int i = 0; i < 100; i++) {
					b += 3;
					c ^= (unsigned char)i;
				}
				#pragma omp for reduction(+: n)
				for (int i = 10; i < few; i++)
					n = -1;
				#pragma omp barrier
				if (b != (unsigned char)(1 + 300 * (r / 2 + 1))) {
					#pragma omp atomic
					wrong++;
				}
				#pragma omp barrier
				if (r == 2) {
					#pragma omp for reduction(-: few)
					for (int i = 0; i < 5; i++)
						few -= 1;
				}
			}
		}
		out[0] = n;
		out[1] = few;
		out[2] = big;
		out[3] = b;
		out[4] = c;
		out[5] = (int)(d * 1000);
	}
	printf("%d %d %d %d %d %d | %d\n", out[0], out[1], out[2], out[3], out[4], out[5], wrong);
	return 0;
}
