/* Two calls of another file's function that cannot both be right. */
// error: 11:19: 'other' is called with other arguments than before: declare it with its parameters
#pragma omp declare target
int other();
#pragma omp end declare target

int f(int n)
{
	#pragma omp target map(tofrom: n)
	{
		n += other(1) + other(1.5);
	}
	return n;
}
