// begin declare variant for the host, for both sides, by construct, condition and vendor; functions of the block alone.
// may-refuse: inspector
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
static int mode;
#pragma omp end declare target

static int where(void) { return 0; }
#pragma omp begin declare variant match(device={kind(host)})
static int on_host(int x) { return x + 100; }
static int where(void) { return on_host(1); }
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(nohost)})
static int where(void) { return 200; }
#pragma omp end declare variant

static int placed(int x, const char *name)
{
	return x + name[0] - 'a';
}
#pragma omp begin declare variant match(construct={parallel})
static int placed(int x, const char *name)
{
	return x * 10 + name[0] - 'a';
}
#pragma omp end declare variant
#pragma omp begin declare variant match(construct={target, parallel}, implementation={vendor(minicc)})
static int placed(int x, const char *name)
{
	return x * 100 + name[0] - 'a';
}
#pragma omp end declare variant
#pragma omp begin declare variant match(implementation={vendor(nobody)})
static int placed(int x, const char *name) { not C at all }
#pragma omp end declare variant

int chosen(int x)
{
	return x;
}
#pragma omp begin declare variant match(user={condition(score(1): mode > 0)})
int chosen(int x)
{
	return x + 1000;
}
#pragma omp end declare variant
#pragma omp begin declare variant match(user={condition(sizeof(int) == 4)})
int chosen(int x)
{
	return x ? chosen(0) + x : 5;
}
#pragma omp end declare variant

/* Without a function of that name before it, the first block has the function itself. */
#pragma omp begin declare variant match(device={kind(nohost)})
int side(void) { return 2; }
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(cpu)})
int side(void) { return 2; }
#pragma omp end declare variant

int main(void)
{
	int r[4] = { 0 }, p = 0, q = 0;
	int (*through)(int) = chosen;

	#pragma omp target map(tofrom: r)
	r[0] = where() > 0;
	printf("%d %d\n", r[0], where());
	#pragma omp target map(tofrom: r)
	{
		r[0] = placed(1, "b");
		#pragma omp parallel num_threads(2)
		{
			#pragma omp master
			r[1] = placed(1, "c");
		}
		r[2] = side();
	}
	#pragma omp parallel num_threads(2)
	{
		#pragma omp master
		p = placed(placed(1, "a"), "d");
	}
	q = placed(placed(1, "a"), "d");
	printf("%d %d %d, %d %d %d\n", r[0], r[1], r[2], p, q, side());
	for (mode = 0; mode < 2; mode++) {
		#pragma omp target update to(mode)
		#pragma omp target map(tofrom: r)
		{
			r[0] = chosen(0);
			r[1] = chosen(7);
		}
		printf("%d %d, %d %d %d\n", r[0], r[1], chosen(0), chosen(7), through(7));
	}
	return 0;
}
