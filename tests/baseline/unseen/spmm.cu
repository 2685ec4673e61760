K spmm_rows(double *R y, const int *R start, const int *R column, const double *R value, const double *R x, int n)
{
	int c = threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	double sum = 0;

	if (i >= n)
		return;
	for (int k = start[i]; k < start[i + 1]; k++)
		sum += value[k] * x[column[k] * 16 + c];
	y[i * 16 + c] = sum;
}
