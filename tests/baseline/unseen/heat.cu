K heat_step(float *R to, const float *R from, int n)
{
	int k = 1 + blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	int j = 1 + row % (n - 2), i = 1 + row / (n - 2), at = (i * n + j) * n + k;

	if (k >= n - 1 || i >= n - 1)
		return;
	to[at] = 0.4f * from[at] + 0.1f * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n] +
		from[at - n * n] + from[at + n * n]);
}
