// may-refuse: inspector
// scan in every team's own region, in nests of loops, again and again between other constructs.
#include <stdio.h>

static int a[400];

static unsigned hash(const void *p, unsigned n)
{
	const unsigned char *c = p;
	unsigned h = 1;

	while (n--)
		h = h * 31 + *c++;
	return h;
}

static void rows(void)
{
	int out[6][12][5], totals[6];

	#pragma omp target teams distribute map(from: out, totals) map(to: a)
	for (int r = 0; r < 6; r++) {
		int t = 0;

		#pragma omp parallel num_threads(64)
		{
			for (int again = 0; again < 3; again++) {
				#pragma omp for collapse(2) reduction(inscan, +: t)
				for (int i = 0; i < 12; i++)
					for (int j = 0; j < 5; j++) {
						t += a[r * 60 + i * 5 + j] * (again + 1);
						#pragma omp scan inclusive(t)
						out[r][i][j] = t;
					}
			}
			#pragma omp master
			totals[r] = t;
			#pragma omp barrier
			#pragma omp for reduction(+: t)
			for (int i = 0; i < 100; i++)
				t += i;
			#pragma omp single
			totals[r] += t;
		}
	}
	printf("%08x %08x\n", hash(out, sizeof out), hash(totals, sizeof totals));
}

/* Called through a pointer, and by itself. */
#pragma omp declare target
static int depth(int *v, int n, int again)
{
	int sum = again;

	#pragma omp parallel for reduction(inscan, +: sum)
	for (int i = 0; i < n; i++) {
		sum += v[i];
		#pragma omp scan inclusive(sum)
		v[i] = sum % 1000;
	}
	return again ? depth(v, n, again - 1) + sum : sum;
}
#pragma omp end declare target

static void called(void)
{
	int v[90], sum = 0;

	for (int i = 0; i < 90; i++)
		v[i] = i;
	#pragma omp target map(tofrom: v, sum)
	{
		int (*f)(int *, int, int) = depth;

		sum = f(v, 90, 3);
	}
	printf("%d %08x\n", sum, hash(v, sizeof v));
}

/* Beside a simd loop that asks for lanes, which threads that scan cannot have. */
static void lanes(void)
{
	int at[40], rows[40], sum = 0;

	#pragma omp target map(from: at, rows) map(tofrom: sum) map(to: a)
	#pragma omp parallel num_threads(64)
	{
		#pragma omp for
		for (int r = 0; r < 40; r++) {
			int s = 0;

			#pragma omp simd simdlen(8) reduction(+: s)
			for (int i = 0; i < 10; i++)
				s += a[r * 10 + i];
			rows[r] = s;
		}
		#pragma omp for reduction(inscan, +: sum)
		for (int r = 0; r < 40; r++) {
			at[r] = sum;
			#pragma omp scan exclusive(sum)
			sum += rows[r];
		}
	}
	printf("%d %08x\n", sum, hash(at, sizeof at));
}

int main(void)
{
	for (int i = 0; i < 400; i++)
		a[i] = i * 7919 % 1001;
	rows();
	called();
	lanes();
	return 0;
}
