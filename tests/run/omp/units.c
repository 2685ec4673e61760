// args: tests/run/two/units_other.c -Itests/run/two
// Two files with declare target functions and variables in both: initialisers with addresses, static
// names that clash, an array of unknown size, declare target link.
#include <stdio.h>
#include "units.h"

#pragma omp declare target
double coeff[3] = { 1, 2, 3 };
static int hidden = 5;
struct conf conf = { 7, "seven", &coeff[1] };
int get_hidden(void) { return hidden++; }
#pragma omp end declare target
int linked[4] = { 1, 2, 3, 4 };

int main(void)
{
	int r[8] = { 0 };
	double d = 0;

	#pragma omp target map(tofrom: r, d)
	{
		r[0] = other[2];
		r[1] = get_hidden();
		r[2] = get_hidden();
		r[3] = scale(4);
		d = poly(2);
		r[4] = conf.n + *conf.p + conf.name[0];
		r[5] = other_hidden();
		other[1] = 50;
	}
	printf("%d %d %d %d %d %d %g\n", r[0], r[1], r[2], r[3], r[4], r[5], d);
	printf("%d\n", from_two());
	coeff[0] = 10;
	#pragma omp target update to(coeff)
	#pragma omp target map(tofrom: d)
	d = poly(1);
	printf("%g\n", d);
	#pragma omp target map(tofrom: linked)
	for (int i = 0; i < 4; i++)
		linked[i] *= 2;
	printf("%d %d\n", linked[3], sum_linked());
	#pragma omp target data map(to: linked)
	{
		#pragma omp target map(from: r)
		r[0] = linked[0] + linked[1];
	}
	printf("%d\n", r[0]);
	return 0;
}
