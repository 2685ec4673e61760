// use_device_addr moves the pointer; the call's argument is then read where it is not.
// error: 12:40: 'p' in 'firstprivate' is already in 'map'
// warning: 9:48: 'p' is a pointer: its name is here the pointer on the device, which host code cannot read; 'use_device_ptr(p)' is what it points at
void g(int *);

void f(int *p)
{
	/* only its address is of use here */
#pragma omp target data map(p) use_device_addr(p)
	g(p);
	/* the error is for the test's sake: with a warning alone there is a program */
#pragma omp target map(p) firstprivate(p)
	p = 0;
}
