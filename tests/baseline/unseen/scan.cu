K scan_blocks(int *R out, int *R total, const int *R in)
{
	__shared__ int sum[2][256];
	int t = threadIdx.x, from = blockIdx.x * 1024 + 4 * t, turn = 0;
	int a = in[from], b = a + in[from + 1], c = b + in[from + 2], d = c + in[from + 3];

	sum[0][t] = d;
	__syncthreads();
	for (int step = 1; step < 256; step *= 2) {
		sum[!turn][t] = sum[turn][t] + (t >= step ? sum[turn][t - step] : 0);
		turn = !turn;
		__syncthreads();
	}
	int before = sum[turn][t] - d;
	out[from] = before + a;
	out[from + 1] = before + b;
	out[from + 2] = before + c;
	out[from + 3] = before + d;
	if (t == 255)
		total[blockIdx.x] = before + d;
}

K scan_totals(int *total, int nblocks)
{
	__shared__ int sum[256];
	int share = (nblocks + 255) / 256, t = threadIdx.x, from = t * share, to = min(from + share, nblocks), mine = 0, before = 0;

	for (int i = from; i < to; i++)
		mine += total[i];
	sum[t] = mine;
	__syncthreads();
	for (int i = 0; i < t; i++)
		before += sum[i];
	for (int i = from; i < to; i++) {
		int x = total[i];

		total[i] = before;
		before += x;
	}
}

K scan_add(int *R out, const int *R total, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] += total[i / 1024];
}
