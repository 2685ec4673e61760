/*
 * Parts of one variable in target tasks that run at once: each has its sections, in any order, between
 * those of others; with and without depend, entered and left by tasks, on as many devices as there are.
 * gcc 12 takes no two sections of one array: nowait_parts.out is what the program prints without OpenMP.
 */
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

enum { PARTS = 12, LEN = 50, N = PARTS * LEN, ROUNDS = 4 };

struct field { double *v; int n, sweeps[PARTS]; };

static int a[N];

static int
device_of(int i)
{
	int n = omp_get_num_devices();

	return n > 0 ? i % n : omp_get_initial_device();
}

static void
fill(void)
{
	for (int i = 0; i < N; i++)
		a[i] = i;
}

static void
report(const char *what)
{
	unsigned sum = 0;

	for (int i = 0; i < N; i++)
		sum = sum * 31 + (unsigned)a[i];
	printf("%s %08x\n", what, sum);
}

static void
one_each(void)
{
	fill();
	for (int p = 0; p < PARTS; p++) {
		int at = p * LEN;

		#pragma omp target nowait map(tofrom: a[at:LEN]) device(device_of(p)) firstprivate(at, p)
		for (int i = 0; i < LEN; i++)
			a[at + i] += p;
	}
	#pragma omp taskwait
	report("one each");
}

/* Sections of each task lie between those of the others, and their order goes round. */
static void
interleaved(void)
{
	fill();
	for (int p = 0; p < 4; p++) {
		int x = (p + 4) * LEN, y = p * LEN, z = (11 - p) * LEN;

		#pragma omp target teams distribute parallel for nowait device(device_of(p)) \
			map(tofrom: a[x:LEN]) map(tofrom: a[y:LEN], a[z:LEN])
		for (int i = 0; i < LEN; i++) {
			a[x + i] += a[y + i];
			a[z + i] -= a[x + i];
			a[y + i] *= 2;
		}
	}
	#pragma omp taskwait
	report("interleaved");
}

/* The same section again and again, in order by its first element; others beside it at any time. */
static void
in_order(void)
{
	fill();
	for (int r = 0; r < ROUNDS; r++)
		for (int p = PARTS - 1; p >= 0; p--) {
			int at = p * LEN, other = (p + PARTS / 2) % PARTS * LEN;

			#pragma omp target nowait depend(inout: a[at]) depend(in: a[other]) \
				map(tofrom: a[at:LEN]) map(to: a[other:LEN]) device(device_of(p % (PARTS / 2)))
			for (int i = 0; i < LEN; i++)
				a[at + i] = a[at + i] * 3 + a[other + i];
		}
	#pragma omp taskwait
	report("in order");
}

/* Read by all, in sections of other begin and length: what they share may be there already or not. */
static void
read_by_all(void)
{
	int sum[PARTS] = { 0 };

	fill();
	for (int p = 0; p < PARTS; p++) {
		int at = p * LEN / 2, n = LEN * (1 + p % 5);

		#pragma omp target nowait map(to: a[at:n]) map(from: sum[p:1]) device(device_of(p))
		{
			sum[p] = 0;
			for (int i = 0; i < n; i++)
				sum[p] += a[at + i];
		}
	}
	#pragma omp taskwait
	for (int p = 0; p < PARTS; p++)
		printf("%d ", sum[p]);
	printf("read\n");
}

static void
entered(void)
{
	fill();
	for (int p = 0; p < PARTS; p++) {
		int at = p * LEN, device = device_of(p);

		#pragma omp target enter data nowait map(to: a[at:LEN]) depend(out: a[at]) device(device)
	}
	for (int p = PARTS - 1; p >= 0; p--) {
		int at = p * LEN, device = device_of(p);

		#pragma omp target nowait map(alloc: a[at:LEN]) depend(inout: a[at]) device(device)
		for (int i = 0; i < LEN; i++)
			a[at + i] += 1000 + p;
	}
	for (int k = 0; k < PARTS; k++) {
		int p = k * 5 % PARTS, at = p * LEN, device = device_of(p);

		#pragma omp target exit data nowait map(from: a[at:LEN]) depend(in: a[at]) device(device)
	}
	#pragma omp taskwait
	report("entered");
}

/* Without depend the tasks come and go in any order; taskwait is between them. */
static void
entered_together(void)
{
	fill();
	for (int p = 0; p < PARTS; p += 2) {
		int x = p * LEN, y = (p + 1) * LEN;

		#pragma omp target enter data nowait map(to: a[y:LEN], a[x:LEN]) device(device_of(p / 2))
	}
	#pragma omp taskwait
	for (int p = 0; p < PARTS; p += 2) {
		int x = p * LEN, y = (p + 1) * LEN;

		#pragma omp target nowait map(alloc: a[x:LEN]) map(alloc: a[y:LEN]) device(device_of(p / 2))
		for (int i = 0; i < LEN; i++)
			a[x + i] += a[y + i];
	}
	#pragma omp taskwait
	for (int p = 0; p < PARTS; p++) {
		int at = p * LEN;

		#pragma omp target exit data nowait map(from: a[at:LEN]) device(device_of(p / 2))
	}
	#pragma omp taskwait
	report("together");
}

/* Members of one structure, and sections of the array that one of them points at. */
static void
members(void)
{
	struct field f = { malloc(N * sizeof(double)), N, { 0 } };
	double sum = 0;

	for (int i = 0; i < N; i++)
		f.v[i] = i;
	for (int p = 0; p < PARTS; p++) {
		int at = p * LEN;

		#pragma omp target nowait map(tofrom: f.sweeps[p:1]) device(device_of(p))
		f.sweeps[p] += p + 1;
		#pragma omp target nowait map(tofrom: f.v[at:LEN]) map(to: f.n) device(device_of(p + 1))
		for (int i = 0; i < LEN; i++)
			f.v[at + i] += f.n;
		#pragma omp taskwait
	}
	for (int i = 0; i < N; i++)
		sum += f.v[i];
	for (int p = 0; p < PARTS; p++)
		sum += f.sweeps[p] << p;
	printf("members %g\n", sum);
	free(f.v);
}

int
main(void)
{
	one_each();
	interleaved();
	in_order();
	read_by_all();
	entered();
	entered_together();
	members();
	return 0;
}
