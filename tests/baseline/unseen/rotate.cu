K rotate_all(float3 *R after, const float4 *R turn, const float3 *R before, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	float4 q = turn[i]; /* w, x, y, z */
	float3 v = before[i];
	float x = 2 * (q.z * v.z - q.w * v.y), y = 2 * (q.w * v.x - q.y * v.z), z = 2 * (q.y * v.y - q.z * v.x);

	after[i] = make_float3(v.x + q.x * x + q.z * z - q.w * y, v.y + q.x * y + q.w * x - q.y * z,
		v.z + q.x * z + q.y * y - q.z * x);
}
