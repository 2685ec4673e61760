K bits_count(int *R distance, const unsigned long long *R row, const unsigned long long *R query, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;

	if (i >= n)
		return;
	for (int k = 0; k < 16; k++)
		sum += __popcll(row[k * n + i] ^ query[k]);
	distance[i] = sum;
}
