/* if with and without modifier [17.2]; device, nowait, depend. */
void f(int n, int *a)
{
#pragma omp target parallel if(n > 1)
	a[0] = 1;
#pragma omp target parallel for if(target: n > 2) if(parallel: n > 3) device(n) nowait depend(out: a[0])
	for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target teams distribute parallel for simd if(simd: n > 4)
	for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp target device(device_num: 1)
	a[0] = 2;
}
