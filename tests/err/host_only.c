/* OpenMP 5.2 [7.8]: what device_type(host) names is not there for functions of the device. */
#pragma omp declare target
int table[4], *names;
#pragma omp declare target device_type(host) enter(table)

int
first(void)
{
	return table[0];
}
#pragma omp end declare target

int
f(void)
{
	int n = 0;

	#pragma omp target map(tofrom: n, table)
	{
		table[1] = 5;
		n = first();
	}
	return n;
}
// error: 9:9: 'table' is on the host only, as 'device_type(host)' says: map it where it is used, or leave that clause out
