// The other file of tests/run/scheme/called_files.c: functions with parallel regions, one that calls back.
#pragma omp declare target
long sum_of(int n, const int *a);
void each(int n, int *a, void (*f)(int, int *));
void down(int n, int *a);
void up(int n, int *a);
extern int calls;
int rows[2][50];
void (*chosen)(int, int *);

long
sum_of(int n, const int *a)
{
	long sum = 0;

	#pragma omp parallel for reduction(+: sum) schedule(dynamic, 3)
	for (int i = 0; i < n; i++)
		sum += a[i];
	return sum;
}

void
each(int n, int *a, void (*f)(int, int *))
{
	int copy[50], max = 0;

	for (int i = 0; i < n; i++)
		copy[i] = a[i];
	f(n, copy);
	#pragma omp parallel for reduction(max: max)
	for (int i = 0; i < n; i++) {
		a[i] += copy[i];
		max = a[i] > max ? a[i] : max;
		#pragma omp critical (calls)
		calls++;
	}
	rows[0][n - 1] += max;
}

void
down(int n, int *a)
{
	#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] += n;
	if (n > 1)
		up(n / 2, a);
}
#pragma omp end declare target
