// args: -scheme=spmd -arch=sm_90 -fno-device-inline
// An early return goes to the function's one ret: ptxas knows the paths to it by where they meet.
static double clamp(double x, double low, double high)
{
	if (x < low)
		return low;
	if (x > high)
		return high;
	return x;
}

void f(double *x)
{
	#pragma omp target map(tofrom: x[0:1])
	*x = clamp(*x, 0, 1);
}
