/* private, firstprivate, lastprivate and shared on split constructs [17.2]. */
void f(int n, int *a)
{
	int p = 0, fp = 1, lp = 2, both = 3, sh = 4;
#pragma omp target teams distribute parallel for private(p) firstprivate(fp) \
	lastprivate(lp) shared(sh)
	for (int i = 0; i < n; i++) { p = fp + sh; lp = p; a[i] = p; }
#pragma omp target parallel for firstprivate(both) lastprivate(both)
	for (int i = 0; i < n; i++) both += i;
#pragma omp target firstprivate(fp) private(p)
	{ p = fp; }
#pragma omp target teams firstprivate(fp)
	fp++;
#pragma omp target map(tofrom: lp)
#pragma omp parallel firstprivate(fp) default(none) shared(lp, sh, a, n)
	{
#pragma omp for lastprivate(lp) nowait
		for (int i = 0; i < n; i++) lp = fp + sh + a[i];
#pragma omp single copyprivate(fp)
		fp = 2;
	}
}
