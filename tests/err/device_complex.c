// what device code cannot do with complex numbers
#include <complex.h>
#include <stdio.h>

int main(void)
{
	double complex z = I;
	double x = 0;
	long double complex wide = I;
	_Atomic double complex at = 0;
	_Atomic double real = 0;

	#pragma omp target map(tofrom: z, x, wide, at, real)
	{
		z = cpow(z, z);
		z = csin(z);
		printf("%f\n", z);
		#pragma omp atomic
		x += z;
		z += wide;
		x = creall(wide);
		z = 1.0L * z;
		at = at + 1;
		at += 1;
		at++;
		real += z;
	}
	return 0;
}
// error: 15:7: device code calls 'cpow', which is not defined in this file and not 'declare target'
// error: 16:7: device code calls 'csin', which is not defined in this file and not 'declare target'
// error: 17:18: printf cannot take a complex number in device code
// error: 19:8: device code has no atomic access to _Complex double
// error: 20:5: device code has no '_Complex long double'
// error: 21:7: device code has no 'long double'
// error: 22:12: device code has no '_Complex long double'
// error: 23:3: device code has no atomic access to _Complex double
// error: 23:8: device code has no atomic access to _Complex double
// error: 24:3: device code has no atomic access to _Complex double
// error: 25:3: device code has no atomic access to _Complex double
// error: 26:8: device code has no atomic access to _Complex double
