/*
 * arena.c: memory of one lifetime: a module's, from load to unload.  Never free a piece of it.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/core.h"

/* The first block is small: the graphs of most functions need no more, and the heap has it from the
 * last one.  Further ones are pages of 2 MB, where the kernel has such: it takes as long to give ten
 * of 4 KB. */
enum { FIRST_BLOCK = 65536, BLOCK = 2 * 1024 * 1024, LARGE = BLOCK / 8 };

struct arena_block {
	struct arena_block *next;
	bool mapped;
	_Alignas(16) char data[];
};

/* From any thread, with any locks held: nothing is written or freed on the way out. */
_Noreturn void
sim_out_of_memory(void)
{
	fputs("ptxsim: error: out of host memory for the simulation\n", stderr);
	_exit(EXIT_FAILURE);
}

void *
sim_grown(void *v, size_t n, size_t *cap, size_t size)
{
	if (n < *cap)
		return v;
	*cap = *cap ? 2 * *cap : 64;
	v = realloc(v, *cap * size);
	if (!v)
		sim_out_of_memory();
	return v;
}

/* Return memory for a block, zero and aligned to its size; NULL if there is none. */
static struct arena_block *
map_block(void)
{
	char *p = mmap(NULL, 2 * BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t before = -(uintptr_t)p % BLOCK;

	if (p == MAP_FAILED)
		return NULL;
	if (before)
		munmap(p, before);
	munmap(p + before + BLOCK, BLOCK - before);
	madvise(p + before, BLOCK, MADV_HUGEPAGE); /* may fail: then its pages are small */
	return (struct arena_block *)(p + before);
}

static void *
add_block(struct sim_arena *a, struct arena_block *b, bool mapped)
{
	if (!b)
		sim_out_of_memory();
	b->mapped = mapped;
	b->next = a->blocks;
	a->blocks = b;
	return b->data;
}

void *
sim_arena_alloc(struct sim_arena *a, size_t bytes)
{
	bytes = (bytes + 15) & ~(size_t)15;
	if (bytes > LARGE)
		return add_block(a, calloc(1, sizeof(struct arena_block) + bytes), false);
	if ((size_t)(a->end - a->at) < bytes) {
		size_t header = sizeof(struct arena_block);
		bool first = !a->blocks && bytes <= FIRST_BLOCK;
		a->at = first ? add_block(a, calloc(1, header + FIRST_BLOCK), false) :
				add_block(a, map_block(), true);
		a->end = a->at + (first ? FIRST_BLOCK : BLOCK - header);
	}
	char *p = a->at;
	a->at += bytes;
	return p;
}

char *
sim_arena_strndup(struct sim_arena *a, const char *s, size_t n)
{
	char *p = sim_arena_alloc(a, n + 1);
	memcpy(p, s, n);
	return p;
}

void *
arena_regrow(struct sim_arena *a, const void *old, size_t n, size_t size, unsigned *cap)
{
	*cap = *cap ? *cap * 2 : 8;
	void *p = sim_arena_alloc(a, *cap * size);
	if (n)
		memcpy(p, old, n * size);
	return p;
}

void
sim_arena_free(struct sim_arena *a)
{
	while (a->blocks) {
		struct arena_block *b = a->blocks;
		a->blocks = b->next;
		if (b->mapped)
			munmap(b, BLOCK);
		else
			free(b);
	}
	a->at = a->end = NULL;
}
