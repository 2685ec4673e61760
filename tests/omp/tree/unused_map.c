/* What is mapped but not used is no parameter; firstprivate is one. */
void f(int *a, int n, int k)
{
	int x = 0;
#pragma omp target map(to: a[0:n], x) firstprivate(k)
	;
}
