// Sections of no length: enter data counts through them what exit data takes back (OpenMP 5.2 [5.8.3]), and a
// pointer in them that points at nothing on the device keeps its value.
#include <omp.h>
#include <stdio.h>

static int there(const int *p)
{
	return omp_target_is_present(p, omp_get_default_device());
}

static void counts(int *p, int n)
{
	#pragma omp target enter data map(to: p[0:8])
	#pragma omp target enter data map(to: p[2:n])
	#pragma omp target exit data map(from: p[2:n])
	printf("%d", there(p));
	#pragma omp target exit data map(from: p[2:n])
	printf(" %d", there(p));
	#pragma omp target enter data map(to: p[0:8])
	#pragma omp target data map(p[2:n])
	printf(" %d", there(p));
	printf(" %d", there(p));
	#pragma omp target exit data map(delete: p[2:n])
	printf(" %d\n", there(p));
}

struct pair { int *none, *some; };

static void values(int *p, int n)
{
	struct pair s = { NULL, p };
	int kept = 0;

	#pragma omp target map(s.none[1:n], s.some[2:n]) map(from: kept)
	kept = s.none == NULL && s.some == p;
	printf("%d", kept);
	#pragma omp target enter data map(to: s.none[0:n], s.some[0:n])
	#pragma omp target map(from: kept)
	kept = s.none == NULL && s.some == p;
	printf(" %d\n", kept);
	#pragma omp target exit data map(release: s.none[0:n], s.some[0:n])
}

int main(void)
{
	int a[8] = { 0 };

	counts(a, 0);
	values(a, 0);
	return 0;
}
