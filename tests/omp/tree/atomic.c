/* Every form of atomic [15.8.4]. */
void f(int *x, int v, double e, unsigned char *c)
{
#pragma omp target map(v)
	{
#pragma omp atomic
		x[0]++;
#pragma omp atomic
		--x[1];
#pragma omp atomic update
		x[2] += e;
#pragma omp atomic seq_cst
		x[3] = x[3] * v;
#pragma omp atomic
		x[4] = v - x[4];
#pragma omp atomic read acquire
		v = x[5];
#pragma omp atomic write release
		x[6] = e + 1;
#pragma omp atomic capture
		v = x[7]++;
#pragma omp atomic capture
		v = --x[8];
#pragma omp atomic capture acq_rel
		v = x[9] += 2;
#pragma omp atomic capture
		v = x[10] = x[10] | 4;
#pragma omp atomic capture
		{ v = x[11]; x[11] -= 3; }
#pragma omp atomic capture
		{ x[12] = 5 & x[12]; v = x[12]; }
#pragma omp atomic capture
		{ v = x[13]; x[13] = v + 9; }
#pragma omp atomic update capture
		{ v = *x; ++*x; }
#pragma omp atomic
		*c <<= 1;
	}
}
