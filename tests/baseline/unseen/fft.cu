K fft_stage(double2 *R to, const double2 *R from, const double2 *R w, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n / 2)
		return;
	int k = i & (m - 1), j = i - k;
	double2 a = from[i], b = from[i + n / 2], t = w[j];
	double re = a.x - b.x, im = a.y - b.y;

	to[j + i] = make_double2(a.x + b.x, a.y + b.y);
	to[j + i + m] = make_double2(t.x * re - t.y * im, t.x * im + t.y * re);
}
