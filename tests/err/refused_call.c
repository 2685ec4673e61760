// args: -scheme=inspector
// error: 15:3: scheme 'inspector' cannot take this target region: the sequential code here, which follows a parallel region, calls 'put', which has a side effect in line 6 [MC201]
static void put(int *n)
{
	if (*n < 5)
		*n += 1;
}
void f(int n, int *a)
{
	#pragma omp target map(tofrom: a[0:n], n)
	{
		#pragma omp parallel for
		for (int i = 0; i < n; i++)
			a[i] = i;
		put(&n);
	}
}
