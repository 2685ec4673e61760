// minicc-args: -w
// args: -w
// alloca declared by nobody, by its header, and as gcc's own; builtins of complex numbers.
#include <stdio.h>

int main(void)
{
	int r[4] = { 0 };

	#pragma omp target map(from: r)
	{
		int *p = alloca(16 * sizeof *p), *q = __builtin_alloca(8);
		float _Complex z = 1.0f + 2.0f * __builtin_complex(0.0f, 1.0f);

		for (int i = 0; i < 16; i++)
			p[i] = i * i;
		q[1] = p[15];
		z = __builtin_conjf(z);
		r[0] = q[1];
		r[1] = p[7];
		r[2] = (int)__builtin_cimagf(z);
		r[3] = (int)__builtin_creal(__builtin_conj(z + 2));
	}
	printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
	return 0;
}
