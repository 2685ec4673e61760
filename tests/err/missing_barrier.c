// What one thread writes and the others use at once (OpenMP 5.2 [10.5]); silent where something may order them.
// error: 16:30: 's' is written in the 'master' before, and other threads may come here earlier; expected '#pragma omp barrier' between the two [-Werror, -Wmissing-barrier]
// error: 26:11: 'x' is written in the 'single' before, and other threads may come here earlier; expected '#pragma omp barrier' between the two [-Werror, -Wmissing-barrier]
// error: 31:11: 'x' is written in the 'master' before, and other threads may come here earlier; expected '#pragma omp barrier' between the two [-Werror, -Wmissing-barrier]
// args: -Werror
int flag;
void wait(void);
void early(int *a, int n)
{
	int x, s;

#pragma omp target parallel map(tofrom: a[0:n]) map(from: s)
	{
#pragma omp master
		s = 0;
#pragma omp for reduction(+: s)
		for (int i = 0; i < n; i++)
			s += a[i];
	}
#pragma omp target map(tofrom: a[0:n])
#pragma omp parallel shared(x)
	{
		int local;
#pragma omp single nowait
		x = n;
		local = x + 1;
#pragma omp master
		x = local;
#pragma omp for nowait
		for (int i = 0; i < n; i++)
			a[i] = x;
	}
}

void silent(int *a, int n)
{
	int x, y = 0, z = 0;

#pragma omp target map(tofrom: a[0:n]) map(to: y)
#pragma omp parallel shared(x) private(z)
	{
#pragma omp master
		x = n;
#pragma omp barrier
		a[x] = 1;
#pragma omp single
		x = n;
		a[x]++;
#pragma omp master
		{
			x = n;
#pragma omp flush
		}
		a[x]++;
#pragma omp master
		{
			z = n;
			a[z] = y;
		}
		z = 3;
#pragma omp master
		x = z;
#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] = z;
		a[0] = x;
#pragma omp master
		x = 1;
#pragma omp master
		a[x] = 2;
	}
}
