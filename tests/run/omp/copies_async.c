// omp_target_memcpy_async and omp_target_memcpy_rect_async, with depend objects and without.
#include <stdio.h>
#include <omp.h>

enum { N = 24, ROWS = 4, COLS = 6 };

static int a[N], b[ROWS][COLS];

/* Copies that the depend object puts between the tasks that write and read d. */
static void in_order(int *d, int device, int host)
{
	omp_depend_t order;

	#pragma omp depobj(order) depend(inout: d[0])
	#pragma omp target is_device_ptr(d) depend(out: d[0]) nowait
	for (int i = 0; i < N; i++)
		d[i] = 7 * i;
	omp_target_memcpy_async(a, d, sizeof a, 0, 0, host, device, 1, &order);
	#pragma omp taskwait depend(in: d[0])
	#pragma omp depobj(order) destroy
}

int main(void)
{
	size_t volume[] = { 2, 3 }, at[] = { 1, 2 }, none[] = { 0, 0 }, dims[] = { ROWS, COLS };
	int device = omp_get_default_device(), host = omp_get_initial_device(), sum = 0;
	int *d = omp_target_alloc(N * sizeof *d, device);

	in_order(d, device, host);
	for (int i = 0; i < N; i++)
		sum += a[i];
	printf("%d\n", sum);
	#pragma omp parallel num_threads(2)
	#pragma omp single
	in_order(d, device, host);
	omp_target_memcpy_rect_async(b, d, sizeof(int), 2, volume, at, none, dims, dims, host, device, 0,
		NULL);
	#pragma omp taskwait
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLS; j++)
			printf("%d%c", b[i][j], j < COLS - 1 ? ' ' : '\n');
	omp_target_free(d, device);
	return 0;
}
