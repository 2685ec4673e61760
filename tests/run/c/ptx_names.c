/* Variables with the names that PTX of ours gives to parameters, results and registers of its own. */
#include <stdio.h>

struct pair { long x[3]; };

#pragma omp declare target
static struct pair result_of_all;
static long retval = 5, arg1 = 7;

__attribute__((noinline)) static struct pair
make(long arg0, long n)
{
	struct pair result = { { arg0, n, retval } };

	for (long i = 0; i < n; i++)
		result.x[i % 3] += arg1;
	return result;
}

__attribute__((noinline)) static long
sum(struct pair arg0, struct pair piece)
{
	return arg0.x[0] + 10 * arg0.x[1] + 100 * arg0.x[2] + piece.x[1];
}

__attribute__((noinline)) static struct pair
twice(struct pair *piece, struct pair arg1)
{
	struct pair retval = make(sum(*piece, arg1), 4);

	retval.x[0] += sum(retval, *piece);
	return retval;
}

__attribute__((noinline)) static long
number(struct pair *result)
{
	long arg0[4] = { result->x[0], 1, 2, 3 };

	for (int i = 0; i < 3; i++)
		arg0[i + 1] += arg0[i] * retval;
	retval++;
	return arg0[result->x[1] & 3];
}
#pragma omp end declare target

int
main(void)
{
	struct pair out[2];
	long n;

	#pragma omp target map(from: out, n)
	{
		struct pair arg0 = make(3, 2), retval = twice(&arg0, make(1, 1));

		out[0] = arg0;
		out[1] = retval;
		result_of_all = twice(&retval, arg0);
		n = sum(result_of_all, twice(&out[0], out[1])) + number(&arg0);
	}
	for (int i = 0; i < 3; i++)
		printf("%ld %ld\n", out[0].x[i], out[1].x[i]);
	printf("%ld\n", n);
	return 0;
}
