// Variables of device code that are read before they have a value; silent where one way may give one.
// error: 29:10: 'x' is private on 'target teams distribute parallel for': its copy is read before it has a value; expected 'firstprivate(x)' there, or a value before [-Werror, -Wuninitialized]
// error: 32:7: 'y' is private on 'target parallel for': its copy is read before it has a value; expected 'firstprivate(y)' there, or a value before [-Werror, -Wuninitialized]
// error: 50:18: 'first' is read before it has a value [-Werror, -Wuninitialized]
// error: 49:12: 'second' is read before it has a value [-Werror, -Wuninitialized]
// error: 51:3: 'p' is read before it has a value [-Werror, -Wuninitialized]
// error: 43:39: 't' is read before it has a value [-Werror, -Wuninitialized]
// error: 18:3: 'r' is read before it has a value [-Werror, -Wuninitialized]
// args: -Werror
#include <omp.h>

#pragma omp declare target
int sum(const int *a, int n)
{
	int r;

	for (int i = 0; i < n; i++)
		r += a[i];
	return r;
}
#pragma omp end declare target

void copies(int *a, int n)
{
	int x = 3, y = 4;

#pragma omp target teams distribute parallel for map(from: a[0:n]) private(x)
	for (int i = 0; i < n; i++)
		a[i] = x + i;
#pragma omp target parallel for map(from: a[0:n]) lastprivate(y)
	for (int i = 0; i < n; i++)
		if (y++ > i)
			a[i] = y;
}

void locals(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
	{
		int first, second, *p;
		double t;

#pragma omp parallel for reduction(+: t)
		for (int i = 0; i < n; i++)
			t += a[i];
		a[0] = t;
		for (int i = 0; i < n; i++)
			if (i > 3)
				a[i] = second;
		a[1] = n ? 3 : first;
		p[2] = 1;
	}
}

void silent(int *a, int n)
{
	int mine = 1;

#pragma omp target map(tofrom: a[0:n])
	{
		int before, shared, once, found, again, self = self, i, j, k, given;
		int *p = &given;

		for (i = 0; i < n; i++) {
			if (i > 0)
				a[i] = before;
			before = i;
		}
		for (j = 0; j < n; j++) {
			int inner;
			if (j == 3)
				continue;
			inner = j;
			a[j] = inner;
		}
#pragma omp parallel private(mine, once)
		{
#pragma omp single copyprivate(once)
			once = 1;
#pragma omp master
			shared = 1;
#pragma omp barrier
			mine = shared + once;
#pragma omp critical
			a[0] += mine;
		}
#pragma omp parallel
		if (omp_get_thread_num() > 0)
			a[1] = again;
		else
			again = 1;
		while (1)
			if (a[n]++) {
				found = 1;
				break;
			}
		switch (n) {
		case 1: k = 2; break;
		default: k = 3;
		}
		(void)self;
		*p = sizeof given;
		a[k] = found + given + i + j;
	}
}
