/* Target constructs wherever C lets a statement stand, and what the region must leave alone.
 * Checks itself; the same on a device and on the host. For tests/driver/regions.t. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(c) do { if (!(c)) { printf("line %d: %s\n", __LINE__, #c); wrong++; } } while (0)
#define PRAGMA(x) _Pragma(#x)
#define ADD_ONE(v) do { PRAGMA(omp target map(tofrom: v)) v++; } while (0)
#define WIDTH 4

static int wrong;
static int global = 5;
struct pair { int a, b; double c[3]; };
struct list { int n; double *p; };

static void
dangling_else(int c)
{
	int x = 0;

	if (c)
		#pragma omp target map(tofrom: x)
		if (x == 0)
			x = 1;
		else
			x = 3;
	else
		#pragma omp target map(tofrom: x)
		x = 2;
	CHECK(x == (c ? 1 : 2));
}

static void
labels_and_loops(void)
{
	int x = 0, i = 0;

again:
	#pragma omp target map(tofrom: x)
	x += 2;
	if (i++ < 3)
		goto again;
	for (i = 0; i < 3; i++)
		#pragma omp target map(tofrom: x)
		{ x++; }
	do
		#pragma omp target teams distribute parallel for map(tofrom: x) reduction(+: x)
		for (int k = 0; k < 10; k++)
			x += k;
	while (x < 50);
	switch (x) {
	case 56:
		#pragma omp target map(tofrom: x)
		x = -x;
		break;
	default:
		x = 0;
	}
	CHECK(x == -56);
	ADD_ONE(x);
	if (x)
		ADD_ONE(x);
	CHECK(x == -54);
	x = ({ int y = 1;
		#pragma omp target map(tofrom: y)
		y += 41;
		y; });
	CHECK(x == 42);
}

/* Values that travel with the launch: what the region writes to them stays inside. */
static void
firstprivates(int parameter)
{
	int x = 1, y = 2, sum = 0, array[3] = { 1, 2, 3 }, i = 77;
	struct pair s = { 1, 2, { 3, 4, 5 } };
	register int r = 6;
	const int k = 9;

	#pragma omp target map(from: sum) firstprivate(array, s)
	{
		x += 10;
		global += 10;
		parameter += 10;
		array[0] += 10;
		s.a += 10;
		s.c[2] += 10;
		r += 1;
		for (i = 0; i < 3; i++)
			x += 1;
		sum = x + global + parameter + array[0] + array[2] + s.a + (int)s.c[2] + r + k;
	}
	CHECK(sum == 14 + 15 + 14 + 11 + 3 + 11 + 15 + 7 + 9);
	CHECK(x == 1 && global == 5 && parameter == 4 && array[0] == 1 && s.a == 1 && s.c[2] == 5);
	CHECK(r == 6 && i == 77);
	#pragma omp target private(y) map(from: x)
	{
		y = 8;
		x = y;
	}
	CHECK(y == 2 && x == 8);
	#pragma omp target parallel for firstprivate(y) lastprivate(i)
	for (i = 0; i < 10; i++)
		y += i;
	CHECK(y == 2 && i == 10);
}

static void
sections_of_arrays(int n)
{
	double *p = malloc(n * sizeof *p), matrix[6][WIDTH], vla[n][n], sum = 0;
	double (*rows)[WIDTH] = malloc(sizeof(double[6][WIDTH]));

	for (int i = 0; i < n; i++)
		p[i] = i;
	#pragma omp target map(tofrom: p[2:n-4])
	for (int i = 2; i < n - 2; i++)
		p[i] *= 2;
	CHECK(p[1] == 1 && p[2] == 4 && p[n - 3] == 2 * (n - 3) && p[n - 2] == n - 2);
	#pragma omp target map(from: matrix[1:4][0:WIDTH], rows[0:6]) map(from: vla)
	for (int i = 1; i < 5; i++)
		for (int j = 0; j < WIDTH; j++)
			rows[i][j] = matrix[i][j] = vla[i][j] = 10 * i + j;
	CHECK(matrix[4][3] == 43 && rows[1][2] == 12 && vla[3][1] == 31);
	#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) map(to: matrix[1:4])
	for (int i = 1; i < 5; i++)
		for (int j = 0; j < WIDTH; j++)
			sum += matrix[i][j];
	CHECK(sum == 4 * (10 + 20 + 30 + 40) + 4 * 6);
	#pragma omp target map(tofrom: matrix[2][1:2])
	matrix[2][1] = matrix[2][2] = -1;
	CHECK(matrix[2][0] == 20 && matrix[2][1] == -1 && matrix[2][2] == -1 && matrix[2][3] == 23);
	free(p);
	free(rows);
}

