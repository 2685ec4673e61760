// -fdeterministic-reduction: the bits are those of one order, under every scheme, on every device, and
// with teams that arrive from first to last or from last to first.
// minicc-args: -fdeterministic-reduction
// needs-threads: 128
// may-refuse: inspector
#include <stdio.h>

enum { N = 30000, TEAMS = 37, WAITING = 15 };

/* Each team waits for its turn to come.  With atomics the two orders give different bits. */
static double arriving(int first, int step)
{
	double sum = 0;
	int turn = first;

	#pragma omp target teams distribute num_teams(WAITING) thread_limit(32) dist_schedule(static, 1) \
		map(tofrom: turn, sum) reduction(+: sum)
	for (int t = 0; t < WAITING; t++) {
		int now;

		do {
			#pragma omp atomic read
			now = turn;
		} while (now != t);
		sum += t * 7919 % 1000 / 3.0;
		#pragma omp atomic write
		turn = t + step;
	}
	return sum;
}

int main(void)
{
	static double a[N];
	static float f[N];
	double sum = 0.1, array[3] = { 1, 2, 3 }, product = 1, most = -1, team[TEAMS], rows = 0, few = 0;
	float single = 0;
	double _Complex pair = 0.1;
	long count = 5;

	__imag__ pair = -0.05;
	for (int i = 0; i < N; i++) {
		a[i] = (i * 7919 % 1000 - 500) / 3.0 * (i % 13 == 0 ? 1e12 : 1e-3);
		f[i] = (float)a[i];
	}
	#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(96) \
		reduction(+: sum, single, count, pair) reduction(max: most) map(to: a, f) \
		map(tofrom: sum, single, count, pair, most)
	for (int i = 0; i < N; i++) {
		sum += a[i];
		single += f[i];
		__real__ pair += a[i];
		__imag__ pair -= a[i] / 2;
		count += i & 1;
		most = a[i] > most ? a[i] : most;
	}
	printf("%a %a %ld %a %d\n", sum, single, count, most, __real__ pair == sum && __imag__ pair == -sum / 2);
	#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(64) \
		reduction(+: array[:3]) reduction(*: product) map(to: a) map(tofrom: array, product)
	for (int i = 0; i < N; i++) {
		array[i % 3] += a[i];
		product *= 1 + a[i] * 1e-18;
	}
	printf("%a %a %a %a\n", array[0], array[1], array[2], product);
	/* masters of teams; threads within teams, again and again; teams that do not fill their warps */
	#pragma omp target teams distribute num_teams(TEAMS) thread_limit(64) reduction(+: rows) \
		map(to: a) map(from: team) map(tofrom: rows)
	for (int t = 0; t < TEAMS; t++) {
		double own = 0;

		#pragma omp parallel for num_threads(64) reduction(+: own)
		for (int i = t; i < N; i += TEAMS)
			own += a[i];
		team[t] = own;
		rows += own * 3;
	}
	double all = 0;
	for (int t = 0; t < TEAMS; t++)
		all += team[t];
	printf("%a %a\n", rows, all);
	#pragma omp target teams distribute parallel for num_teams(TEAMS) thread_limit(45) num_threads(45) \
		reduction(+: few) map(to: a) map(tofrom: few)
	for (int i = 0; i < N; i++)
		few += a[i];
	printf("%a\n", few);
	few = 0;
	#pragma omp target map(to: a) map(tofrom: few)
	#pragma omp parallel num_threads(64)
	for (int r = 0; r < 5; r++) {
		#pragma omp for reduction(+: few) nowait
		for (int i = r; i < N; i += 5)
			few += a[i];
	}
	printf("%a\n", few);
	printf("%a %a\n", arriving(0, 1), arriving(WAITING - 1, -1));
	return 0;
}
