// The second file of two_files.c.
static int helper(int x) { return x * 100; }
static int state = 7;
int shared_setting = 3;

int other_total(const int *v, int n)
{
	int sum = 0;

	#pragma omp target map(to: v[0:n]) map(tofrom: sum, state, shared_setting)
	{
		state += shared_setting;
		#pragma omp parallel for reduction(+: sum)
		for (int i = 0; i < n; i++)
			sum += helper(v[i]) + state;
		shared_setting = sum % 1000;
	}
	return sum;
}
