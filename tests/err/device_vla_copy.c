/* A task's copy of a variable-length array. */
// error: 9:7: variable-length array 'a' cannot be copied in device code
int f(int n)
{
	int r = 0;

	#pragma omp target parallel map(tofrom: r)
	{
		int a[n];

		a[0] = 1;
		#pragma omp task firstprivate(a)
		r += a[0];
	}
	return r;
}
