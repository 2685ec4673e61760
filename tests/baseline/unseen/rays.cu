K rays_cast(float *R hit, const float4 *R ball, int n)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	float x = 2.0f * col / n - 1, y = 2.0f * row / n - 1, length = 1 / sqrtf(x * x + y * y + 1), nearest = 1e30f;

	if (row >= n || col >= n)
		return;
	x *= length;
	y *= length;
	for (int s = 0; s < 32; s++) {
		float4 b = ball[s];
		float along = x * b.x + y * b.y + length * b.z;
		float aside = b.x * b.x + b.y * b.y + b.z * b.z - along * along, r2 = b.w * b.w;

		if (along > 0 && aside < r2) {
			float t = along - sqrtf(r2 - aside);

			nearest = t < nearest ? t : nearest;
		}
	}
	hit[row * n + col] = nearest;
}
