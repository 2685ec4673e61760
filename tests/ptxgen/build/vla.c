// an array of variable length: its length, its memory, its rows
void f(int n, int *a)
{
	#pragma omp target is_device_ptr(a)
	{
		int v[n][3];

		v[1][n] = 4;
		a[0] = v[1][n] + sizeof v;
	}
}
