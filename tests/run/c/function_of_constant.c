// Functions of constants have the host's values; what is no number stays a call.
#include <math.h>
#include <stdio.h>

#pragma omp declare target
static double
values(double *d, float *f)
{
	const double pi = acos(-1.0);

	d[0] = pi;
	d[1] = 4 * atan(1.0);
	d[2] = log(2) + exp(1.0f) + asin(0.5);
	d[3] = log10(2.0) + log2(3.0) + cbrt(5.0);
	d[4] = sin(1.5 * 2) + cos(-1.0) + tan(1.0);
	f[0] = acosf(-1.0f);
	f[1] = expf(0.1); /* rounded to float before */
	const float angle = 30, scale = 0.5f;
	float turn[2] = { cosf(angle * pi / 180), sinf(angle * pi / 180) }, det = turn[0] * turn[0] + turn[1] * turn[1];
	for (int k = 0; k < 2; k++)
		d[5 + k] = det < 0.5 ? 0 : pow(angle, k + scale) + hypot(turn[k], 3);
	f[2] = (int)(10 * tanhf(scale)) + floorf(erff(angle));
	return acos(2.0);
}
#pragma omp end declare target

enum { D = 7, F = 3 };

int
main(void)
{
	double d[D], host_d[D], undefined = 0;
	float f[F], host_f[F];
	int wrong = 0;

#pragma omp target map(from : d, f) map(tofrom : undefined)
	undefined = values(d, f);
	values(host_d, host_f);
	for (int i = 0; i < D; i++)
		wrong += fabs(d[i] - host_d[i]) > 2e-16 * fabs(host_d[i]);
	for (int i = 0; i < F; i++)
		wrong += f[i] != host_f[i];
	printf("%d wrong, %s\n", wrong, isnan(undefined) ? "not a number" : "a number");
	return wrong || !isnan(undefined);
}
