// error: 1:1: x
int tp;
#pragma omp threadprivate(tp)
void f(int n, int *a)
{
	int x = 0, i;
	double d = 0;
	struct s { int k; } s;
#pragma omp target parallel private(x) shared(x)
	x = 1;
#pragma omp parallel default(none) shared(a)
	a[0] = n;
#pragma omp target map(x) firstprivate(x)
	x = 1;
#pragma omp parallel for firstprivate(i)
	for (i = 0; i < n; i++) a[i] = 0;
#pragma omp parallel private(x)
	{
#pragma omp for reduction(+: x)
		for (int k = 0; k < n; k++) x += a[k];
	}
#pragma omp parallel reduction(&: d)
	d = 1;
#pragma omp parallel reduction(+: s)
	s.k = 1;
#pragma omp target
	tp = 1;
#pragma omp target defaultmap(none)
	a[0] = 1;
#pragma omp target private(tp)
	;
}
