K lu_copy(double *R a, const double *R from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n * n)
		a[i] = from[i];
}

K lu_column(double *a, int n, int k)
{
	int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i * n + k] /= a[k * n + k];
}

K lu_update(double *a, int n, int k)
{
	int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;

	if (i < n && j < n)
		a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
