/* Arenas and growable arrays; see arena.h.
 *
 * An arena is a list of blocks. Small objects are cut from the newest block; an object too large
 * for the usual block gets one of its own. Blocks double in size, so that a small file costs
 * little and a large one few calls of the allocator. A pass's arena often needs its first block only,
 * and a part of that: a few such blocks are kept for the next arenas, cleared as far as they were
 * used, since to ask the kernel for one costs more than most passes. Under AddressSanitizer the rest
 * of a block is poisoned, so that running over an object's end is seen. */
#include "base/arena.h"

#include <ctype.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define POISON(p, n) ASAN_POISON_MEMORY_REGION(p, n)
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION(p, n)
#define RED_ZONE 16
#else
#define POISON(p, n) ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#define RED_ZONE 0
#endif

enum { FIRST_BLOCK = 64 * 1024, LARGEST_BLOCK = 4 * 1024 * 1024, MOST_SPARE = 8 };

struct block {
	struct block *next;
	size_t size;
	max_align_t data[];
};

struct arena {
	struct block *blocks;
	char *free, *end; /* the rest of the newest block */
	size_t block_size;
	size_t used;
};

static struct {
	struct block *first;
	int n;
} spare; /* blocks of FIRST_BLOCK bytes, all zero */

_Noreturn void
out_of_memory(void)
{
	fputs("minicc: fatal error: out of memory\n", stderr);
	exit(1);
}

struct arena *
arena_new(void)
{
	struct arena *a = calloc(1, sizeof *a);
	if (!a)
		out_of_memory();
	a->block_size = FIRST_BLOCK;
	return a;
}

static void
free_block(const struct arena *a, struct block *b)
{
	char *data = (char *)b->data;

	if (b->size != FIRST_BLOCK || spare.n == MOST_SPARE) {
		free(b);
		return;
	}
	UNPOISON(data, b->size);
	memset(data, 0, a->end == data + b->size ? (size_t)(a->free - data) : b->size);
	b->next = spare.first;
	spare.first = b;
	spare.n++;
}

void
arena_free(struct arena *a)
{
	if (!a)
		return;
	for (struct block *b = a->blocks, *next; b; b = next) {
		next = b->next;
		free_block(a, b);
	}
	free(a);
}

static struct block *
take_spare(void)
{
	struct block *b = spare.first;

	spare.first = b->next;
	spare.n--;
	return b;
}

/* Fresh blocks come from calloc: for large ones it costs nothing, the kernel's pages are zero. */
static char *
new_block(struct arena *a, size_t size)
{
	if (size > SIZE_MAX - sizeof(struct block))
		out_of_memory();
	struct block *b = size == FIRST_BLOCK && spare.n ? take_spare() :
							   calloc(1, sizeof *b + size);
	if (!b)
		out_of_memory();
	b->size = size;
	b->next = a->blocks;
	a->blocks = b;
	return (char *)b->data;
}

void *
arena_alloc(struct arena *a, size_t size)
{
	size_t align = alignof(max_align_t);
	if (size > SIZE_MAX / 2)
		out_of_memory();
	size_t room = (size + RED_ZONE + align - 1) / align * align;
	char *p = a->free;
	a->used += room;
	if (room <= (size_t)(a->end - a->free)) {
		a->free += room;
	} else if (room > a->block_size / 4) {
		p = new_block(a, room);
		POISON(p, room);
	} else {
		p = new_block(a, a->block_size);
		POISON(p, a->block_size);
		a->free = p + room;
		a->end = p + a->block_size;
		if (a->block_size < LARGEST_BLOCK)
			a->block_size *= 2;
	}
	UNPOISON(p, size);
	return p;
}

void *
arena_array(struct arena *a, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		out_of_memory();
	return arena_alloc(a, n * size);
}

char *
arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *copy = arena_alloc(a, n + 1);
	if (n)
		memcpy(copy, s, n);
	return copy;
}

char *
arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *
arena_vprintf(struct arena *a, const char *fmt, va_list args)
{
	va_list again;
	va_copy(again, args);
	int n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	char *s = arena_alloc(a, (size_t)n + 1);
	vsnprintf(s, (size_t)n + 1, fmt, args);
	return s;
}

char *
arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	char *s = arena_vprintf(a, fmt, args);
	va_end(args);
	return s;
}

static bool
is_plain(unsigned char c)
{
	return (c < 128 && isalnum(c)) || c == '_' || c == '$' || c == '%';
}

const char *
ascii_name(struct arena *a, const char *name)
{
	size_t n = 0;
	char *text, *to;

	for (const char *s = name; *s; s++)
		n += !is_plain((unsigned char)*s);
	if (n == 0)
		return name;
	to = text = arena_alloc(a, strlen(name) + 2 * n + 1);
	for (; *name; name++)
		to += is_plain((unsigned char)*name) ? (*to = *name, 1) :
						       sprintf(to, "$%02x", (unsigned char)*name);
	*to = '\0';
	return text;
}

size_t
arena_used(const struct arena *a)
{
	return a->used;
}

void *
vec_grow(struct arena *a, void *old, size_t n, size_t *cap, size_t size)
{
	size_t larger = *cap ? *cap * 2 : 8;
	void *v = arena_array(a, larger, size);
	if (n)
		memcpy(v, old, n * size);
	*cap = larger;
	return v;
}
