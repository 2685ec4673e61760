// args: -compare=spmd:-O0,spmd -compare-width=48
int
main(void)
{
	double a[64];

#pragma omp target teams distribute parallel for map(from: a)
	for (int i = 0; i < 64; i++)
		a[i] = 0.1;
	return a[3] != 0.1;
}
