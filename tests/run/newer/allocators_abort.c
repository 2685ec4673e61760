// exit: 1
// stderr: failed: CUDA_ERROR
// An allocator whose pool is too small, and whose fallback is to end the program.
#include <omp.h>
#include <stdio.h>

int main(void)
{
	int made = 0;

	#pragma omp target map(tofrom: made)
	{
		omp_alloctrait_t traits[2] = { { omp_atk_pool_size, 256 }, { omp_atk_fallback, omp_atv_abort_fb } };
		omp_allocator_handle_t small = omp_init_allocator(omp_default_mem_space, 2, traits);

		made += omp_alloc(200, small) != NULL;
		made += omp_alloc(300, small) != NULL;
	}
	printf("%d\n", made);
	return 0;
}
