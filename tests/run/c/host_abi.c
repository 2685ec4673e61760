// What options change of the host's types: enumerations as small as they can be, long double of eight bytes.
// args: -fshort-enums -mlong-double-64
#include <stddef.h>
#include <stdio.h>

enum small { LOW, HIGH = 200 };
enum negative { MINUS = -1, MORE = 1000 };

struct record {
	char c;
	enum small e;
	long double x; /* only its place counts: device code has none */
	enum negative n;
	short s;
};

#pragma omp declare target
static enum small next(enum small e)
{
	return e + 1;
}
#pragma omp end declare target

int main(void)
{
	struct record r = { 1, HIGH, 2.5L, MINUS, 7 };
	enum small all[] = { LOW, HIGH, 3 };
	int out[8];

	#pragma omp target map(tofrom: r, all) map(from: out)
	{
		out[0] = sizeof(enum small) + 10 * sizeof(enum negative);
		out[1] = sizeof(struct record) + 100 * offsetof(struct record, x);
		out[2] = r.e + r.n + r.s;
		out[3] = next(all[1]) + all[2];
		out[4] = (enum small)300;
		r.n = MORE;
		r.e = all[2] = 77;
	}
	for (int i = 0; i < 5; i++)
		printf("%d ", out[i]);
	printf("%d %d %d %d\n", r.n, r.e, all[1], all[2]);
	return 0;
}
