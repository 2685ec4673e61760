/* A reduction goes to each of teams and parallel once; on combined target it maps tofrom. */
void f(int n, double *x)
{
	double sum = 0, *p = x;
	float lo = 1;
	int all = 1, h[8];
#pragma omp target teams distribute parallel for reduction(+: sum) reduction(min: lo)
	for (int i = 0; i < n; i++) sum += lo = x[i];
#pragma omp target parallel for reduction(&&: all) reduction(|: h)
	for (int i = 0; i < n; i++) { all = all && x[i]; h[0] |= 1; }
#pragma omp target teams distribute reduction(*: p[0:n]) reduction(-: h[2:4])
	for (int i = 0; i < n; i++) { p[i] *= 2; h[2] -= 1; }
#pragma omp target map(sum)
#pragma omp parallel
#pragma omp for reduction(max: sum)
	for (int i = 0; i < n; i++) sum = x[i];
#pragma omp target simd reduction(^: all)
	for (int i = 0; i < n; i++) all ^= i;
}
