/*
 * omp_interop.c: the omp_* routines about interoperability objects (OpenMP 5.2 [18.12]).  There are
 * none: what interop initialises is omp_interop_none (minicc/omp/newer/interop.c), which has no
 * properties.
 */
#include <stddef.h>
#include <stdint.h>

#define WEAK __attribute__((weak)) /* a statically linked libgomp may define them too */

enum { SUCCESS = 0, EMPTY = -1 }; /* omp_interop_rc_t: the object is omp_interop_none */

WEAK int
omp_get_num_interop_properties(void *object)
{
	(void)object;
	return 0;
}

static void
is_empty(int *rc)
{
	if (rc)
		*rc = EMPTY;
}

WEAK intptr_t
omp_get_interop_int(void *object, int property, int *rc)
{
	(void)object, (void)property;
	is_empty(rc);
	return 0;
}

WEAK void *
omp_get_interop_ptr(void *object, int property, int *rc)
{
	(void)object, (void)property;
	is_empty(rc);
	return NULL;
}

WEAK const char *
omp_get_interop_str(void *object, int property, int *rc)
{
	(void)object, (void)property;
	is_empty(rc);
	return NULL;
}

WEAK const char *
omp_get_interop_name(void *object, int property)
{
	(void)object, (void)property;
	return NULL;
}

WEAK const char *
omp_get_interop_type_desc(void *object, int property)
{
	(void)object, (void)property;
	return NULL;
}

WEAK const char *
omp_get_interop_rc_desc(void *object, int rc)
{
	(void)object;
	return rc == SUCCESS ? "success" :
		rc == EMPTY  ? "the object is omp_interop_none" :
			       "no such property";
}
