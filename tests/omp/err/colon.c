/* A comma, or nothing, where a colon belongs. */
void f(int n, int *a, int s)
{
#pragma omp target parallel reduction(+, s)
	s++;
#pragma omp target parallel reduction(+ s)
	s++;
#pragma omp parallel reduction(max, s)
	s++;
#pragma omp target in_reduction(+, s)
	s++;
#pragma omp taskgroup task_reduction(task, +: s)
	s++;
#pragma omp task in_reduction(default, +: s)
	s++;
#pragma omp target map(to, s)
	s++;
#pragma omp target map(from a[0:n])
	a[0] = 1;
#pragma omp target parallel for schedule(monotonic, static)
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target parallel for schedule(monotonic, simd static)
	for (int i = 0; i < n; i++) a[i] = 1;
}
// error: 4:40: expected ':' before ','
// error: 6:41: expected ':' before identifier 's'
// error: 8:35: expected ':' before ','
// error: 10:34: expected ':' before ','
// error: 12:42: expected ':' before ','
// error: 14:31: expected a reduction operator before 'default'
// error: 16:26: expected ':' between map type 'to' and ','
// error: 18:29: expected ':' between map type 'from' and identifier 'a'
// error: 20:51: expected ':' before ','
// error: 22:58: expected ':' before 'static'
