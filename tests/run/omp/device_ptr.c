// omp_target_alloc, is_device_ptr, use_device_ptr, omp_target_memcpy.
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

int main(void)
{
	int n = 100, sum = 0, device = omp_get_default_device(), host = omp_get_initial_device();
	int *d = omp_target_alloc(n * sizeof *d, device), *h = malloc(n * sizeof *h);

	#pragma omp target teams distribute parallel for is_device_ptr(d)
	for (int i = 0; i < n; i++)
		d[i] = i * 3;
	if (omp_target_memcpy(h, d, n / 2 * sizeof *h, 0, n / 2 * sizeof *d, host, device))
		return 1;
	for (int i = 0; i < n / 2; i++)
		sum += h[i];
	omp_target_free(d, device);
	for (int i = 0; i < n; i++)
		h[i] = 1;
	#pragma omp target data map(tofrom: h[0:n]) use_device_ptr(h)
	{
		int *inside = h;

		#pragma omp target teams distribute parallel for is_device_ptr(inside)
		for (int i = 0; i < n; i++)
			inside[i] += i;
	}
	for (int i = 0; i < n; i++)
		sum += h[i];
	printf("%d\n", sum);
	return 0;
}
