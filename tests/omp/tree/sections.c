/* The first section needs no directive. */
void f(int *a)
{
	int last = 0;
#pragma omp target map(last)
#pragma omp parallel sections lastprivate(last)
	{
		a[0] = 1;
		a[1] = 1;
#pragma omp section
		{
			a[2] = last = 2;
		}
#pragma omp section
		a[3] = 3;
		a[4] = 4;
	}
#pragma omp target parallel
#pragma omp sections nowait
	{
#pragma omp section
		;
	}
}
