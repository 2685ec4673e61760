/* Data directives. */
int *g;
void f(int n, double *a, double b[10])
{
	int x = 0;
#pragma omp target data map(tofrom: a[0:n], x) map(alloc: b[:10]) use_device_ptr(g) if(n > 1) device(0)
	{
#pragma omp target update to(a[0:n / 2]) from(present: x)
		x = 1;
	}
#pragma omp target enter data map(to: a[0:n]) map(alloc: x) nowait
#pragma omp target exit data map(from: a[:n]) map(release: x) depend(in: x)
#pragma omp target exit data map(delete: b[0:10])
#pragma omp target enter data map(a[0:n])
#pragma omp target exit data map(a[0:n])
}
struct part {
	int n;
	double *v;
};
struct whole {
	struct part *parts;
};
void k(struct whole *w, int i)
{
	/* The pointer v is in (*w).parts[0:4], but *w is not mapped: parts needs storage. */
#pragma omp target enter data map(to: (*w).parts[0:4], w->parts[i].v[0:w->parts[i].n])
	/* Here the clause itself has the pointer's storage. */
#pragma omp target enter data map(to: (*w).parts, w->parts[0:4])
	/* Here nothing has: it is called what it is, whatever brackets the section has. */
#pragma omp target enter data map(to: w->parts[i].v[0:w->parts[i].n])
}
