// error: 1:1: x
void f(int n, int *a, double d)
{
	int k;
#pragma omp target parallel
	{
#pragma omp for
		while (n) n--;
#pragma omp for
		for (d = 0; d < 1; d++) ;
#pragma omp for
		for (; k < n; k++) ;
#pragma omp for
		for (int i = 0; i + 1 < n; i++) ;
#pragma omp for
		for (int i = 0; i < n; i *= 2) ;
#pragma omp for
		for (int i = 0; i < n; i--) ;
#pragma omp for
		for (int i = 0; i < n; i += 0) ;
#pragma omp for
		for (int i = 0; i != n; i += 2) ;
#pragma omp for
		for (int i = 0; i < i + 2; i++) ;
#pragma omp for
		for (int i = 0; i < n; i++) i++;
#pragma omp for collapse(2)
		for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp for collapse(2)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < i; j++) a[i] = 1;
#pragma omp for collapse(2)
		for (int i = 0; i < n; i++) {
			a[i] = 0;
			for (int j = 0; j < n; j++) a[i] = 1;
		}
#pragma omp for
		for (int i = 0; i < d; i++) ;
	}
}
