// minicc-args: -use_fast_math
// Functions of float as the hardware approximates them, quotients and roots that are not rounded:
// near the host's.
#include <math.h>
#include <stdio.h>

enum { N = 200, FUNCTIONS = 11 };

static float x[N], got[FUNCTIONS][N];

static double want(int which, double v)
{
	switch (which) {
	case 0: return sin(v);
	case 1: return cos(v);
	case 2: return tan(v);
	case 3: return exp(v);
	case 4: return exp2(v);
	case 5: return log(v);
	case 6: return log2(v);
	case 7: return log10(v);
	case 8: return pow(v, 1.7);
	case 9: return v / (v + 3);
	default: return sqrt(v);
	}
}

int main(void)
{
	int wrong = 0;

	for (int i = 0; i < N; i++)
		x[i] = 0.015f * (float)(i + 1);
	#pragma omp target teams distribute parallel for map(to: x) map(from: got)
	for (int i = 0; i < N; i++) {
		got[0][i] = sinf(x[i]);
		got[1][i] = cosf(x[i]);
		got[2][i] = tanf(x[i]);
		got[3][i] = expf(x[i]);
		got[4][i] = exp2f(x[i]);
		got[5][i] = logf(x[i]);
		got[6][i] = log2f(x[i]);
		got[7][i] = log10f(x[i]);
		got[8][i] = powf(x[i], 1.7f);
		got[9][i] = x[i] / (x[i] + 3);
		got[10][i] = sqrtf(x[i]);
	}
	for (int k = 0; k < FUNCTIONS; k++)
		for (int i = 0; i < N; i++) {
			double w = want(k, x[i]), off = fabs(got[k][i] - w);

			if (!(off <= 4e-6 * (1 + w * w)) && ++wrong < 10)
				printf("function %d of %g: %g, not %g\n", k, x[i], got[k][i], w);
		}
	printf("%s\n", wrong ? "wrong" : "right");
	return wrong != 0;
}
