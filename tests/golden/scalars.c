// args: -scheme=spmd -arch=sm_90
// Small functions are built in, structures live in registers, a table's elements become constants.
struct complex { float re, im; };
static const float weight[3] = { 1, 2, 0.5f };

static struct complex times(struct complex a, struct complex b)
{
	struct complex r = { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };

	return r;
}

void f(struct complex *z)
{
	#pragma omp target map(z[0:3])
	{
		struct complex sum[2] = { { 0, 0 }, { 1, 1 } };

		for (int k = 0; k < 3; k++)
			sum[k % 2].re += weight[k] * times(z[k], z[k]).im;
		z[0] = sum[0];
		z[1] = sum[1];
	}
}
