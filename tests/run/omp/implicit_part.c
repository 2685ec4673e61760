/*
 * A variable that no clause names, and of which only a part is on the device already: the region gets
 * that part, and a base address to find it by.  Pointers that are on the device are attached.
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 100 };

static int whole[N];
static struct { int before[N], x, after[N]; } s;

#pragma omp declare target
static int *global;
static int *others;

static int
sum(int n)
{
	int total = 0;

	for (int i = 0; i < n; i++)
		total += global[i];
	return total;
}
#pragma omp end declare target

static void
fill(int *a)
{
	for (int i = 0; i < N; i++)
		a[i] = i;
}

static void
parts(void)
{
	int a[N], *p = a;

	fill(a);
	fill(whole);
	#pragma omp target data map(a[0:10]) map(whole[90:10]) map(s.x)
	{
		#pragma omp target map(p[3:4])
		{
			p[4] += a[8];
			a[5] += p[6];
		}
		#pragma omp target teams distribute parallel for
		for (int i = 90; i < N; i++)
			whole[i] *= 2;
		#pragma omp target
		s.x = 7;
		a[1] = -1;              /* comes back as the device has it */
	}
	printf("parts %d %d %d %d %d %d\n", a[4], a[5], a[1], whole[89], whole[95], s.x);
}

/* What is mapped for longer keeps its part, whoever ends first. */
static void
outlived(void)
{
	fill(whole);
	#pragma omp target enter data map(to: whole[20:10])
	#pragma omp target
	whole[25] = 1;
	printf("enter %d", whole[25]);
	#pragma omp target exit data map(from: whole[20:10])
	printf(" %d\n", whole[25]);
}

static void
pointers(void)
{
	int *local = malloc(N * sizeof *local), total = 0, n = N;

	global = malloc(N * sizeof *global);
	others = malloc(N * sizeof *others);
	fill(local);
	fill(global);
	fill(others);
	#pragma omp target map(local, local[:n]) map(global[:n]) map(tofrom: total)
	for (int i = 0; i < n; i++) {
		local[i] += 1;
		global[i] += local[i];
		total += sum(2);
	}
	#pragma omp target enter data map(to: others[0:n])
	#pragma omp target map(tofrom: total)
	total += others[50];
	#pragma omp target exit data map(release: others[0:n])
	printf("pointers %d %d %d\n", local[99], global[99], total);
	free(local);
	free(global);
	free(others);
}

int
main(void)
{
	parts();
	outlived();
	pointers();
	return 0;
}
