// what both sides do last is done once, behind them; the load's address is all that is left of one
void
border(int n, int w, float *restrict y, const float *restrict x, const float *restrict edge)
{
	#pragma omp target teams distribute parallel for map(from: y[:n]) map(to: x[:n], edge[:w])
	for (int i = 0; i < n; i++)
		if (i < w)
			y[i] = edge[i];
		else
			y[i] = x[i - w];
}
