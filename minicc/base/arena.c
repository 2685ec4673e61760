/* Arenas and growable arrays; see arena.h.
 *
 * An arena is a list of blocks. Small objects are cut from the newest block; an object too large
 * for the usual block gets one of its own. Blocks double in size, so that a small file costs
 * little and a large one few calls of the allocator. They are cut from slabs of pages of 2 MB, where
 * the kernel has such: it takes longer to get a page from it than to use one, and most of what minicc
 * does is to fill pages. A block that is freed is kept for the next arenas, as a pass's arena often
 * needs a part of its first block only, and cleared when it is taken, as far as it was used. Under
 * AddressSanitizer the rest of a block is poisoned, so that running over an object's end is seen. */
#include "base/arena.h"

#include <ctype.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

enum { FIRST_BLOCK = 64 * 1024, SIZES = 7, LARGEST_BLOCK = FIRST_BLOCK << (SIZES - 1) };
enum { LARGE_PAGE = 2 * 1024 * 1024, SLAB = 4 * LARGE_PAGE };

struct block {
	struct block *next;
	size_t size, used; /* of data; used: bytes that are not zero, once it is freed */
	max_align_t data[];
};

struct arena {
	struct block *blocks;
	char *free, *end; /* the rest of the newest block */
	size_t block_size;
	size_t used;
};

static struct {
	struct block *spare[SIZES]; /* blocks of FIRST_BLOCK << i bytes, header included */
	char *free, *end;           /* the rest of the newest slab, all zero */
} slabs;

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

static size_t
whole_size(int i)
{
	return (size_t)FIRST_BLOCK << i;
}

/* Return the index of the smallest size of blocks with room for SIZE bytes, or SIZES. */
static int
size_index(size_t size)
{
	int i = 0;

	while (i < SIZES && whole_size(i) - sizeof(struct block) < size)
		i++;
	return i;
}

static void
free_block(const struct arena *a, struct block *b)
{
	char *data = (char *)b->data;
	int i = size_index(b->size);

	UNPOISON(data, b->size);
	if (i == SIZES) {
		free(b);
		return;
	}
	b->used = a->end == data + b->size ? (size_t)(a->free - data) : b->size;
	b->next = slabs.spare[i];
	slabs.spare[i] = b;
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
take_spare(int i)
{
	struct block *b = slabs.spare[i];

	slabs.spare[i] = b->next;
	memset(b->data, 0, b->used);
	return b;
}

static void
new_slab(void)
{
	char *p = mmap(NULL, SLAB + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		-1, 0);

	if (p == MAP_FAILED)
		out_of_memory();
	p += -(uintptr_t)p % LARGE_PAGE;
	madvise(p, SLAB, MADV_HUGEPAGE); /* may fail: then its pages are small */
	slabs.free = p;
	slabs.end = p + SLAB;
}

static struct block *
cut_block(int i)
{
	if ((size_t)(slabs.end - slabs.free) < whole_size(i))
		new_slab();
	slabs.free += whole_size(i);
	return (struct block *)(slabs.free - whole_size(i));
}

/* Return the data of a block with room for SIZE bytes at least, zero. */
static char *
new_block(struct arena *a, size_t size)
{
	int i = size_index(size);
	struct block *b;

	if (size > SIZE_MAX - sizeof *b)
		out_of_memory();
	if (i < SIZES)
		b = slabs.spare[i] ? take_spare(i) : cut_block(i);
	else if (!(b = calloc(1, sizeof *b + size)))
		out_of_memory();
	b->size = i < SIZES ? whole_size(i) - sizeof *b : size;
	b->next = a->blocks;
	a->blocks = b;
	POISON(b->data, b->size);
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
	} else {
		p = new_block(a, a->block_size - sizeof(struct block));
		a->free = p + room;
		a->end = p + a->block_size - sizeof(struct block);
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
