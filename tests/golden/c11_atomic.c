// args: -scheme=spmd -arch=sm_70
// Objects of type _Atomic T: a read, an assignment, an addition the machine has, one it has not (C11 6.5.16.2).
void f(_Atomic int *p, int *q)
{
	#pragma omp target is_device_ptr(p, q)
	{
		*q = *p;
		*p = 5;
		*p += 3;
		*p *= 2;
	}
}
