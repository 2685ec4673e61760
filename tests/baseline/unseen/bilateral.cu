K bilateral_filter(float *R out, const float *R in, int n)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0, weights = 0;

	if (i >= n || j >= n)
		return;
	float middle = in[i * n + j];
	for (int y = -3; y <= 3; y++)
		for (int x = -3; x <= 3; x++) {
			int row = min(max(i + y, 0), n - 1), col = min(max(j + x, 0), n - 1);
			float value = in[row * n + col], d = value - middle;
			float weight = expf(-0.125f * (x * x + y * y) - 20.0f * d * d);

			sum += weight * value;
			weights += weight;
		}
	out[i * n + j] = sum / weights;
}
