// Tiotto et al. 2020, Fig. 6: the region calls func1, which leads over func2 to funcN with the loop,
// and to funcM, which has none.  other() leads to func2 and funcN as well, and is not a target region.
static void funcN(int n, double *a)
{
	#pragma omp parallel for
	for (int j = 0; j < n; j++)
		a[j] *= 2.0;
}

static double funcM(double x)
{
	return x + 1.0;
}

static void func2(int n, double *a)
{
	funcN(n, a);
}

static void func1(int n, double *a)
{
	func2(n, a);
	n = (int)funcM(n) - 1;
	func2(n, a);
}

void other(int n, double *a)
{
	func2(n, a);
}

void start(int n, double *a)
{
	#pragma omp target teams num_teams(1) map(tofrom: a[0:n])
	func1(n, a);
}
