/* Vectors of GNU C, which only the host compiler has; other names of its own. */
typedef int two __attribute__((vector_size(8)));
#pragma omp declare target
two table = { 1, 2 };
int kind = __builtin_classify_type(1.5);
#pragma omp end declare target
void f(int *a, long *l, two *p)
{
	#pragma omp target
	{
		two z = { 4, 4 };

		*l = (long)*p;
		a[0] = (*p)[1];
		a[1] = __builtin_classify_type(a);
		*p = -*p;
	}
}
// error: 11:7: 'z' has type '__vector(int)', which device code does not have
// error: 11:11: device code has no '__vector(int)'
// error: 13:14: device code has no '__vector(int)'
// error: 14:14: device code cannot use vectors of GNU C (vector_size)
// error: 15:10: device code cannot use '__builtin_classify_type'
// error: 16:6: device code has no '__vector(int)'
// error: 4:13: device variable 'table' cannot begin with vectors of GNU C (vector_size)
// error: 5:12: device variable 'kind' cannot begin with '__builtin_classify_type'
