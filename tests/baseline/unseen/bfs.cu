K bfs_reset(int *level, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		level[i] = i == 0 ? 0 : -1;
}

K bfs_visit(int *level, const int *R edge, int *changed, int n, int depth)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n || level[i] != depth)
		return;
	for (int e = i * 8; e < (i + 1) * 8; e++)
		if (level[edge[e]] < 0) {
			level[edge[e]] = depth + 1;
			*changed = 1;
		}
}
