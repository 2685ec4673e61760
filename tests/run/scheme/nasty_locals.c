// Variables of the sequential part: private to the master across regions, arrays and structs with
// indices known at run time, pointers into them, arrays of variable length, volatile ones.
// may-refuse: inspector
// needs-threads: 128
#include <stdio.h>
#include <omp.h>

#define N 50

struct pair { int x; double y; };

#pragma omp declare target
static int collatz(int n)
{
	int steps = 0;

	while (n > 1 && steps < 200) {
		n = n % 2 ? 3 * n + 1 : n / 2;
		steps++;
	}
	return steps;
}

static void swap(int *a, int *b)
{
	int t = *a;
	*a = *b;
	*b = t;
}
#pragma omp end declare target

int main(void)
{
	static int data[N], out[32];
	static double dout[8];

	#pragma omp target map(tofrom: data, out, dout)
	{
		int history[8] = { 0 }, n = 0, left = 3, right = 4;
		struct pair p = { 1, 0.5 }, q;
		volatile int watched = 0;
		int *slot = &history[2];

		for (int round = 0; round < 6; round++) {
			int limit = collatz(round + 9);

			history[n++ % 8] += limit;
			#pragma omp parallel for num_threads(round * 9 + 1)
			for (int i = 0; i < N; i++)
				data[i] += limit + i;
			if (history[(round * 3) % 8] > data[round]) {
				*slot += 100;
				p.x += round;
			} else {
				slot = &history[(data[round] & 7)];
				p.y *= 1.5;
			}
			watched += data[N - 1];
			if (round % 2)
				swap(&left, &right);
			q = p;
			q.x += left;
			#pragma omp parallel num_threads(left + 30)
			{
				#pragma omp single
				out[round] = omp_get_num_threads() + q.x;
			}
			dout[round] = q.y + p.y;
			if (watched > 1000000)
				break;
		}
		int scratch[n + 2];
		for (int i = 0; i < n + 2; i++)
			scratch[i] = history[i % 8] * i;
		#pragma omp parallel for
		for (int i = 0; i < N; i++)
			data[i] -= i;
		for (int i = 0; i < n + 2; i++)
			out[8 + i] = scratch[n + 1 - i];
		out[20] = watched;
		out[21] = left * 10 + right;
		out[22] = *slot;
	}
	for (int i = 0; i < 32; i++)
		printf("%d ", out[i]);
	for (int i = 0; i < 6; i++)
		printf("%g ", dout[i]);
	long sum = 0;
	for (int i = 0; i < N; i++)
		sum = sum * 31 % 1000003 + data[i];
	printf("%ld\n", sum);
	return 0;
}