static void
members(int n)
{
	struct pair s = { 1, 2, { 3, 4, 5 } }, *ps = &s;
	struct list l = { n, malloc(n * sizeof(double)) }, *pl = &l;

	#pragma omp target map(tofrom: s.a, s.b)
	{
		s.a += 10;
		s.b += s.a;
	}
	CHECK(s.a == 11 && s.b == 13 && s.c[0] == 3);
	#pragma omp target map(tofrom: ps->c[1:2])
	ps->c[1] = ps->c[2] = 8;
	CHECK(s.c[0] == 3 && s.c[1] == 8 && s.c[2] == 8);
	#pragma omp target map(to: l.n) map(from: l.p[0:n])
	for (int i = 0; i < l.n; i++)
		l.p[i] = i;
	CHECK(l.n == n && l.p && l.p[0] == 0 && l.p[n - 1] == n - 1);
	#pragma omp target map(tofrom: pl->n, pl->p[0:n])
	for (int i = 0; i < pl->n; i++)
		pl->p[i] += 1;
	CHECK(l.n == n && l.p[0] == 1 && l.p[n - 1] == n);
	free(l.p);
}

static void
data_regions(int n, int on)
{
	int *a = malloc(n * sizeof *a);

	for (int i = 0; i < n; i++)
		a[i] = 1;
	#pragma omp target data map(tofrom: a[0:n]) if(on)
	{
		#pragma omp target map(a[0:n]) if(target: on)
		for (int i = 0; i < n; i++)
			a[i] += i;
		if (on) {
			#pragma omp target update from(a[0:n])
		}
		#pragma omp target teams distribute parallel for if(on)
		for (int i = 0; i < n; i++)
			a[i] *= 2;
	}
	CHECK(a[0] == 2 && a[n - 1] == 2 * n);
	#pragma omp target enter data map(to: a[0:n]) if(on)
	#pragma omp target if(on)
	a[1] = 100;
	#pragma omp target exit data map(from: a[0:n]) if(on)
	CHECK(a[1] == 100);
	#pragma omp target data map(tofrom: a[0:n]) use_device_ptr(a)
	{
		#pragma omp target is_device_ptr(a)
		a[2] = 200;
	}
	CHECK(a[2] == 200);
	free(a);
}

static int calls;

static int
counted(int value)
{
	calls++;
	return value;
}

static void
evaluated_once(void)
{
	int x[10] = { 0 };

	calls = 0;
	#pragma omp target parallel for map(tofrom: x[0:counted(10)]) if(target: counted(1))
	for (int i = 0; i < 10; i++)
		x[i] = i;
	CHECK(calls == 2 && x[9] == 9);
	calls = 0;
	#pragma omp target map(tofrom: x) if(target: counted(0))
	x[0] = -1;
	CHECK(calls == 1 && x[0] == -1);
}

static void
inside_host_parallel(void)
{
	int results[4] = { 0 };

	#pragma omp parallel for num_threads(2) default(none) shared(results)
	for (int t = 0; t < 4; t++) {
		int s = 0, n = 100;

		#pragma omp target teams distribute parallel for reduction(+: s) map(tofrom: s)
		for (int i = 0; i < n; i++)
			s += i * t;
		#pragma omp target map(tofrom: s)
		{
			n = 0;
			s++;
		}
		results[t] = s + n;
	}
	for (int t = 0; t < 4; t++)
		CHECK(results[t] == 4950 * t + 101);
}

static void
loops_of_all_kinds(void)
{
	int a[20] = { 0 }, n = 10;
	unsigned char count = 0;

	#pragma omp target teams distribute parallel for map(tofrom: a)
	for (int i = n - 1; i >= 0; i -= 3)
		a[i] = 1;
	#pragma omp target parallel for map(tofrom: a)
	for (int *p = &a[10]; p < &a[20]; p += 2)
		*p = 2;
	#pragma omp target teams distribute parallel for reduction(+: count)
	for (unsigned long i = 5; i <= 7; i++)
		count++;
	CHECK(a[9] == 1 && a[8] == 0 && a[0] == 1 && a[10] == 2 && a[11] == 0 && a[18] == 2);
	CHECK(count == 3);
	#pragma omp target teams distribute map(tofrom: a)
	for (int i = n; i < 0; i++)
		a[i] = 7;
	CHECK(a[10] == 2);
}

#pragma omp declare target
static int table[4] = { 1, 2, 3, 4 };
static int
twice(int x)
{
	return 2 * x;
}
#pragma omp end declare target

static void
device_functions(void)
{
	int r = 0, on_host = -1, teams = 0;

	table[1] = 20;
	#pragma omp target update to(table)
	#pragma omp target map(from: r)
	{
		r = twice(table[1]) + table[3];
		table[0] = r;
	}
	#pragma omp target update from(table)
	#pragma omp target teams num_teams(2) map(from: on_host)
	if (omp_get_team_num() == 0)
		on_host = omp_is_initial_device();
	#pragma omp target map(tofrom: teams)
	#pragma omp teams num_teams(2)
	if (omp_get_team_num() == 0)
		teams = omp_get_num_teams() + 0 * omp_get_thread_num();
	CHECK(on_host == (omp_get_num_devices() == 0) && teams >= 1);
	CHECK(r == 44 && table[0] == 44);
}

int
main(void)
{
	dangling_else(0);
	dangling_else(1);
	labels_and_loops();
	firstprivates(4);
	sections_of_arrays(10);
	members(10);
	data_regions(10, 1);
	data_regions(10, 0);
	evaluated_once();
	inside_host_parallel();
	loops_of_all_kinds();
	device_functions();
	puts(wrong ? "wrong" : "right");
	return wrong != 0;
}
