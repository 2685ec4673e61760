// args: -scheme=spmd -arch=sm_70
// A function that only computes is called once for the same values, whatever they are named; one that reads
// memory is called again.
int *counter;
#pragma omp declare target to(counter)
__attribute__((noinline)) static double cube(double x) { return x * x * x; }
__attribute__((noinline)) static double counted(double x) { return x * *counter; }

void f(double *a, double x, int more)
{
	#pragma omp target map(from: a[0:4])
	{
		a[0] = cube(x);
		double y = x;
		if (more)
			a[1] = cube(y) + cube(2);
		a[2] = counted(x);
		a[3] = counted(x);
		cube(a[3]);
	}
}
