// calls and addresses of functions that are not there on the device (OpenMP 5.2 [7.8])
int elsewhere(int);

void f(int *a)
{
	#pragma omp target
	{
		int (*p)(int) = elsewhere;

		a[0] = elsewhere(3) + p(4);
	}
}
// error: 8:19: 'elsewhere' has no address on the device: it is not defined in this file and not 'declare target'
// error: 10:10: device code calls 'elsewhere', which is not defined in this file and not 'declare target'
