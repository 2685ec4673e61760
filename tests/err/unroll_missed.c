// What 'unroll' asks for and the compiler does not do, with the reason [9.2].
// args: -Werror
int twice(int n);
#pragma omp declare target to(twice)
void
f(int n, int *a)
{
#pragma omp target map(tofrom : a [0:n])
	{
#pragma omp unroll full
		for (int i = 0; i < 4; i++)
			a[i] = twice(i);
#pragma omp unroll full
		for (int i = 0; i < 1000000; i++)
			a[i] += 1;
#pragma omp unroll partial(3)
		for (int i = 0; i != n; i++)
			a[i] += 1;
#pragma omp unroll partial(3)
		for (short i = 0; i < n; i++)
			a[i] += 1;
#pragma omp unroll full
		for (int i = 0; i < 4; i++)
			for (int j = 0; j < n; j++)
				a[i] += a[j];
#pragma omp unroll full
		for (int i = 0; i < 4; i++)
#pragma omp parallel for
			for (int j = 0; j < n; j++)
				a[i] += a[j];
	}
}
// error: 27:21: this loop is not unrolled as the directive says: it calls a function that may write, or contains a parallel region [-Werror, -Wpass-failed]
// error: 20:23: this loop is not unrolled as the directive says: its variable is a char or short, which may wrap [-Werror, -Wpass-failed]
// error: 17:21: this loop is not unrolled as the directive says: its variable does not move in constant steps towards the bound of a '<' or '>' [-Werror, -Wpass-failed]
// error: 14:21: this loop is not unrolled as the directive says: it would be too long [-Werror, -Wpass-failed]
// error: 11:21: this loop is not unrolled as the directive says: it calls a function that may write, or contains a parallel region [-Werror, -Wpass-failed]
