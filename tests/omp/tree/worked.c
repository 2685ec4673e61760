/* The example at the head of minicc/tree/omp_tree.h. */
float total(float *x, int n)
{
	float sum = 0;
#pragma omp target teams distribute parallel for \
	map(to: x[0:n]) reduction(+: sum) num_threads(64)
	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum;
}
