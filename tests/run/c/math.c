// <math.h> in device code: exactly rounded functions bit for bit, the others within their bounds.
#include <stdio.h>
#include <math.h>

#define N 200

static double exact[N][6], d[N][10];
static float fexact[N][3], f[N][8];

static void wrong(const char *what, double got, double want, double ulp, double one_ulp)
{
	if (fabs(got - want) > ulp * one_ulp * fabs(want) && !(got == want))
		printf("%s: %.17g, not %.17g\n", what, got, want);
}

int main(void)
{
	#pragma omp target teams distribute parallel for map(from: exact, fexact, d, f)
	for (int i = 0; i < N; i++) {
		double x = (i - 60) * 0.37 + 0.01, p = fabs(x) + 0.001;
		float y = x, q = p;

		exact[i][0] = sqrt(p);
		exact[i][1] = fmin(x, 3) + fmax(x, -3);
		exact[i][2] = floor(x) + 2 * ceil(x);
		exact[i][3] = trunc(x) * fabs(x);
		exact[i][4] = copysign(p, -x);
		exact[i][5] = fma(x, x, -p);
		fexact[i][0] = sqrtf(q);
		fexact[i][1] = floorf(y) + fabsf(y);
		fexact[i][2] = fminf(y, 1) * fmaxf(y, 2);
		d[i][0] = sin(x); d[i][1] = cos(x); d[i][2] = exp(x); d[i][3] = log(p); d[i][4] = pow(p, x / 9);
		d[i][5] = tan(x); d[i][6] = atan(x); d[i][7] = atan2(x, p + 1); d[i][8] = tanh(x); d[i][9] = cbrt(x);
		f[i][0] = sinf(y); f[i][1] = cosf(y); f[i][2] = expf(y); f[i][3] = logf(q); f[i][4] = powf(q, y / 9);
		f[i][5] = atan2f(y, q + 1); f[i][6] = tanf(y); f[i][7] = tanhf(y);
	}
	for (int i = 0; i < N; i++) {
		double x = (i - 60) * 0.37 + 0.01, p = fabs(x) + 0.001;
		float y = x, q = p;

		wrong("sqrt", exact[i][0], sqrt(p), 0, 0);
		wrong("fmin", exact[i][1], fmin(x, 3) + fmax(x, -3), 0, 0);
		wrong("floor", exact[i][2], floor(x) + 2 * ceil(x), 0, 0);
		wrong("trunc", exact[i][3], trunc(x) * fabs(x), 0, 0);
		wrong("copysign", exact[i][4], copysign(p, -x), 0, 0);
		wrong("fma", exact[i][5], fma(x, x, -p), 0, 0);
		wrong("sqrtf", fexact[i][0], sqrtf(q), 0, 0);
		wrong("floorf", fexact[i][1], floorf(y) + fabsf(y), 0, 0);
		wrong("fminf", fexact[i][2], fminf(y, 1) * fmaxf(y, 2), 0, 0);
		wrong("sin", d[i][0], sin(x), 4, 0x1p-52);
		wrong("cos", d[i][1], cos(x), 4, 0x1p-52);
		wrong("exp", d[i][2], exp(x), 4, 0x1p-52);
		wrong("log", d[i][3], log(p), 4, 0x1p-52);
		wrong("pow", d[i][4], pow(p, x / 9), 4, 0x1p-52);
		wrong("tan", d[i][5], tan(x), 4, 0x1p-52);
		wrong("atan", d[i][6], atan(x), 4, 0x1p-52);
		wrong("atan2", d[i][7], atan2(x, p + 1), 4, 0x1p-52);
		wrong("tanh", d[i][8], tanh(x), 4, 0x1p-52);
		wrong("cbrt", d[i][9], cbrt(x), 4, 0x1p-52);
		wrong("sinf", f[i][0], sinf(y), 8, 0x1p-23);
		wrong("cosf", f[i][1], cosf(y), 8, 0x1p-23);
		wrong("expf", f[i][2], expf(y), 8, 0x1p-23);
		wrong("logf", f[i][3], logf(q), 8, 0x1p-23);
		wrong("powf", f[i][4], powf(q, y / 9), 8, 0x1p-23);
		wrong("atan2f", f[i][5], atan2f(y, q + 1), 8, 0x1p-23);
		wrong("tanf", f[i][6], tanf(y), 8, 0x1p-23);
		wrong("tanhf", f[i][7], tanhf(y), 8, 0x1p-23);
	}
	printf("done\n");
	return 0;
}
