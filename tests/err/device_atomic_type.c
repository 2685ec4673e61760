// _Atomic objects (C11 6.7.2.4)
_Atomic int q;

void f(int *a)
{
	#pragma omp target map(tofrom: q)
	a[0] = q;
}
// error: 7:9: _Atomic objects are not available in device code; use '#pragma omp atomic'
