// an array of variable length that a parallel region would share
void f(int *a, int n)
{
	#pragma omp target
	{
		int v[n];

		v[0] = 1;
		#pragma omp parallel
		a[0] = v[0];
	}
}
// error: 6:7: variable-length array 'v' is shared with a parallel region: declare it inside the region, or with a constant length
