/*
 * type.h: making and comparing types.  The predicates that every pass needs are in tree.h.
 *
 * A qualified type is a copy whose unqual points to the plain one; compare with type_same, never by
 * pointer.  All versions of a record share its struct record; record_complete brings their sizes up
 * to date.  For the front end only.
 */
#ifndef TREE_TYPE_H
#define TREE_TYPE_H

#include "tree/tree.h"

/* A record with what only the front end asks; the struct record comes first. */
struct record_info {
	struct record record;
	struct arena *arena;
	VEC(struct type *) versions; /* every struct type that names it; [0] is the plain one */
	bool being_defined;
	bool transparent;       /* attribute transparent_union */
	struct type *vector_of; /* a GNU vector in disguise: its element type */
};

static inline struct record_info *
record_info(const struct type *t)
{
	return (struct record_info *)t->u.record;
}

struct type *type_new(struct arena *, enum type_kind, size_t size, size_t align, struct type *base);
/* keeps quals; plain when it had none */
struct type *type_copy(struct arena *, const struct type *);
struct type *type_array(struct arena *, struct type *elem, size_t len);
struct type *type_array_unknown(struct arena *, struct type *elem); /* T x[] */
struct type *type_function(struct arena *, struct type *result);
struct type *type_record(struct arena *, enum type_kind, const char *tag, struct place);
void record_complete(struct type *); /* after its size, align, fields are set */
struct type *type_complex(struct arena *, struct type *real);
struct type *type_vector(struct arena *, struct type *elem, size_t size);

/* adds to those it has */
struct type *type_qualified(struct arena *, struct type *, unsigned quals);
struct type *type_aligned(struct arena *, struct type *, size_t align);
struct type *type_composite(struct arena *, struct type *, struct type *); /* C11 6.2.7p3 */

bool type_same_quals(const struct type *, const struct type *); /* compatible, qualifiers too */
bool type_is_complete(const struct type *);
bool type_is_pointer_to_void(const struct type *);
bool type_is_char_like(const struct type *); /* char, signed char, unsigned char */
bool type_is_vector(const struct type *);
bool type_is_variably_modified(const struct type *); /* a VLA anywhere in its derivation */
int type_width(const struct type *);                 /* bits of an integer type; _Bool: 1 */

#endif
