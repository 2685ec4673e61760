// may-refuse: inspector
/* What a loop reads and writes at one place stays in a register while the loop runs (pass/loop/invariant.c), unless
 * something else may touch it, or the loop may not run. */
#include <stdio.h>

enum { N = 70, M = 9 };

static double sum[N], other[N], x[N * M], most[N];
static float pairs[2 * N];
static int count[N], rows[N + 1], few[N];
static long mixed[N];

static void
set(void)
{
	for (int i = 0; i < N; i++) {
		sum[i] = i;
		other[i] = -i;
		most[i] = 20;
		count[i] = 3 * i;
		rows[i] = i / 3;
		few[i] = i % 4;
		mixed[i] = i;
		pairs[2 * i] = pairs[2 * i + 1] = (float)i;
	}
	for (int i = 0; i < N * M; i++)
		x[i] = i * 7 % 31;
	rows[N] = N / 3;
}

static void
show(const char *what)
{
	double s = 0;
	long n = 0;

	for (int i = 0; i < N; i++) {
		s = s * 0.5 + sum[i] + 3 * other[i] + 5 * most[i] + 7 * pairs[2 * i] + 11 * pairs[2 * i + 1];
		n = n * 3 + count[i] + 5 * mixed[i];
	}
	printf("%s %.10g %ld\n", what, s, n);
}

#define EACH \
	_Pragma("omp target teams distribute parallel for map(tofrom: sum, other, most, count, mixed, pairs) map(to: x, rows, few)") \
	for (int i = 0; i < N; i++)

int
main(void)
{
	int never = 0;
	double *nowhere = 0;

	set();
	EACH
		for (int k = 0; k < few[i]; k++)
			sum[i] += x[k * N + i];
	show("sums");

	EACH
		for (int k = 0; k < M; k++) {
			sum[i] += x[i * M + k];
			other[i] -= sum[i];
			count[i]++;
		}
	show("three places");

	EACH { /* the second is written to where the first is read */
		for (int k = 0; k < 2; k++) {
			pairs[2 * i] += 1;
			pairs[2 * i + k] *= 3;
		}
	}
	show("may be the same");

	EACH { /* neighbours are not */
		for (int k = 0; k < few[i]; k++) {
			pairs[2 * i] += pairs[2 * i + 1];
			pairs[2 * i + 1] += 2;
		}
	}
	show("neighbours");

	EACH
		for (int k = 0; k < M; k++)
			if (x[i * M + k] > most[i])
				most[i] = x[i * M + k];
	show("at times");

	EACH
		for (int k = 0; k < M; k++) {
			count[i] += k;
			if ((count[i] & 7) == 5)
				break;
			if (count[i] & 1)
				continue;
			count[i] = count[i] * 3 + 1;
		}
	show("ways out");

	EACH
		for (int k = 0; k < few[i]; k++)
			for (int l = 0; l < 3; l++)
				for (int m = 0; m < l; m++)
					count[i] += k * l + m;
	show("nest");

	EACH {
		int k = 0;

		do {
			sum[i] = sum[i] * 0.5 + k;
			((int *)mixed)[2 * i] ^= k; /* half of it */
			mixed[i] += 1L << 33;
		} while (++k < few[i]);
	}
	show("at least once");

	EACH {
		volatile int here = 1;

		for (int k = rows[i]; k < rows[i + 1]; k++) {
			here += k;
			count[i] = here;
		}
	}
	show("rows");

	static signed char low[N];
	static unsigned char byte[2 * N];
	static short half[N];
	static unsigned short word[N];
	static _Bool flag[N];
	#pragma omp target teams distribute parallel for map(tofrom: low, byte, half, word, flag) map(to: few)
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 3 * few[i]; k++) {
			low[i] = low[i] * 3 + 7 * i + k;
			byte[2 * i] += byte[2 * i + 1] * 5 + 60 + k;
			byte[2 * i + 1] ^= byte[2 * i] << 1 | byte[2 * i] >> 7;
			half[i] -= 9000 + low[i] * (half[i] >> 3);
			word[i] = word[i] * 259 + byte[2 * i];
			flag[i] = flag[i] ^ (word[i] > 30000);
		}
	}
	for (int i = 0; i < N; i++) {
		count[i] += low[i] + byte[2 * i] * byte[2 * i + 1] + half[i] + word[i] * 3;
		mixed[i] ^= flag[i];
	}
	show("bytes and halves");

	#pragma omp target map(tofrom: sum) map(to: x)
	for (int k = 0; k < N; k++)
		sum[0] = sum[0] * 0.5 + x[k];
	show("one thread");

	#pragma omp target teams distribute parallel for firstprivate(nowhere) map(tofrom: sum)
	for (int i = 0; i < N; i++)
		for (int k = 0; k < never; k++)
			*nowhere += sum[i];
	show("nowhere");

	#pragma omp target teams num_teams(3) map(tofrom: sum, count) map(to: x)
	#pragma omp distribute
	for (int i = 0; i < N; i++) {
		double team = 0;
		int seen = 0;

		for (int k = 0; k < M; k++)
			team += x[i * M + k];
		#pragma omp parallel for reduction(+: seen)
		for (int k = 0; k < M; k++)
			for (int l = 0; l < k; l++)
				seen += team > l;
		sum[i] += team;
		count[i] += seen;
	}
	show("teams");
	return 0;
}
