// Functions that start parallel regions and return from the middle of loops, switches and nests of
// calls; their callers go on with more regions.
// may-refuse: spmd inspector
#include <stdio.h>

#define N 50

static int data[8][N];

static int find(const int *v, int what)
{
	int at = N;

	#pragma omp parallel for reduction(min: at)
	for (int i = 0; i < N; i++)
		if (v[i] == what && i < at)
			at = i;
	return at;
}

static int fill_until(int *v, int from, int stop)
{
	for (int r = 0; r < 10; r++) {
		#pragma omp parallel for
		for (int i = from; i < N; i++)
			v[i] += i % (r + 2);
		for (int k = r; k < 3; k++) {
			int at = find(v, stop + k);

			if (at < N)
				return at * 10 + r;
			if (k == 2 && v[0] < 0)
				return -1;
		}
	}
	return -2;
}

static void by_kind(int *v, int kind)
{
	switch (kind % 4) {
	case 0:
		if (fill_until(v, 0, 3) < 100)
			return;
		break;
	case 1: {
		#pragma omp parallel for num_threads(5)
		for (int i = 0; i < N; i++)
			v[i]--;
		if (kind > 4)
			return;
	}
		/* falls through */
	case 2:
		v[1] = fill_until(v, 5, 4);
		break;
	default:
		return;
	}
	#pragma omp parallel for
	for (int i = 0; i < N; i++)
		v[i] += 1000;
}

int main(void)
{
	int after[8];

	#pragma omp target teams distribute map(tofrom: data) map(from: after)
	for (int t = 0; t < 8; t++) {
		by_kind(data[t], t);
		after[t] = find(data[t], data[t][7]);
		by_kind(data[t], t + 1);
	}
	for (int t = 0; t < 8; t++)
		printf("%d: %d %d %d %d\n", after[t], data[t][0], data[t][1], data[t][20], data[t][N - 1]);
	return 0;
}
