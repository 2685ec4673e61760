// single with copyprivate, nowait, in loops, branches and functions; master and masked with values
// that all threads read after a barrier.
// may-refuse: spmd inspector
#include <stdio.h>
#include <omp.h>

struct pair { char c; double d; };

static int orphan(int *calls, int x)
{
	int y = -1;

	#pragma omp single copyprivate(y)
	{
		(*calls)++;
		y = x * 2;
	}
	return y;
}

int main(void)
{
	int once = 0, wrong = 0, calls = 0, shared_value = 0, loose = 0, out[3] = { 0 };

	#pragma omp target parallel num_threads(70) map(tofrom: once, wrong, calls, shared_value, loose)
	{
		int v = -1, arr[4] = { 0 };
		struct pair p = { 'x', 0 };

		for (int r = 0; r < 5; r++) {
			#pragma omp single copyprivate(v, p, arr)
			{
				once++;
				v = r * 11;
				p.c = (char)('a' + r);
				p.d = r * 0.25;
				arr[r % 4] = r;
			}
			if (v != r * 11 || p.c != 'a' + r || p.d != r * 0.25 || arr[r % 4] != r) {
				#pragma omp atomic
				wrong++;
			}
			#pragma omp single nowait
			{
				#pragma omp atomic
				loose++;
			}
			if (orphan(&calls, r + v) != (r + v) * 2) {
				#pragma omp atomic
				wrong++;
			}
			#pragma omp master
			shared_value = r * 100;
			#pragma omp barrier
			if (shared_value != r * 100) {
				#pragma omp atomic
				wrong++;
			}
			#pragma omp barrier
			if (r % 2) {
				#pragma omp single
				shared_value = -1;
				if (shared_value != -1) {
					#pragma omp atomic
					wrong++;
				}
				#pragma omp barrier
			}
		}
	}
	#pragma omp target teams distribute map(tofrom: out)
	for (int t = 0; t < 3; t++) {
		int seen = 0, a = t;

		for (int r = 0; r <= t; r++) {
			#pragma omp parallel firstprivate(a) reduction(max: seen)
			{
				int mine = 0;

				#pragma omp single copyprivate(mine)
				mine = a + r * 10;
				seen = mine;
			}
		}
		out[t] = seen;
	}
	printf("%d %d %d %d %d | %d %d %d\n", once, wrong, calls, shared_value, loose, out[0], out[1], out[2]);
	return 0;
}
