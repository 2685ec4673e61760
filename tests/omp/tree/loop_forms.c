/* Canonical loops [4.4.1]. */
void f(int *a, unsigned u, long s, char *end)
{
#pragma omp target parallel
	{
#pragma omp for
		for (int i = 10; i > 0; i--) a[i] = 0;
#pragma omp for
		for (unsigned i = u; i >= 1; i -= 2) a[i] = 0;
#pragma omp for
		for (long i = 0; 100 > i; i = i + s) a[i] = 0;
#pragma omp for
		for (short i = 0; i != 10; ++i) a[i] = 0;
#pragma omp for
		for (int i = 0; i <= 2 * (int)s; i = 3 + i) a[i] = 0;
#pragma omp for
		for (char *c = (char *)a; c < end; c += 4) *c = 0;
#pragma omp for
		for (int i = 90; i > 0; i = i - (int)s) a[i] = 0;
	}
}
