// check: map
// devices: v100
// expect: map_later.c:29: map: team 0, thread 0 reads the old value of 'a[3]'
// expect: map_later.c:34: map: team 0, thread 0 reads the old value of 's.v[2]'
// expect: values that nobody copies: 2 (
// A region has the values of when it was encountered: what the host changes while it waits for its turn is news to
// the next one only.  A list need not name what a kernel reads through a pointer.
#include <stdio.h>
#include <stdlib.h>

struct list {
	int n, *v;
};

int main(void)
{
	int a[10] = { 0 }, first[1] = { 0 }, sum[1] = { 0 };
	struct list s = { 4, calloc(4, sizeof *s.v) };

#pragma omp target enter data map(to: a, s, s.v[0 : 4]) map(to: first, sum)
#pragma omp target nowait depend(out: first)
	for (int i = 0; i < 1000; i++)
		first[0] += i;
#pragma omp target nowait depend(in: first)
	sum[0] += a[3] + first[0];
	a[3] = 1;
#pragma omp taskwait
#pragma omp target
	sum[0] += a[3];
	s.v[1] = 1;
#pragma omp target update to(s.v[1 : 1])
	s.v[2] = 1;
#pragma omp target
	sum[0] += s.v[1] + s.v[2];
#pragma omp target exit data map(from: sum) map(release: a, s, s.v[0 : 4], first)
	printf("%d\n", sum[0]);
	free(s.v);
	return 0;
}
