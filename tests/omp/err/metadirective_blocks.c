/* Blocks of metadirectives that do not begin or end [7.4.4]. */
void f(int n, int *a)
{
#pragma omp end metadirective
	a[0] = n;
#pragma omp begin metadirective when(user={condition(n)}: parallel for)
	for (int i = 0; i < n; i++)
		a[i] = i +;
#pragma omp begin metadirective when(device={kind(gpu)}: single) otherwise(nothing)
	a[1] = n;
	a[2] = n;
#pragma omp end metadirective
}
// error: 4:13: 'end metadirective' without 'begin metadirective'
// error: 6:13: 'begin metadirective' without 'end metadirective'
// error: 8:13: expected an expression before ';'
