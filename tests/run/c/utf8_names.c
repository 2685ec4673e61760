// Names that PTX cannot spell: of functions, kernels, variables, parameters.
#include <stdio.h>

#pragma omp declare target
int zähler = 3;
struct größe { int maß; };
int größer(int wért)
{
	struct größe größe = { wért };

	return größe.maß + zähler++;
}
#pragma omp end declare target

int main(void)
{
	int ß = 0, é[2] = { 1, 2 }, e = 0, α = 2;

	#pragma omp target map(tofrom: ß, é, e)
	{
		int λ = α;

		e = é[0] += é[1];
		ß = größer(λ) + größer(e);
	}
	#pragma omp target update from(zähler)
	printf("%d %d %d %d\n", ß, é[0], e, zähler);
	return 0;
}
