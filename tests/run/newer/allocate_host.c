// allocate in host code, with align and allocators.
#include <stdint.h>
#include <stdio.h>
#include <omp.h>

static int table[3], *(*column[4])[2];
#pragma omp allocate(table, column) align(128) allocator(omp_default_mem_alloc)

static unsigned off(const void *p, unsigned bytes)
{
	return (unsigned)((uintptr_t)p % bytes);
}

static int automatic(int n)
{
	char before = 1, v[5] = { 1, 2, 3, 4, 5 }, after = 2;
	int *p, (*f)(int) = automatic;
	#pragma omp allocate(v) align(64)
	#pragma omp allocate(p, f) allocator(omp_high_bw_mem_alloc), align(1 << 8)
	#pragma omp allocate(before)

	p = &n;
	#pragma omp target map(to: v) map(tofrom: p[0:1])
	for (int i = 0; i < 5; i++)
		p[0] += v[i];
	#pragma omp target simd map(tofrom: v) firstprivate(n) allocate(omp_default_mem_alloc: n)
	for (int i = 0; i < 5; i++) // without target, simd takes neither clause
		v[i] += n;
	return v[4] - v[3] - 1 + n + before + after + (int)(off(v, 64) + off(&p, 256) + off(&f, 256));
}

int main(void)
{
	printf("%u %u %d\n", off(table, 128), off(column, 128), automatic(24));
	return 0;
}
