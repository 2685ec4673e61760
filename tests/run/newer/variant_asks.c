// declare variant that asks target_device, a condition for device code alone, in clauses and bounds; odd base functions.
#include <stdio.h>
#include <omp.h>

int mode = 1;
int twice(int x) { return 2 * x; }
#pragma omp begin declare variant match(device={kind(nohost)}, user={condition(mode > 1)})
int twice(int x) { return 3 * x; }
#pragma omp end declare variant

static int on_gpu(int x) { return x + 100; }
static int on_cpu(int x) { return x + 200; }
#pragma omp declare variant(on_gpu) match(target_device={kind(gpu)}, user={condition(x > 3)})
#pragma omp declare variant(on_cpu) match(target_device={kind(host)})
static int where(int x) { return x; }

int (*table(int n))(int);
int (*table_yes(int n))(int) { (void)n; return twice; }
#pragma omp declare variant(table_yes) match(user={condition(n == 2)})
int (*table(int n))(int) { (void)n; return where; }

static double sum(int n, int m, double a[n][m])
{
	double s = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < m; k++)
			s += a[i][k];
	return s;
}
#pragma omp declare variant(sum) match(user={condition(m > 1 && a[0][1] > 2)})
static double corner(int n, int m, double a[n][m])
{
	return a[n - 1][m - 1];
}

static int larger(int n) { return 4 * n; }
#pragma omp declare variant(larger) match(user={condition(n > 2)})
static int size(int n) { return n; }

static void in_clauses(void)
{
	int a[100] = { 0 }, *p = a, s = 0;

	#pragma omp target teams num_teams(size(3)) map(tofrom: p[0:size(size(3))], s) if(size(3) == 12)
	#pragma omp distribute parallel for reduction(+: s) num_threads(size(1))
	for (int i = 0; i < size(12); i++) {
		p[i] = i;
		s++;
	}
	printf("%d %d %d\n", s, a[47], a[11]);
	#pragma omp target teams distribute parallel for map(from: a[:size(5)]) thread_limit(size(8))
	for (int i = size(1); i < size(5); i += size(2))
		a[i] = size(i);
	printf("%d\n", a[9]);
	s = 0;
	#pragma omp parallel for reduction(+: s) schedule(static, size(3)) if(size(5) == 20)
	for (int i = size(0); i < size(12); i += size(3) / 6)
		s += size(i);
	printf("%d\n", s);
}

int main(void)
{
	double d[2][3] = { { 1, 2.5, 3 }, { 4, 5, 6 } }, s = 0;
	int r[4] = { 0 };

	for (mode = 1; mode < 3; mode++) {
		#pragma omp target map(tofrom: r)
		{
			r[0] = twice(5);
			r[1] = where(3);
			r[2] = where(4);
		}
		r[3] = twice(5);
		printf("%d %d %d %d, %d %d\n", r[0], r[1], r[2], r[3], where(3), where(4));
	}
	#pragma omp target map(to: d) map(from: s)
	s = corner(2, 3, d);
	printf("%g %g\n", s, corner(2, 3, d));
	printf("%d %d\n", table(1)(5), table(2)(5));
	in_clauses();
	return 0;
}
