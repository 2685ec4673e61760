// constructs of the host in functions that device code calls (OpenMP 5.2 [17.1])
static void inner(int *a)
{
	#pragma omp target
	a[0] = 1;
	#pragma omp target update from(a[0:1])
}

void f(int *a)
{
	#pragma omp target
	inner(a);
}
// error: 4:14: 'target' is not available in device code
// error: 6:14: 'target update' is not available in device code
