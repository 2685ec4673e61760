/*
 * arena.c: memory of one lifetime: a module's, from load to unload.  Never free a piece of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/core.h"

struct arena_block {
	struct arena_block *next;
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

static void *
new_block(struct sim_arena *a, size_t bytes)
{
	struct arena_block *b = calloc(1, sizeof *b + bytes);
	if (!b)
		sim_out_of_memory();
	b->next = a->blocks;
	a->blocks = b;
	return b->data;
}

void *
sim_arena_alloc(struct sim_arena *a, size_t bytes)
{
	bytes = (bytes + 15) & ~(size_t)15;
	if (bytes > 16384)
		return new_block(a, bytes);
	if ((size_t)(a->end - a->at) < bytes) {
		a->at = new_block(a, 65536);
		a->end = a->at + 65536;
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
		free(b);
	}
	a->at = a->end = NULL;
}
