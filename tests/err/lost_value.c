// What a region computes and the host reads afterwards, where nothing brings it back; silent where
// the host gives another value first, has no use for it, or somebody else may change it.
// error: 27:7: 'sum' is firstprivate on 'target': the value that it gets here is lost at the end of the region; expected 'map(tofrom: sum)' there [-Werror, -Wlost-value]
// error: 32:39: 'count' is firstprivate on 'target': the value that it gets here is lost at the end of the region; expected 'map(tofrom: count)' there [-Werror, -Wlost-value]
// error: 43:10: 'last' is firstprivate on 'target teams distribute parallel for': the value that it gets here is lost at the end of the region; expected 'map(tofrom: last)' there [-Werror, -Wlost-value]
// error: 47:8: 'seen' is firstprivate on 'target': the value that it gets here is lost at the end of the region; expected 'map(tofrom: seen)' there [-Werror, -Wlost-value]
// error: 61:8: 'a' is mapped 'to': what is written here is not copied back; expected 'map(tofrom: a)' on 'target parallel for' [-Werror, -Wlost-value]
// error: 64:7: 'p' is mapped 'to': what is written here is not copied back; expected 'map(tofrom: p[0:n])' on 'target parallel for' [-Werror, -Wlost-value]
// error: 75:8: 'a' stays on the device in the 'target data' around: what is written here is not copied before the host reads it; expected 'target update from(a)' [-Werror, -Wlost-value]
// error: 78:4: 's' stays on the device in the 'target data' around: what is written here is not copied before the host reads it; expected 'target update from(s)' [-Werror, -Wlost-value]
// error: 81:12: 'given' stays on the device in the 'target data' around: what is written here is not copied before the host reads it; expected 'target update from(given[0:n])' [-Werror, -Wlost-value]
// error: 97:12: 'grid' stays on the device since 'target enter data': what is written here is not copied before the host reads it; expected 'target update from(grid[0:n])' [-Werror, -Wlost-value]
// error: 119:7: 'a' is changed by a 'nowait' region: the host reads it before a 'taskwait' [-Werror, -Wlost-value]
// args: -Werror
#include <stdio.h>
#include <stdlib.h>
double total(const int *, int);
void change(int *);
int stop, errors;

void scalars(int *a, int n)
{
	int sum = 0, count = 0, last = 0, seen = 0, at;

#pragma omp target map(to: a[0:n])
	for (int i = 0; i < n; i++)
		sum += a[i];
	printf("%d\n", sum);
#pragma omp target data map(tofrom: count)
	{
#pragma omp target map(to: a[0:n])
#pragma omp parallel for reduction(+: count)
		for (int i = 0; i < 10; i++)
			count += a[i];
	}
	at = count > 3 ? 1 : 2;
	for (int t = 0; t < at; t++) {
		if (last == 7)
			break;
#pragma omp target teams distribute parallel for map(to: a[0:n])
		for (int i = 0; i < n; i++)
			if (a[i])
				last = i;
	}
#pragma omp target
	{
		seen = 0;
		for (int i = 0; i < n; i++)
			seen++;
	}
#pragma omp target map(a[0:n])
	a[0] = seen;
}

void arrays(int n)
{
	int a[100], *p = malloc(n * sizeof *p);

#pragma omp target parallel for map(to: a)
	for (int i = 0; i < 100; i++)
		a[i] = i;
#pragma omp target parallel for map(to: p[0:n])
	for (int i = 0; i < n; i++)
		p[i]++;
	printf("%d %g\n", a[99], total(p, n));
}

void kept(int *given, int n)
{
	int a[100], s = 0, at;

#pragma omp target data map(tofrom: a, s) map(to: given[0:n])
	{
#pragma omp target map(tofrom: a)
		a[0] = 1;
		printf("%d\n", a[0]);
#pragma omp target map(tofrom: s)
		s++;
		printf("%d\n", s);
#pragma omp target
		given[0] = given[1] = 1;
#pragma omp target map(always, from: a)
		a[3] = 1;
		at = a[3];
	}
	printf("%d %d %d %g\n", a[0], s, given[0], total(a, n) + at);
}

