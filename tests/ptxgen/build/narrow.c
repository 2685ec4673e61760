// integers below 32 bits are kept extended: every assignment normalises
void f(signed char c, unsigned short s, int *a)
{
	#pragma omp target is_device_ptr(a)
	{
		c += 100;
		s <<= 1;
		a[0] = c + s;
	}
}
