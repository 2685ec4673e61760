/* Two kernels from one line, and names from a macro. */
#define TWICE(x) _Pragma("omp target") x; _Pragma("omp target") x
void f(int *a)
{
	TWICE(*a = 1);
}
