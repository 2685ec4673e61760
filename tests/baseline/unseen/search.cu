K search_text(char *R mark, int *R count, const char *R text, const char *R pattern, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;

	if (i >= n)
		return;
	while (k < 12 && text[i + k] == pattern[k])
		k++;
	mark[i] = k == 12;
	if (k == 12)
		atomicAdd(count, 1);
}
