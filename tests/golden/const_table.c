// args: -scheme=spmd -arch=sm_70
/* A const array of a block is one table of the module, read on the read-only path; a copy of a structure lies in
 * registers, though its short is read alone. */
struct pole { double a, b; short l; };

void f(int n, const struct pole *p, double *y)
{
	#pragma omp target teams distribute parallel for map(to: p[0:n]) map(from: y[0:n])
	for (int i = 0; i < n; i++) {
		const float weight[5] = { 1, .5f, .25f };
		struct pole q = p[i];

		y[i] = q.a * q.b + weight[q.l];
	}
}
