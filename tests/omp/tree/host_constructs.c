/* Outside target regions everything is cc's, and target constructs inside are found. */
void g(int *);
void f(int n, int *a)
{
#pragma omp parallel
#pragma omp single
	{
#pragma omp task depend(out: a[0]) firstprivate(n)
		{
#pragma omp target map(a[0:n])
			a[0] = n;
		}
#pragma omp taskgroup
		g(a);
#pragma omp taskwait
	}
#pragma omp parallel for ordered
	for (int i = 0; i < n; i++) {
#pragma omp ordered
		g(a);
	}
#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			g(a);
#pragma omp parallel for collapse(3)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			g(a);
			for (int k = 0; k < n; k++)
				g(a);
		}
}
