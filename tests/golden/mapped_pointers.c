// args: -arch=sm_90
/* Pointers in mapped structures lead to global memory: the kernel shows nobody an array of its own. */
struct grid {
	double *u;
	double *v;
};

void
choose(int n, struct grid *g)
{
	#pragma omp target map(to: g[:1])
	{
		double own[2] = { g->u[0], g->v[0] };

		g->v[1] = own[n];
	}
}
