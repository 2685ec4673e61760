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

/* … and of atomic compare. */
void g(int *x, int v, int e, int d, int r)
{
#pragma omp target map(v, r)
	{
#pragma omp atomic compare
		if (e < x[0]) { x[0] = e; }
#pragma omp atomic compare seq_cst
		x[1] = x[1] < e ? e : x[1];
#pragma omp atomic compare weak fail(acquire)
		if (x[2] == e) { x[2] = d; }
#pragma omp atomic compare capture
		v = x[3] = x[3] == e ? d : x[3];
#pragma omp atomic compare capture
		{ v = x[4]; if (x[4] > e) { x[4] = e; } }
#pragma omp atomic capture compare
		if (x[5] == e) { x[5] = d; } else { v = x[5]; }
#pragma omp atomic compare capture
		{ r = x[6] == e; if (r) { x[6] = d; } else { v = x[6]; } }
	}
}
