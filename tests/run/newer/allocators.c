// may-refuse: inspector
// Memory allocators of OpenMP 5.2 [18.13] in device code: alignment, pools, fallbacks, one for each
// thread, and handles of the host.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma omp requires dynamic_allocators

static int aligned_to(const void *p, uintptr_t n)
{
	return p && (uintptr_t)p % n == 0;
}

static int predefined(void)
{
	int sum = 0;

	#pragma omp target map(tofrom: sum)
	{
		int *v = omp_alloc(100 * sizeof *v, omp_default_mem_alloc);

		#pragma omp parallel for
		for (int i = 0; i < 100; i++)
			v[i] = i;
		v = omp_realloc(v, 200 * sizeof *v, omp_default_mem_alloc, omp_default_mem_alloc);
		#pragma omp parallel for
		for (int i = 100; i < 200; i++)
			v[i] = v[i - 100];
		#pragma omp parallel for reduction(+: sum)
		for (int i = 0; i < 200; i++)
			sum += v[i];
		omp_free(v, omp_default_mem_alloc);
	}
	return sum;
}

static int alignment(void)
{
	int right = 0;

	#pragma omp target map(tofrom: right)
	{
		omp_alloctrait_t trait = { omp_atk_alignment, 512 }, odd = { omp_atk_alignment, 24 };
		omp_allocator_handle_t by512 = omp_init_allocator(omp_default_mem_space, 1, &trait);
		char *a = omp_alloc(1, by512), *b = omp_alloc(3, by512), *c = omp_aligned_alloc(1024, 5, by512);
		int *d = omp_aligned_calloc(256, 10, sizeof *d, omp_get_default_allocator());

		right += aligned_to(a, 512) + aligned_to(b, 512) + aligned_to(c, 1024) + aligned_to(d, 256);
		memset(c, 0, 5);
		right += d[0] == 0 && d[9] == 0 && c[4] == 0;
		right += omp_init_allocator(omp_default_mem_space, 1, &odd) == omp_null_allocator;
		omp_free(a, by512);
		omp_free(c, omp_null_allocator);
		omp_free(b, by512);
		omp_free(d, omp_null_allocator);
		omp_free(NULL, by512);
		omp_destroy_allocator(by512);
	}
	return right;
}

/* A pool of 200 bytes holds one block of 120, and the next when that was freed. */
static int pools(void)
{
	int right = 0;

	#pragma omp target map(tofrom: right)
	{
		omp_alloctrait_t strict[2] = { { omp_atk_pool_size, 200 }, { omp_atk_fallback, omp_atv_null_fb } };
		omp_allocator_handle_t small = omp_init_allocator(omp_default_mem_space, 2, strict);
		omp_alloctrait_t chain[3] = { { omp_atk_pool_size, 100 }, { omp_atk_fallback, omp_atv_allocator_fb },
			{ omp_atk_fb_data, small } };
		omp_allocator_handle_t first = omp_init_allocator(omp_default_mem_space, 3, chain);
		omp_allocator_handle_t loose = omp_init_allocator(omp_default_mem_space, 1, chain);
		char *a = omp_alloc(120, small), *b = omp_alloc(120, small), *c = omp_alloc(120, loose), *d, *e;

		right += a && !b && c;
		omp_free(a, small);
		d = omp_alloc(120, first);
		e = omp_alloc(120, first);
		right += d && !e;
		omp_free(d, first);
		e = omp_alloc(150, small);
		right += e != NULL;
		omp_free(e, small);
		omp_free(c, loose);
		omp_destroy_allocator(first);
		omp_destroy_allocator(small);
		omp_destroy_allocator(loose);
	}
	return right;
}

/* Every thread a block of its own; the pool is theirs together. */
static int threads(void)
{
	int sum = 0;

	#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
	for (int i = 0; i < 500; i++) {
		int *v = omp_calloc(i + 1, sizeof *v, omp_null_allocator);

		v[i] += i;
		sum += v[i];
		omp_free(v, omp_null_allocator);
	}
	return sum;
}

int main(void)
{
	printf("%d\n", predefined());
	printf("%d\n", alignment());
	printf("%d\n", pools());
	printf("%d\n", threads());
	return 0;
}
