// args: -arch=sm_70
/* No copy of the loop's body dominates the next, whose addresses are 12 bytes away: one pointer is stepped. */
void
nearest(int n, int *best, const int *at)
{
	#pragma omp target teams distribute parallel for map(from: best[:n]) map(to: at[:3 * n])
	for (int i = 0; i < n; i++) {
		int least = 1 << 30;

		for (int j = 0; j < n; j++) {
			if (i == j)
				continue;
			int x = at[3 * j] - at[3 * i], y = at[3 * j + 1] - at[3 * i + 1];
			if (x * x + y * y < least)
				least = x * x + y * y;
		}
		best[i] = least;
	}
}
