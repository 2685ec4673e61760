// if and num_threads with values computed in the region, per team, zero and negative among them after
// clamping by the program; parallel if(0) still binds worksharing.
// may-refuse: spmd inspector
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int v[12][50] = { { 0 } }, sizes[12] = { 0 }, bad = 0;
	long hash = 0;

	#pragma omp target teams distribute map(tofrom: v, sizes)
	for (int t = 0; t < 12; t++) {
		int want = t * 11 % 40 + 1, on = t % 3, got = 0;

		#pragma omp parallel if(on) num_threads(want) shared(got)
		{
			#pragma omp single
			got = omp_get_num_threads();
			#pragma omp for schedule(guided, 3) nowait
			for (int i = 0; i < 50; i++)
				v[t][i] += i * (on + 1);
		}
		sizes[t] = on ? got <= want && got >= 1 : got == 1;
		while (want > 0) {
			#pragma omp parallel for num_threads(want) if(want > 4) schedule(static, 1)
			for (int i = 0; i < want; i++)
				v[t][i % 50] += want;
			want = want / 2 - on;
		}
	}
	for (int t = 0; t < 12; t++) {
		bad += !sizes[t];
		for (int i = 0; i < 50; i++)
			hash = (hash * 31 + v[t][i]) % 1000003;
	}
	printf("%d %ld\n", bad, hash);
	return 0;
}
