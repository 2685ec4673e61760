// an array section: element by element
void f(int *h, int n)
{
	#pragma omp target parallel for reduction(+: h[1:2]) map(tofrom: h[0:3])
	for (int i = 0; i < n; i++)
		h[1 + i % 2]++;
}
