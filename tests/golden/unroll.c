// args: -scheme=spmd -arch=sm_70
// Three iterations in a row, and what is left of them.
void f(float *b, int n)
{
	#pragma omp target map(tofrom: b[0:n])
	#pragma omp unroll partial(3)
	for (int i = 0; i < n; i++)
		b[i] = 0;
}
