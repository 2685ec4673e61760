/* On a combined construct map is for target and firstprivate for what is inside. */
void f(int *a, int n)
{
	int x = 1;
#pragma omp target teams distribute parallel for map(to: x) firstprivate(x)
	for (int i = 0; i < n; i++) a[i] = x++;
}
