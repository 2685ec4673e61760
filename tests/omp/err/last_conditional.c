/* lastprivate(conditional:) is about scalars, and about loops within a team [5.4.5] */
void f(int n, int *a)
{
	int pair[2], x = 0;

#pragma omp parallel for lastprivate(conditional: pair)
	for (int i = 0; i < n; i++)
		if (a[i])
			pair[0] = i;
#pragma omp target teams distribute parallel for lastprivate(conditional: x)
	for (int i = 0; i < n; i++)
		if (a[i])
			x = i;
}
// error: 6:51: expected a scalar in lastprivate(conditional:), 'pair' has type 'int [2]'
// error: 10:75: 'x' cannot be lastprivate(conditional:) where there is 'distribute'
