// args: -arch=sm_70
/* One index for a pointer to an array's elements and for such an array. */
#pragma omp declare target
void
copy(const double *restrict a, double (*restrict b)[100], int k, int j)
{
	b[k][j + 1] = a[k * 100 + j];
}
#pragma omp end declare target
