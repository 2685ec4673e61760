// may-refuse: inspector
/*
 * Variadic functions where OpenMP looks on: called by the team's first thread between regions and by all
 * threads in them; with parallel regions of their own, that share the va_list; as kernels' only code.
 */
#include <stdarg.h>
#include <stdio.h>

enum { N = 200 };

#pragma omp declare target
static long weigh(int n, ...)
{
	va_list ap;
	long s = 0;

	va_start(ap, n);
	for (int i = 1; i <= n; i++)
		s += i * va_arg(ap, long);
	va_end(ap);
	return s;
}

/* One thread takes the next argument for all, twice; each thread goes through a copy of the rest. */
static void spread(long *a, int n, ...)
{
	va_list ap;
	long first = 0, second = 0;

	va_start(ap, n);
	#pragma omp parallel num_threads(32)
	{
		va_list mine;

		#pragma omp single
		first = va_arg(ap, long);
		#pragma omp single
		second = va_arg(ap, int);
		#pragma omp for
		for (int i = 0; i < n; i++) {
			va_copy(mine, ap);
			a[i] += first * i + second + va_arg(mine, long);
			a[i] += (long)(va_arg(mine, double) * 4);
			va_end(mine);
		}
	}
	a[0] += va_arg(ap, long);
	va_end(ap);
}

/* Called for itself: arguments are read before the region. */
static void offset(long *a, int n, ...)
{
	va_list ap;

	va_start(ap, n);
	long by = va_arg(ap, long);
	va_end(ap);
	#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] += by * i;
}
#pragma omp end declare target

static void between(long *a)
{
	#pragma omp target map(tofrom: a[0:N])
	{
		long k = weigh(3, 1L, 2L, a[1]);

		#pragma omp parallel for
		for (int i = 0; i < N; i++)
			a[i] += weigh(4, k, (long)i, a[i], weigh(2, k, 1L));
		k = weigh(2, a[3], a[N - 1]);
		#pragma omp parallel
		{
			#pragma omp for
			for (int i = 0; i < N; i++)
				a[i] ^= weigh(i & 3, k, k, k);
			#pragma omp critical
			a[0] += weigh(1, 5L) * (a[1] & 0);
		}
		a[1] = weigh(1, k);
	}
}

int main(void)
{
	long a[N], b[3] = { 0 };
	void (*f)(long *, int, ...) = offset;

	for (int i = 0; i < N; i++)
		a[i] = i * 3 % 17;
	between(a);
	#pragma omp target map(tofrom: a)
	{
		spread(a, N, 3L, 4, 5L, 0.75);
		offset(a, N, a[2] & 7);
	}
	#pragma omp target parallel for map(tofrom: a)
	for (int i = 0; i < 2; i++)
		offset(a + i * 100, 50, (long)i);
	#pragma omp target map(tofrom: a)
	{
		void (*g)(long *, int, ...) = offset;
		g(a, N, 7L);
	}
	#pragma omp target teams num_teams(3) map(tofrom: b)
	#pragma omp distribute
	for (int t = 0; t < 3; t++)
		b[t] = weigh(2, (long)t, 10L);
	for (int i = 0; i < N; i++)
		printf("%ld ", a[i]);
	printf("\n%ld %ld %ld\n", b[0], b[1], b[2]);
	return f == NULL;
}
