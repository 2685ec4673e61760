int tp, global;
#pragma omp threadprivate(tp)
void f(int n, int *a)
{
	int x = 0, i;
	double d = 0;
	struct s { int k; } s;
#pragma omp target parallel private(x) shared(x)
	x = 1;
#pragma omp parallel default(none) shared(a)
	a[0] = n;
#pragma omp target map(x) firstprivate(x)
	x = 1;
#pragma omp parallel for firstprivate(i)
	for (i = 0; i < n; i++) a[i] = 0;
#pragma omp parallel private(x)
	{
#pragma omp for reduction(+: x)
		for (int k = 0; k < n; k++) x += a[k];
	}
#pragma omp parallel reduction(&: d)
	d = 1;
#pragma omp parallel reduction(+: s)
	s.k = 1;
#pragma omp target
	tp = 1;
#pragma omp target defaultmap(none)
	a[0] = 1;
#pragma omp teams distribute firstprivate(x) lastprivate(x)
	for (int k = 0; k < n; k++) x = a[k];
#pragma omp parallel default(private)
	global = 1;
#pragma omp target private(tp)
	;
}
// error: 8:47: 'x' in 'shared' is already in 'private'
// error: 12:40: 'x' in 'firstprivate' is already in 'map'
// error: 14:39: loop variable 'i' can only be private, lastprivate or linear here
// error: 21:35: expected an integer type for this reduction, 'd' has type 'double'
// error: 23:35: expected an arithmetic type for this reduction, 's' has type 'struct s'
// error: 29:43: 'x' cannot be firstprivate and lastprivate where there is 'distribute'
// error: 33:28: 'tp' is threadprivate and cannot stand in a clause
// error: 11:9: 'n' is used under default(none): expected it in a data-sharing clause of 'parallel'
// error: 18:30: 'x' in 'reduction' is private in the 'parallel' around it: expected a shared variable
// error: 26:2: threadprivate 'tp' cannot be used in a target region
// error: 28:2: 'a' is used under defaultmap(none): expected it in a 'map' or data-sharing clause
// error: 32:2: 'global' has file scope: under this default clause it is expected in a data-sharing clause of 'parallel'
