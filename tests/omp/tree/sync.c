/* single, master, masked, critical, barrier, flush; taskwait costs nothing. */
void f(int n, int *a)
{
#pragma omp target parallel
	{
#pragma omp single nowait
		a[0] = 1;
#pragma omp master
		a[1] = 1;
#pragma omp masked filter(n + 1)
		a[2] = 1;
#pragma omp critical (lock) hint(0)
		a[3]++;
#pragma omp critical
		a[4]++;
#pragma omp barrier
#pragma omp flush (a)
#pragma omp flush acq_rel
#pragma omp taskwait
	}
}
