/* What stays to be written by hand of 5.1's and 5.2's directives. */
void f(int *a)
{
	int x;
#pragma omp allocate(x) size(4)
#pragma omp allocate(x) align(3)
#pragma omp parallel for ordered(1)
	for (int i = 1; i < 9; i++) {
#pragma omp ordered doacross(sink: omp_cur_iteration - 1)
		a[i] = a[i - 1];
#pragma omp ordered doacross(source: i - 1)
	}
}
// error: 9:30: 'omp_cur_iteration' in 'sink' is not supported: name the loops' variables, as in 'sink: i - 1'
// error: 11:38: expected nothing or 'omp_cur_iteration' after 'source:'
// error: 5:25: expected 'allocator' or 'align' before identifier 'size'
// error: 6:31: expected a constant power of two in 'align'
