/*
 * Storage that a map of s.p[0:n] makes for s.p holds the pointer, but no clause lists it: it is not present to
 * questions, and ending the section takes no reference from a map of s or of s.p (OpenMP 5.2 [5.8.3]).
 */
#include <omp.h>
#include <stdio.h>

enum { N = 4 };

struct lists { int n; int *odd, *even; };

static int
here(const void *p)
{
	return omp_target_is_present(p, omp_get_default_device());
}

static void
structure_first(void)
{
	int a[N] = { 1, 3, 5, 7 }, b[N] = { 2, 4, 6, 8 };
	struct lists s = { N, a, b };

	#pragma omp target enter data map(to: s)
	#pragma omp target enter data map(to: s.odd[0:N], s.even[0:N])
	#pragma omp target map(alloc: s)
	{
		for (int i = 0; i < s.n; i++) {
			s.odd[i] *= 10;
			s.even[i] *= 100;
		}
		s.n = 2;
	}
	#pragma omp target exit data map(from: s.odd[0:N])
	printf("one list back: %d %d, %d %d\n", a[3], b[3], here(&s), here(b));
	#pragma omp target exit data map(from: s.even[0:N])
	printf("both back: %d %d, %d\n", b[3], s.n, here(&s.n));
	#pragma omp target exit data map(from: s)
	printf("all back: %d, %d, %d\n", s.n, s.odd == a && s.even == b, here(&s));
}

/* The structure leaves first, and comes again while a list still has its pointer there. */
static void
list_stays(void)
{
	int a[N] = { 1, 3, 5, 7 }, first = 0;
	struct lists s = { N, a, NULL };

	#pragma omp target enter data map(to: s)
	#pragma omp target enter data map(to: s.odd[0:N])
	#pragma omp target
	s.n = 11;
	#pragma omp target exit data map(from: s)
	printf("structure back: %d, %d %d\n", s.n, here(&s), here(a));
	s.n = 12;
	#pragma omp target update to(s)
	#pragma omp target map(tofrom: s) map(from: first)
	{
		s.n++;
		first = s.odd[0];
	}
	printf("and again: %d %d, %d\n", s.n, first, here(&s));
	#pragma omp target exit data map(delete: s.odd[0:N])
	printf("gone: %d %d\n", here(&s.odd), here(a));
}

/* Nothing but the pointer's storage; then the pointer by name. */
static void
pointer_only(void)
{
	int a[N] = { 1, 3, 5, 7 };
	struct lists s = { N, a, NULL };

	#pragma omp target enter data map(to: s.odd[0:N])
	printf("storage: %d %d", here(&s.odd), here(a));
	#pragma omp target enter data map(to: s.odd)
	printf(", named: %d", here(&s.odd));
	#pragma omp target exit data map(release: s.odd[0:N])
	printf(", without the list: %d %d", here(&s.odd), here(a));
	#pragma omp target exit data map(release: s.odd)
	printf(", unnamed: %d\n", here(&s.odd));
	#pragma omp target enter data map(to: s.odd, s.odd[0:N])
	#pragma omp target exit data map(release: s.odd)
	printf("the list alone: %d %d\n", here(&s.odd), here(a));
	#pragma omp target exit data map(release: s.odd[0:N])
}

int
main(void)
{
	structure_first();
	list_stays();
	pointer_only();
	return 0;
}
