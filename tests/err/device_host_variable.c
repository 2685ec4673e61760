// the host's variables in functions that device code calls (OpenMP 5.2 [7.8])
int counter;
static double table[10];
static const int squares[] = { 0, 1, 4, 9 };
_Thread_local int own;

static int next(int i)
{
	counter++;
	return table[i] + squares[i] + own;
}

void f(int *a)
{
	#pragma omp target
	a[0] = next(1);
}
// error: 9:2: 'counter' is a variable of the host: map it where it is used, or put it under '#pragma omp declare target'
// error: 10:9: 'table' is a variable of the host: map it where it is used, or put it under '#pragma omp declare target'
// error: 10:33: device code has no thread-local storage: 'own'
