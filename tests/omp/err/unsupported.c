// error: 12:9: 'task' is not supported in a target region
// error: 15:20: clause 'allocate' is not supported in a target region
// error: 17:13: 'declare mapper' is not supported
// error: 18:22: 'requires unified_shared_memory' is not supported
// error: 19:27: device modifier 'ancestor' is not supported
// error: 21:30: reduction operator 'mine' is not supported: expected one of + - * & | ^ && || min max
void f(int n, int *a)
{
#pragma omp target
	{
#pragma omp task
		a[0] = 1;
	}
#pragma omp target allocate(a)
	a[0] = 1;
#pragma omp declare mapper(int x) map(x)
#pragma omp requires unified_shared_memory
#pragma omp target device(ancestor: 1)
	a[0] = 1;
#pragma omp parallel reduction(mine: n)
	n = 1;
}
