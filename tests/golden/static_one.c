// args: -scheme=spmd -arch=sm_70
// With schedule(static, 1) each thread takes the next iteration in turn, as it does without the clause: one loop, no chunks.
void f(float *x, int n)
{
	#pragma omp target parallel for schedule(static, 1) map(tofrom: x[0:n])
	for (int i = 0; i < n; i++)
		x[i] *= 2;
}
