// what device code cannot scan
void f(int *a, int n)
{
	int x[2] = { 0, 0 };

	#pragma omp target map(tofrom: x, a[0:n])
	#pragma omp parallel for reduction(inscan, +: x)
	for (int i = 0; i < n; i++) {
		x[i % 2] += a[i];
		#pragma omp scan inclusive(x)
		a[i] = x[0] - x[1];
	}
}
// error: 7:48: device code cannot scan arrays: 'x'
