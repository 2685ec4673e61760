// error: 1:1: x
int f(int n, int *a)
{
#pragma omp target parallel for
	for (int i = 0; i < n; i++) {
		if (a[i]) break;
		if (a[0]) return 1;
		if (a[1]) goto out;
	}
	while (n) {
#pragma omp target
		{
			if (a[0]) break;
			if (a[1]) continue;
		}
		if (n == 9) goto in;
	}
#pragma omp target
	{
in:
		a[0] = 1;
	}
out:
	return 0;
}
