/* Arenas: memory by lifetime.
 *
 * Everything that the compiler builds lives in an arena and dies with it: one arena per
 * translation unit, one per function, one for scratch. There is no free() of a single object.
 * Memory is zeroed and aligned for any type. Running out of it ends the program with a message, so
 * no caller checks for NULL. Sizes are in bytes.
 *
 * Also here, because both live in arenas: growable arrays (VEC) and interned strings.
 * Do not keep pointers into a VEC across a push: the array may move. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *);
void *arena_alloc(struct arena *, size_t size);
char *arena_strdup(struct arena *, const char *);
char *arena_strndup(struct arena *, const char *, size_t n);
char *arena_printf(struct arena *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *, const char *fmt, va_list);
size_t arena_used(const struct arena *); /* bytes handed out, for statistics */

#define NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define NEWN(a, T, n) ((T *)arena_array((a), (n), sizeof(T)))
void *arena_array(struct arena *, size_t n, size_t size);

/* VEC(T) declares a growable array: elements v[0] … v[n-1]. All zeroes is the empty one.
 *	VEC(int) list = {0};
 *	vec_push(a, &list, 42);
 * Name the type (struct ints { int *v; size_t n, cap; }) where it crosses a function. */
#define VEC(T) \
	struct { \
		T *v; \
		size_t n, cap; \
	}
#define vec_push(a, vec, x) \
	((vec)->v = vec_room((a), (vec)->v, (vec)->n, &(vec)->cap, sizeof *(vec)->v), \
		(vec)->v[(vec)->n++] = (x))
#define vec_pop(vec) ((vec)->v[--(vec)->n])
#define vec_last(vec) ((vec)->v[(vec)->n - 1])

/* Return NAME with "$c3" for each byte that a PTX name may not have (PTX ISA 4.4): all but letters,
 * digits, _, $, %. */
const char *ascii_name(struct arena *, const char *name);

_Noreturn void out_of_memory(void); /* ends the program with a message */

void *vec_grow(struct arena *, void *old, size_t n, size_t *cap, size_t size);

static inline void *
vec_room(struct arena *a, void *old, size_t n, size_t *cap, size_t size)
{
	return n < *cap ? old : vec_grow(a, old, n, cap, size);
}

/* Interned strings: equal texts have equal pointers. A text may contain NULs, ends in a '\0' that
 * its size does not count, and lives as long as the interner's arena. */
struct interner;

struct interner *interner_new(struct arena *);
const char *intern(struct interner *, const char *text, size_t size);
const char *intern_str(struct interner *, const char *text);
size_t intern_size(const char *interned); /* bytes, without the final '\0' */
uint32_t intern_id(const char *interned); /* 0, 1, 2 … in order of interning */

#endif
