K align_pairs(int *R distance, const unsigned char *R first, const unsigned char *R second)
{
	__shared__ int line[3][129];
	int pair = blockIdx.x;

	for (int diagonal = 0; diagonal <= 256; diagonal++) {
		int *now = line[diagonal % 3], *last = line[(diagonal + 2) % 3], *before = line[(diagonal + 1) % 3];

		for (int i = threadIdx.x; i <= 128; i += blockDim.x) {
			int j = diagonal - i;

			if (j < 0 || j > 128)
				continue;
			int best = i == 0 ? j : i;
			if (i > 0 && j > 0) {
				best = before[i - 1] + (first[pair * 128 + i - 1] != second[pair * 128 + j - 1]);
				best = min(best, min(last[i - 1], last[i]) + 1);
			}
			now[i] = best;
		}
		__syncthreads();
	}
	if (threadIdx.x == 0)
		distance[pair] = line[256 % 3][128];
}
