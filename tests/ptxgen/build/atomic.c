// atomics: the machine's operation, its value after, and a compare-and-swap loop on the word around
void f(int *a, double *d, short *s, int n)
{
	#pragma omp target is_device_ptr(a, d, s)
	{
		int v;

		#pragma omp atomic
		a[0] -= n;
		#pragma omp atomic capture
		v = a[1] |= n;
		#pragma omp atomic
		d[0] += n;
		#pragma omp atomic seq_cst
		s[1] = n - s[1];
		#pragma omp atomic read
		a[2] = a[3];
		a[4] = v;
	}
}
