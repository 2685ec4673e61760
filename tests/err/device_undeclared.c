// device code calls functions that nothing above declares (C11 6.5.1p2, 6.5.2.2p6)
void f(double *a)
{
	#pragma omp target map(tofrom: a[0:1])
	a[0] = sqroot(a[0]) + half(a[0]) + sqrt(a[0]) + twice(2);
}

double half(double x)
{
	return x / 2;
}

int twice(int n) // as the call takes it
{
	return 2 * n;
}
// warning: 5:9: implicit declaration of function 'sqroot' [-Wimplicit-function-declaration]
// warning: 5:24: implicit declaration of function 'half' [-Wimplicit-function-declaration]
// warning: 5:37: implicit declaration of function 'sqrt' [-Wimplicit-function-declaration]
// warning: 5:50: implicit declaration of function 'twice' [-Wimplicit-function-declaration]
// warning: 8:8: conflicting types for 'half', now 'double (double)'
// error: 5:9: device code calls 'sqroot', which is neither declared nor defined here: define it above, or include the header that declares it
// error: 5:24: 'half' returns 'double', which this call takes for 'int': declare it above, or include its header
