// pragmas that are nearly OpenMP's (OpenMP 5.2 [3.1]), and some that are not
#pragma once
#pragma pack(1)
#pragma acc kernels
#define CALL _Pragma("opm target")
void f(double *x, int n)
{
	#pragma ompp target map(tofrom: x[0:n])
	x[0] = 1;
	#pragma opm parallel
	x[1] = 1;
	#pragma OMP target
	_Pragma("om parallel") x[2] = 1;
	CALL x[3] = 1;
	#pragma omp targt
}
// warning: 8:10: unknown pragma 'ompp'; did you mean 'omp'? [-Wunknown-pragmas]
// warning: 10:10: unknown pragma 'opm'; did you mean 'omp'? [-Wunknown-pragmas]
// warning: 12:10: unknown pragma 'OMP'; did you mean 'omp'? [-Wunknown-pragmas]
// warning: 13:11: unknown pragma 'om'; did you mean 'omp'? [-Wunknown-pragmas]
// warning: 14:2: unknown pragma 'opm'; did you mean 'omp'? [-Wunknown-pragmas]
// error: 15:14: expected an OpenMP directive before identifier 'targt'; did you mean 'target'?
