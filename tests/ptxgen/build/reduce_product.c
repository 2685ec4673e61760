// no atomic multiplies: each team leaves its product, and the last one combines them
void f(float *p, const float *a, int n)
{
	#pragma omp target teams distribute parallel for reduction(*: p[0:1]) map(tofrom: p[0:1]) map(to: a[0:n])
	for (int i = 0; i < n; i++)
		p[0] *= a[i];
}
