void f(int *inoutset)
{
#pragma omp target map((inoutset:8])
	inoutset[0] = 1;
}
// error: 3:25: 'inout' undeclared
// error: 3:30: expected ')' before ':'
// Words that stand for newer ones are names like others where no clause expects them.
