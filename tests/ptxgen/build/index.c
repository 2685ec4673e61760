// constant parts of an index go to the access; the variable part is widened by a multiplication
void f(double (*a)[8], int i, unsigned u, long l)
{
	#pragma omp target is_device_ptr(a)
	{
		a[i + 1][2] = 0;
		a[0][u - 1] = 1;
		a[2][l - 1] = 2;
	}
}
