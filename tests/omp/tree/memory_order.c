/* requires atomic_default_mem_order sets the order of what says nothing. */
#pragma omp requires atomic_default_mem_order(seq_cst)
void f(int *x)
{
#pragma omp target
	{
#pragma omp atomic
		x[0]++;
#pragma omp atomic relaxed
		x[1]++;
	}
}
