/*
 * Loads that are the same in each iteration move before their loop, but only where there is one:
 * element -1 and the rows of n elements are not there to be read.
 */
#include <stdio.h>

enum { N = 100 };

static double x[N], c[N];
static int trips[N], rows[N];

static void
reset(void)
{
	for (int i = 0; i < N; i++) {
		x[i] = i;
		c[i] = 1 + i % 7;
		trips[i] = i % 5 - 1;
		rows[i] = i % 3 == 0 ? 1 << 28 : i;
	}
}

static void
print(const char *what)
{
	double sum = 0;

	for (int i = 0; i < N; i++)
		sum += x[i] * (i + 1);
	printf("%s %a %a %a\n", what, x[0], x[N - 1], sum);
}

/* A pointer to nowhere, in a loop that does not run. */
static void
none(int k, int n)
{
	#pragma omp target teams distribute parallel for map(tofrom: x) map(to: c[0:n])
	for (int i = 0; i < N; i++) {
		double v = x[i];
		for (int j = 0; j < k; j++)
			v = v * c[i + (1 << 28)] + 0.5;
		x[i] = v;
	}
}

static void
some(void)
{
	#pragma omp target teams distribute parallel for map(tofrom: x) map(to: c, trips, rows)
	for (int i = 0; i < N; i++) {
		double v = x[i];
		int k = rows[i] < N ? trips[i] : 0;
		for (int j = 0; j < k; j++)
			v = v * c[rows[i]] + 0.5;
		x[i] = v;
	}
}

/* The head's own values are used behind the loop, whether it ran or not; one head counts. */
static void
heads(void)
{
	#pragma omp target teams distribute parallel for map(tofrom: x) map(to: c, trips)
	for (int i = 0; i < N; i++) {
		double v = 0;
		int j = 0, left, n = trips[i] + 1;
		while ((left = trips[i] - j) > 0) {
			v += c[i];
			j++;
		}
		while (n-- > 0)
			v += 10 * c[i];
		x[i] += v + 100 * left + 1000 * n;
	}
}

/* Two loops of which either may not run; one that is left from the middle. */
static void
nested(int n)
{
	#pragma omp target teams distribute parallel for map(tofrom: x) map(to: c, trips)
	for (int i = 0; i < N; i++) {
		double v = x[i];
		for (int j = 0; j < trips[i]; j++)
			for (int k = j; k < n; k += 2)
				v += c[j] * c[i];
		for (int k = 0; k < n; k++) {
			if (v > 50)
				break;
			v += c[N - 1 - i];
		}
		x[i] = v;
	}
}

int
main(void)
{
	reset();
	none(0, N);
	none(-3, N);
	print("none");
	some();
	print("some");
	heads();
	print("heads");
	nested(4);
	nested(0);
	print("nested");
	return 0;
}
