// dispatch and the variants that are for it, in host code.
#include <omp.h>
#include <stdio.h>

enum { N = 64 };

static int a[N];

static int twice(int n, int *v);
#pragma omp declare variant(twice) match(construct={dispatch})
static int once(int n, int *v)
{
	return n + v[0];
}

static int twice(int n, int *v)
{
	return 2 * (n + v[0]);
}

/* Its pointer is a device's, which the base's is not. */
static void fill_there(int *v, int *other, int n);
#pragma omp declare variant(fill_there) match(construct={dispatch}) adjust_args(need_device_ptr: v) \
	adjust_args(nothing: other)
static void fill(int *v, int *other, int n)
{
	for (int i = 0; i < n; i++)
		v[i] = -i;
	*other = 1;
}

static void fill_there(int *v, int *other, int n)
{
	#pragma omp target teams distribute parallel for is_device_ptr(v)
	for (int i = 0; i < n; i++)
		v[i] = 3 * i;
	*other = 2;
}

static int plain(int n)
{
	return n - 1;
}

int main(void)
{
	int v = 5, r = 0, who = 0, device = 0;

	r = once(1, &v);
	printf("%d", r);
	#pragma omp dispatch
	r = once(1, &v);
	printf(" %d", r);
	for (int no = 0; no < 2; no++) {
		#pragma omp dispatch novariants(no) nocontext(0)
		r = once(once(1, &v), &v);
		printf(" %d", r);
	}
	if (r > 0)
		#pragma omp dispatch depend(inout: r) nowait, device(device)
		r = plain(r);
	printf(" %d\n", r);
	#pragma omp target data map(from: a)
	{
		#pragma omp dispatch depend(out: a)
		fill(a, &who, N);
	}
	printf("%d %d\n", a[N - 1], who);
	#pragma omp dispatch nocontext(who == 2) device(device)
	fill(a, &who, N);
	printf("%d %d\n", a[N - 1], who);
	return 0;
}