void entered(double *grid, int n, int steps)
{
	double a[9];

#pragma omp target enter data map(to: grid[0:n])
	for (int t = 0; t < steps; t++) {
#pragma omp target teams distribute parallel for
		for (int i = 0; i < n; i++)
			grid[i] += t;
		printf("%g\n", grid[0]);
	}
#pragma omp target exit data map(delete: grid[0:n])
	if (n > 9) {
#pragma omp target enter data map(to: a)
	}
#pragma omp target map(tofrom: a)
	a[0] = 1;
	printf("%g\n", a[0]);
#pragma omp target enter data map(alloc: grid[0:n])
#pragma omp target
	grid[0] = 1;
#pragma omp target exit data map(from: grid[0:n])
	printf("%g\n", grid[0]);
}

int pending(void)
{
	int a[100], b[100], c = 0, early;

#pragma omp target nowait map(from: a)
	a[0] = 1;
	early = a[0];
#pragma omp target nowait map(from: b) map(tofrom: c) depend(out: c)
	b[0] = c = 1;
#pragma omp target map(tofrom: c) depend(in: c)
	c++;
#pragma omp taskwait
	return b[0] + c + a[0] + early;
}

int silent(int *given, int n)
{
	int a[100], i, j, k = 0, out = 0, c = 1, d = 1, s = 0, t = 0, u = 0, *p = &u, b[9], *q = given, v;

	/* another value comes first, on every way */
#pragma omp target teams distribute parallel for map(from: a)
	for (i = 0; i < 100; i++)
		for (j = 0; j < n; j++)
			a[i] = k = j;
	for (i = j = 0; j < n; j++)
		if (a[j]) {
			k = 1;
			out += k;
		}
	while ((k = out--) > 0)
		if (k == 3)
			break;
	/* nobody asks for it, or the next region begins with its own */
#pragma omp target map(from: a)
	a[0] = v = d++;
#pragma omp target map(from: a)
	for (v = 0; v < 3; v++)
		a[v] = 1;
	/* it comes back, or was the user's wish, or is the reduction's */
#pragma omp target map(tofrom: s) firstprivate(t)
	s = t++;
#pragma omp target parallel for reduction(+: out)
	for (int m = 0; m < 4; m++)
		out++;
#pragma omp target map(from: a)
#pragma omp parallel for private(n)
	for (i = 0; i < 4; i++)
		a[i] = n = i;
	out += s + t + n;
	/* who knows */
#pragma omp target
	u = 3;
	*p = 4;
	out += u;
#pragma omp target
	stop = errors = 1;
	change(a);
	out += stop;
	/* ways that do not meet */
	if (out) {
#pragma omp target
		c = 1;
		return 2;
	}
	out += c;
	switch (out) {
	case 1:
#pragma omp target
		c = 2;
		break;
	case 2: out += c; break;
	}
	/* scratch, or what a data construct, here or elsewhere, brings back */
#pragma omp target map(to: b) map(from: a)
	a[0] = b[0] = 1;
	b[0] = 2;
	out += b[0];
#pragma omp target data map(a) map(to: given[0:n])
	{
#pragma omp target map(to: a)
		a[1] = given[1] = 1;
#pragma omp target map(tofrom: a)
		a[1]++;
		out += total(a, 1); /* perhaps on the device */
#pragma omp target update from(given[0:n])
		out += given[1];
#pragma omp target data use_device_addr(a)
		out += total(a, 1);
	}
	out += a[1];
#pragma omp target map(to: given[0:n])
	given[0] = 1;
	change(given);
#pragma omp target map(to: q[0:n])
	a[0] = q[0];
	change(q);
	return out + given[0] + a[2] + q[1];
}
