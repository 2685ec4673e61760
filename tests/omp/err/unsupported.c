void f(int n, int *a)
{
#pragma omp target
	{
#pragma omp depobj(x) depend(in: n)
		a[0] = 1;
	}
#pragma omp target
	a[0] = 1;
#pragma omp requires reverse_offload
#pragma omp target device(ancestor: 1)
	a[0] = 1;
#pragma omp target
#pragma omp parallel reduction(mine: n)
	n = 1;
#pragma omp target update from((([n][4])a)[0:n][1], ([n])n)
#pragma omp target map(tofrom: ([n][4])a)
	a[0] = 1;
}
// error: 5:13: 'depobj' is not supported in a target region
// error: 10:22: 'requires reverse_offload' is not supported
// error: 11:27: device modifier 'ancestor' is not supported
// error: 14:38: no 'declare reduction' of 'mine' for type 'int' is in scope
// error: 16:58: expected a pointer behind a shape, found type 'int'
// error: 17:32: a shape is allowed in 'to' and 'from' of 'target update' only
