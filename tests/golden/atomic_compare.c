// args: -scheme=spmd -arch=sm_70
// The machine's minimum, its compare-and-swap, and a loop for the minimum of floats.
void f(int *i, float *x, int e, float d)
{
	#pragma omp target map(tofrom: i[0:2], x[0:1])
	{
		#pragma omp atomic compare
		if (i[0] > e) { i[0] = e; }
		#pragma omp atomic compare
		if (i[1] == e) { i[1] = 7; }
		#pragma omp atomic compare
		x[0] = x[0] > d ? d : x[0];
	}
}
