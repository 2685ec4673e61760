// the host's variables in functions that device code calls (OpenMP 5.2 [7.8])
int counter;
static double table[10];
static const int squares[] = { 0, 1, 4, 9 };
_Thread_local int own;
#pragma omp declare target
int apart;
#pragma omp end declare target
#pragma omp threadprivate(apart)

static int next(int i)
{
	counter++;
	return table[i] + squares[i] + own + apart;
}

void f(int *a)
{
	#pragma omp target
	a[0] = next(1);
}
// error: 13:2: 'counter' is a variable of the host: map it where it is used, or put it under '#pragma omp declare target'
// error: 14:9: 'table' is a variable of the host: map it where it is used, or put it under '#pragma omp declare target'
// error: 14:33: device code has no thread-local storage: 'own'
// error: 14:39: device code has no thread-local storage: 'apart'
