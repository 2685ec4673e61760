K bitonic_copy(unsigned *R to, const unsigned *R from, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		to[i] = from[i];
}

K bitonic_exchange(unsigned *a, int n, int distance, int block)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ distance;

	if (i >= n || other <= i)
		return;
	unsigned x = a[i], y = a[other];
	if ((x > y) == !(i & block)) {
		a[i] = y;
		a[other] = x;
	}
}
