/* A scanned reduction belongs to the loop; the regions around it share the variable [5.6], [17.2]. */
void f(int *a, int n)
{
	int x = 0, y = 0;

#pragma omp target parallel for reduction(inscan, +: x) map(tofrom: a[0:n])
	for (int i = 0; i < n; i++) {
		x += a[i];
#pragma omp scan inclusive(x)
		a[i] = x;
	}
#pragma omp simd reduction(inscan, max: y)
	for (int i = 0; i < n; i++) {
		a[i] = y;
#pragma omp scan exclusive(y)
		y = y > a[i] ? y : a[i];
	}
}
