/* Several elements of one array; what only cc can reduce is left to it. */
static double temps[4];
struct c { double re, im; };
#pragma omp declare reduction(cadd: struct c: omp_out.re += omp_in.re)
void f(int n)
{
	int last = 0;
	struct c z = { 0, 0 };
#pragma omp target map(tofrom: temps)
#pragma omp parallel reduction(+: temps[0], temps[2])
	{
		temps[0] += 1;
		temps[2] += 1;
	}
#pragma omp parallel for reduction(cadd: z) lastprivate(conditional: last)
	for (int i = 0; i < n; i++) { z.re += i; last = i; }
}
