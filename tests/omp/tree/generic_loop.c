/* loop [11.7]: spread over teams and threads, unless a parallel stands inside. */
void f(int *a, int n)
{
	int s = 0;
#pragma omp target teams loop reduction(+: s)
	for (int i = 0; i < n; i++) s += a[i];
#pragma omp target teams loop
	for (int i = 0; i < n; i++) {
#pragma omp loop bind(parallel)
		for (int k = 0; k < 4; k++) a[i] = k;
	}
#pragma omp target parallel loop
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target
#pragma omp loop bind(thread)
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target
#pragma omp teams
#pragma omp loop
	for (int i = 0; i < n; i++) a[i] = 1;
}
