/*
 * omp_alloc.c: the memory allocators of OpenMP (5.2 [6.2], [18.13]) for device code.
 *
 * All memory spaces are the device's heap; of the traits, alignment, pool_size, fallback and
 * fb_data mean something there.  Each block knows the allocator that it came from, so any handle
 * frees it. A handle that omp_init_allocator did not make here (one of the host's, of
 * uses_allocators) stands for omp_default_mem_alloc.
 */
typedef unsigned long size_t;
typedef unsigned long handle_t; /* omp_allocator_handle_t; 0 is omp_null_allocator */

typedef struct {
	int key;
	unsigned long value;
} omp_alloctrait_t;

struct allocator {
	size_t align, pool, used;
	unsigned long fallback;
	handle_t fb_data;
};
struct block {
	void *raw;
	size_t size;
	handle_t from;
	size_t unused;
}; /* before what it gives */

enum { /* as in omp.h */
	DEFAULT_MEM_ALLOC = 1,
	ATK_ALIGNMENT = 2,
	ATK_POOL_SIZE = 4,
	ATK_FALLBACK = 5,
	ATK_FB_DATA = 6,
	ATV_DEFAULT_MEM_FB = 11,
	ATV_NULL_FB = 12,
	ATV_ABORT_FB = 13,
	ATV_ALLOCATOR_FB = 14,
	LEAST_ALIGN = 16 /* malloc's */
};

#define TAG (0x6f61UL << 48) /* above any address: marks the handles made here */

void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
int printf(const char *, ...);
_Noreturn void abort(void);

static struct allocator *
allocator_of(handle_t h)
{
	return h >> 48 == TAG >> 48 ? (struct allocator *)(h & ~TAG) : (struct allocator *)0;
}

/* ---- allocators ---- */

handle_t
omp_init_allocator(unsigned long space, int n, const omp_alloctrait_t *traits)
{
	struct allocator *a = malloc(sizeof *a);

	(void)space;
	if (!a)
		return 0;
	*a = (struct allocator){ LEAST_ALIGN, ~0UL, 0, ATV_DEFAULT_MEM_FB, 0 };
	for (int i = 0; i < n; i++) {
		unsigned long v = traits[i].value;

		if (v == ~0UL) /* omp_atv_default */
			continue;
		if (traits[i].key == ATK_ALIGNMENT)
			a->align = v;
		else if (traits[i].key == ATK_POOL_SIZE)
			a->pool = v;
		else if (traits[i].key == ATK_FALLBACK)
			a->fallback = v;
		else if (traits[i].key == ATK_FB_DATA)
			a->fb_data = v;
	}
	if (a->align == 0 || (a->align & (a->align - 1)) != 0) {
		free(a);
		return 0;
	}
	if (a->align < LEAST_ALIGN)
		a->align = LEAST_ALIGN;
	return (handle_t)a | TAG;
}

void
omp_destroy_allocator(handle_t h)
{
	free(allocator_of(h));
}
handle_t
omp_get_default_allocator(void)
{
	return DEFAULT_MEM_ALLOC;
}

/* ---- blocks ---- */

/* N bytes of the heap, or null. */
static void *
take(size_t align, size_t n, handle_t from)
{
	size_t more = align + sizeof(struct block);
	char *raw = n + more < n ? (char *)0 : malloc(n + more), *to;

	if (!raw)
		return (void *)0;
	to = (char *)(((size_t)raw + more) & -align);
	((struct block *)to)[-1] = (struct block){ raw, n, from, 0 };
	return to;
}

/* Changes how much of the pool is used; false: it does not hold so much. */
static int
use_pool(struct allocator *a, size_t n)
{
	size_t was;

	if (a->pool == ~0UL)
		return 1;
#pragma omp atomic capture
	{
		was = a->used;
		a->used += n;
	}
	if (was <= a->pool && n <= a->pool - was)
		return 1;
#pragma omp atomic
	a->used -= n;
	return 0;
}

/* Goes on with the next allocator as long as fallbacks name one. */
void *
omp_aligned_alloc(size_t align, size_t n, handle_t h)
{
	struct allocator *a;
	void *p;

	if (n == 0)
		return (void *)0;
	if (align < LEAST_ALIGN)
		align = LEAST_ALIGN;
	while ((a = allocator_of(h))) {
		if (use_pool(a, n)) {
			if ((p = take(a->align > align ? a->align : align, n, h)))
				return p;
			if (a->pool != ~0UL) {
#pragma omp atomic
				a->used -= n;
			}
		}
		if (a->fallback == ATV_NULL_FB)
			return (void *)0;
		if (a->fallback == ATV_ABORT_FB) {
			printf("omp_alloc: no %lu bytes, and the allocator's fallback is abort_fb\n",
				n);
			abort();
		}
		h = a->fallback == ATV_ALLOCATOR_FB ? a->fb_data : DEFAULT_MEM_ALLOC;
	}
	return take(align, n, h);
}

void *
omp_alloc(size_t n, handle_t h)
{
	return omp_aligned_alloc(LEAST_ALIGN, n, h);
}

void *
omp_aligned_calloc(size_t align, size_t n, size_t size, handle_t h)
{
	void *p = size && n > ~0UL / size ? (void *)0 : omp_aligned_alloc(align, n * size, h);

	return p ? memset(p, 0, n * size) : p;
}

void *
omp_calloc(size_t n, size_t size, handle_t h)
{
	return omp_aligned_calloc(LEAST_ALIGN, n, size, h);
}

void
omp_free(void *p, handle_t h)
{
	struct block *b = (struct block *)p - 1;
	struct allocator *a;

	(void)h;
	if (!p)
		return;
	if ((a = allocator_of(b->from)) && a->pool != ~0UL) {
#pragma omp atomic
		a->used -= b->size;
	}
	free(b->raw);
}

void *
omp_realloc(void *p, size_t n, handle_t h, handle_t old)
{
	size_t had = p ? ((struct block *)p)[-1].size : 0;
	void *to = omp_alloc(n, h ? h : old);

	if (to && p)
		memcpy(to, p, had < n ? had : n);
	if (to || n == 0)
		omp_free(p, old);
	return to;
}
