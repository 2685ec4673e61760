K kmeans_clear(float *sums)
{
	sums[threadIdx.x] = 0;
}

K kmeans_assign(int *R cluster, float *R sums, const float *R point, const float *R centre, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
	float least = 1e30f;

	if (i >= n)
		return;
	for (int c = 0; c < 16; c++) {
		float distance = 0;

		for (int d = 0; d < 4; d++) {
			float x = point[i * 4 + d] - centre[c * 4 + d];

			distance += x * x;
		}
		if (distance < least) {
			least = distance;
			best = c;
		}
	}
	cluster[i] = best;
	for (int d = 0; d < 4; d++)
		atomicAdd(&sums[best * 5 + d], point[i * 4 + d]);
	atomicAdd(&sums[best * 5 + 4], 1.0f);
}
