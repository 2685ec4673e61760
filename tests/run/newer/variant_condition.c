// declare variant with conditions that are asked at the call [7.2, 7.5]: arguments, variables, scores.
#include <stdio.h>

int limit = 10;
#pragma omp declare target
int level = 1;
#pragma omp end declare target

static int large(int n, int x) { return 1000 + n + x; }
static int huge(int n, int x) { return 2000 + n + x; }
static int in_parallel(int n, int x) { return 3000 + n + x; }
static int negative(int n, int x) { return n + 4000 + x; }

/* Arguments of the function, and a variable of file scope; the higher score is asked first. */
#pragma omp declare variant(large) match(user={condition(n > limit)})
#pragma omp declare variant(huge) match(user={condition(score(20): n > 10 * limit)})
#pragma omp declare variant(negative) match(user={condition(n < 0 && level)})
static int plain(int n, int x)
{
	return n + x;
}

/* A constant that is none to the eye, and an order in which a static variant is the last. */
enum { YES = 1 };
static int by_static(int n) { return 100 + n; }
static int by_high(int n) { return 200 + n; }
static int by_low(int n) { return 300 + n; }
#pragma omp declare variant(by_low) match(user={condition(score(1): n == 1 || n == 2)})
#pragma omp declare variant(by_static) match(user={condition(score(2): YES)})
#pragma omp declare variant(by_high) match(user={condition(score(3): n == 2)})
static int ordered(int n)
{
	return n;
}

/* With a construct: only in a parallel region, and there only for some. */
#pragma omp declare variant(in_parallel) match(construct={parallel}, user={condition(n % 2 == 0)})
static int placed(int n, int x)
{
	return n + x;
}

struct pair { double a, b; };
static struct pair swapped(struct pair p, const char *how, unsigned bits) { (void)how; return (struct pair){ p.b, p.a + bits }; }
#pragma omp declare variant(swapped) match(user={condition(p.a < p.b && how[0] == 's')})
static struct pair turned(struct pair p, const char *how, unsigned bits)
{
	p.a += bits;
	(void)how;
	return p;
}

static void mark_yes(int *p, float by) { *p = *p * 2 + (int)by; }
#pragma omp declare variant(mark_yes) match(user={condition(p != 0 && *p > 3)})
static void mark(int *p, float by)
{
	if (p)
		*p += (int)by;
}

static int zero_yes(void) { return 1; }
#pragma omp declare variant(zero_yes) match(user={condition(level > 1)})
static int zero(void);
static int zero(void)
{
	return 0;
}

static int count(int *calls) { return ++*calls; }

static void on_host(void)
{
	int calls = 0, limit = -1, m = 2;       /* this limit is not meant */
	struct pair p = { 1, 2 };
	struct { unsigned w : 3; } bits = { 5 };
	int (*through)(int, int) = plain;

	printf("%d %d %d %d\n", plain(5, 1), plain(50, 1), plain(500, 1), plain(-5, 1));
	printf("%d\n", plain(plain(50, 2), plain(-1, count(&calls))));
	printf("%d %d %d %d\n", through(500, 1), (plain)(50, 1), ordered(1), ordered(2));
	p = turned(p, "swap", bits.w);
	p = turned(p, "s", 7.9);
	printf("%g %g %d %d\n", p.a, p.b, limit, calls);
	mark(&m, 3);
	mark(&m, 3.7);
	mark(0, 1);
	printf("%d %d\n", m, zero());
	#pragma omp parallel num_threads(1)
	printf("%d %d\n", placed(3, 0), placed(4, 0));
	printf("%d\n", placed(4, 0));
}

static void on_device(void)
{
	int r[16] = { 0 }, calls = 0, m = 2;
	struct pair p = { 1, 2 };

	#pragma omp target map(tofrom: r, calls, m, p)
	{
		r[0] = plain(5, 1);
		r[1] = plain(50, 1);
		r[2] = plain(500, 1);
		r[3] = plain(-5, 1);
		r[4] = plain(plain(50, 2), plain(-1, count(&calls)));
		r[5] = ordered(1);
		r[6] = ordered(2);
		p = turned(p, "swap", 5);
		p = turned(p, "s", 7.9);
		mark(&m, 3);
		mark(&m, 3.7);
		mark(0, 1);
		r[7] = zero();
		r[8] = placed(4, 0);
		#pragma omp parallel num_threads(4)
		{
			#pragma omp single
			{
				r[9] = placed(3, 0);
				r[10] = placed(4, 0);
			}
		}
	}
	for (int i = 0; i < 11; i++)
		printf("%d ", r[i]);
	printf("%d %d %g %g\n", calls, m, p.a, p.b);
}

static void in_loops(void)
{
	int a[200], sum = 0;

	#pragma omp target teams distribute parallel for map(from: a) firstprivate(limit)
	for (int i = 0; i < 200; i++)
		a[i] = plain(i - 20, placed(i, 0));
	for (int i = 0; i < 200; i++)
		sum = sum * 7 + a[i];
	printf("%d %d %d %d\n", a[0], a[25], a[150], sum);
	sum = 0;
	#pragma omp target parallel for reduction(+: sum)
	for (int i = 0; i < plain(90, 0) % 100; i++)
		sum += plain(i, 0);
	#pragma omp target teams distribute parallel for reduction(+: sum) collapse(2)
	for (int i = 0; i < plain(90, 0) % 100; i++)
		for (int k = ordered(2) - 202; k < zero() + 1; k++)
			sum += k;
	#pragma omp target map(tofrom: sum)
	{
		#pragma omp parallel num_threads(ordered(2) - 200)
		{
			#pragma omp master
			sum += ordered(2);
		}
	}
	printf("%d\n", sum);
}

int main(void)
{
	on_host();
	on_device();
	in_loops();
	limit = 100;
	level = 2;
	#pragma omp target update to(level)
	on_host();
	on_device();
	in_loops();
	return 0;
}
