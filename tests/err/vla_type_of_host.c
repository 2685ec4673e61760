/* A variable-length type of the host whose length nothing brings into the region. */
// error: 5:15: only host code has the length of this type: declare it inside the region, or use a variable of the type there
int f(int n)
{
	typedef int T[n];
	int r = 0;

	#pragma omp target map(tofrom: r)
	r = sizeof(T);
	return r;
}
