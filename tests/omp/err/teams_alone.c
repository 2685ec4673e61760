// error: 1:1: x
void f(int *a)
{
#pragma omp target
	{
		a[0] = 1;
#pragma omp teams
		a[1] = 1;
	}
}
