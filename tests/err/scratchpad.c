/* Martineau et al. 2016, Listing 7; OpenMP 5.2 [6.5]: variables in the team's memory. */
#include <omp.h>

void
f(int n, int *a, omp_allocator_handle_t mine)
{
	#pragma omp scratchpad
	int outside[4];

	#pragma omp target parallel map(tofrom: a[0:n])
	{
		#pragma omp scratchpad
		int long_one[n];
		#pragma omp scratchpad
		int set[2] = { 1, 2 };
		#pragma omp scratchpad
		static int fixed[2];
		#pragma omp scratchpad
		a[0] = long_one[0] + set[0] + fixed[0] + outside[0];
		int x[4];
		#pragma omp allocate(x) allocator(mine)
		int y[4];
		#pragma omp allocate(y) allocator(omp_pteam_mem_alloc) align(64)
		a[1] = x[0] + y[0];
	}
}
// error: 7:14: 'scratchpad' outside a target region
// error: 13:7: 'long_one' has variable length: shared memory is laid out when the kernel is compiled, give it a constant length
// error: 15:7: 'set' is the team's and cannot be initialised by each of its threads: assign to it, then wait at a barrier
// error: 17:14: expected a variable of automatic storage duration for 'scratchpad', 'fixed' is none
// error: 18:15: expected a declaration of variables after 'scratchpad'
// error: 21:37: expected a predefined allocator such as 'omp_pteam_mem_alloc' before identifier 'mine': target regions know no others
// error: 23:58: clause 'align' is not supported: write _Alignas in the declaration
