/* schedule, dist_schedule and their like. */
#define CHUNK 16
void f(int n, int *a)
{
#pragma omp target teams distribute parallel for dist_schedule(static, CHUNK) schedule(nonmonotonic: dynamic, n + 1) \
	num_teams(4) thread_limit(128) num_threads(64) proc_bind(close) order(concurrent)
	for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target teams num_teams(1:n) thread_limit(n)
#pragma omp distribute parallel for schedule(guided)
	for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target parallel for simd schedule(simd: static, 4) safelen(8) simdlen(4)
	for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target parallel for schedule(auto)
	for (int i = 0; i < n; i++) a[i] = 0;
}
