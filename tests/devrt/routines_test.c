/*
 * routines_test.c: the omp_* routines at their edges: null pointers, devices that do not exist,
 * sizes of nothing, and what those about host threads answer in a program that links without
 * -fopenmp.
 */
#include <limits.h>
#include <stddef.h>
#include "devrt/host/rt.h"
#include "fixture.h"

enum { N = 64, BIG = 2 << 20, TOFROM = DEVRT_MAP_TO | DEVRT_MAP_FROM, NOWHERE = 99 };

int omp_get_initial_device(void);
int omp_get_device_num(void);
void *omp_target_alloc(size_t bytes, int device);
void omp_target_free(void *p, int device);
int omp_target_is_present(const void *p, int device);
int omp_target_is_accessible(const void *p, size_t bytes, int device);
void *omp_get_mapped_ptr(const void *p, int device);
int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
	size_t from_offset, int to_device, int from_device);
int omp_target_memcpy_rect(void *to, const void *from, size_t element, int ndims,
	const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
	const size_t *to_dims, const size_t *from_dims, int to_device, int from_device);
int omp_target_associate_ptr(const void *host, const void *device_ptr, size_t bytes, size_t offset,
	int device);
int omp_target_disassociate_ptr(const void *p, int device);

int omp_get_num_procs(void);
int omp_get_ancestor_thread_num(int level);
int omp_get_team_size(int level);
int omp_test_lock(int *lock);
int omp_test_nest_lock(int *lock);
void omp_init_lock(int *lock);
void omp_unset_lock(int *lock);
void omp_init_nest_lock(int *lock);
void omp_unset_nest_lock(int *lock);
void omp_get_schedule(int *kind, int *chunk);
void omp_display_env(int verbose);
size_t omp_get_affinity_format(char *to, size_t size);
size_t omp_capture_affinity(char *to, size_t size, const char *format);
void *omp_alloc(size_t n, uintptr_t allocator);
void *omp_aligned_alloc(size_t align, size_t n, uintptr_t allocator);
void *omp_aligned_calloc(size_t align, size_t n, size_t size, uintptr_t allocator);
void omp_free(void *p, uintptr_t allocator);

static const struct devrt_launch here = { .device = DEVRT_DEFAULT_DEVICE };
static double a[N], big[BIG];

/* Each returns 0, or the number of the first check that is wrong. */
#define CHECK(c) \
	do { \
		n++; \
		if (!(c)) \
			return n; \
	} while (0)

static int
memory(void)
{
	int n = 0, host = omp_get_initial_device();
	void *p = omp_target_alloc(N, host);

	CHECK(omp_get_device_num() == host);
	CHECK(p && omp_target_alloc(0, 0) == NULL && omp_target_alloc(N, NOWHERE) == NULL);
	CHECK(!omp_target_is_present(NULL, 0) && !omp_target_is_present(p, 0));
	CHECK(omp_target_is_present(p, host) && !omp_target_is_present(p, NOWHERE));
	CHECK(omp_target_is_accessible(p, N, host) && !omp_target_is_accessible(NULL, N, host));
	CHECK(!omp_target_is_accessible(p, N, 0) && !omp_target_is_accessible(p, N, NOWHERE));
	omp_target_free(p, host);
	omp_target_free(NULL, 0);
	omp_target_free(NULL, host);
	return 0;
}

static int
mapped_pointers(void)
{
	int n = 0, host = omp_get_initial_device();
	char *d = omp_target_alloc(sizeof a, 0);

	CHECK(omp_get_mapped_ptr(a, host) == a && !omp_get_mapped_ptr(a, 0));
	CHECK(!omp_get_mapped_ptr(a, NOWHERE));
	CHECK(!omp_target_associate_ptr(a, d, sizeof a, 0, 0));
	CHECK(omp_get_mapped_ptr(&a[3], 0) == d + 3 * sizeof a[0]);
	CHECK(omp_target_disassociate_ptr(&a[3], 0) && !omp_target_disassociate_ptr(a, 0));
	CHECK(omp_target_associate_ptr(NULL, d, 8, 0, 0) &&
		omp_target_associate_ptr(a, NULL, 8, 0, 0));
	CHECK(omp_target_associate_ptr(a, d, 0, 0, 0) &&
		omp_target_associate_ptr(a, d, 8, 0, host));
	CHECK(omp_target_disassociate_ptr(NULL, 0) && omp_target_disassociate_ptr(a, host));
	omp_target_free(d, 0);
	return 0;
}

static int
copies(void)
{
	int n = 0, host = omp_get_initial_device();
	const size_t one[] = { 1 }, none[] = { 0 };
	char text[] = "abcdef", *d = omp_target_alloc(8, 0);

	CHECK(!omp_target_memcpy(text, text, 4, 1, 0, host, host) && !strcmp(text, "aabcdf"));
	CHECK(!omp_target_memcpy(d, text, 0, 0, 0, 0, host));
	CHECK(omp_target_memcpy(d, text, 4, 0, 0, NOWHERE, host));
	CHECK(omp_target_memcpy(d, text, 4, 0, 0, 0, NOWHERE));
	CHECK(omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, host) ==
		INT_MAX);
	CHECK(omp_target_memcpy_rect(d, text, 1, 0, one, none, none, one, one, 0, host));
	CHECK(omp_target_memcpy_rect(d, text, 0, 1, one, none, none, one, one, 0, host));
	CHECK(omp_target_memcpy_rect(d, text, 1, 1, NULL, none, none, one, one, 0, host));
	CHECK(omp_target_memcpy_rect(d, text, 1, 1, one, none, none, one, one, NOWHERE, host));
	CHECK(!omp_target_memcpy_rect(d, text, 1, 1, one, none, none, one, one, 0, host));
	omp_target_free(d, 0);
	return 0;
}

/* Devices of one real driver, which copies between them: the simulator hides that it is none. */
static int
between(void)
{
	int n = 0, host = omp_get_initial_device();
	char text[] = "abcdef", back[8] = "", *d = omp_target_alloc(8, 0),
	     *e = omp_target_alloc(8, 1);

	devrt_pick(0, NULL)->drv->simulated = false;
	CHECK(!omp_target_memcpy(d, text, 7, 0, 0, 0, host));
	CHECK(!omp_target_memcpy(e, d, 4, 1, 2, 1, 0));
	CHECK(!omp_target_memcpy(d, e, 4, 0, 1, 0, 1));
	CHECK(!omp_target_memcpy(back, d, 7, 0, 0, host, 0) && !strcmp(back, "cdefef"));
	CHECK(omp_target_memcpy(e, d, 4, 1000, 0, 1, 0));
	return 0;
}

/* What a serial program may expect [18.2 to 18.9]. */
static int
serial(void)
{
	int n = 0, lock, nested, kind = 0, chunk = 7;
	char text[8] = "x";

	CHECK(omp_get_num_procs() >= 1);
	CHECK(omp_get_ancestor_thread_num(0) == 0 && omp_get_ancestor_thread_num(1) == -1);
	CHECK(omp_get_team_size(0) == 1 && omp_get_team_size(1) == -1);
	omp_init_lock(&lock);
	CHECK(omp_test_lock(&lock) && !omp_test_lock(&lock));
	omp_unset_lock(&lock);
	CHECK(omp_test_lock(&lock));
	omp_init_nest_lock(&nested);
	CHECK(omp_test_nest_lock(&nested) == 1 && omp_test_nest_lock(&nested) == 2);
	omp_unset_nest_lock(&nested);
	CHECK(omp_test_nest_lock(&nested) == 2);
	omp_get_schedule(&kind, &chunk);
	CHECK(kind == 1 && chunk == 0);
	CHECK(omp_get_affinity_format(text, sizeof text) == 0 && !*text);
	CHECK(omp_capture_affinity(NULL, 0, "%n") == 0);
	return 0;
}

static int
display(void)
{
	omp_display_env(0);
	return 0;
}

static int
allocators(void)
{
	int n = 0;
	char *p = omp_aligned_alloc(64, 100, 1), *z = omp_aligned_calloc(1, 10, 10, 1),
	     *q = omp_alloc(10, 1);

	CHECK(p && (uintptr_t)p % 64 == 0 && z && q);
	for (int i = 0; i < 100; i++)
		CHECK(z[i] == 0);
	CHECK(!omp_aligned_calloc(8, SIZE_MAX / 2, 4, 1) && !omp_aligned_alloc(24, 8, 1));
	omp_free(p, 1);
	omp_free(z, 1);
	omp_free(q, 1);
	return 0;
}

static int
over_associated(void)
{
	omp_target_associate_ptr(a, omp_target_alloc(sizeof a / 2, 0), sizeof a / 2, 0, 0);
	return add("a", TOFROM, a, N, 1, here);
}

static int
large(void)
{
	return add("big", TOFROM, big, BIG, 1, here);
}

int
main(void)
{
	works("memory of devices", "", memory);
	works("mapped and associated pointers", "", mapped_pointers);
	works("copies", "", copies);
	works("copies between devices", "DEVRT_DEVICE=sim:v100,sim:v100", between);
	works("a serial program's threads", "", serial);
	says("omp_display_env", "", display, 0,
		WORDS("DISPLAY ENVIRONMENT BEGIN", "OMP_NUM_THREADS"));
	works("allocators", "", allocators);
	fails("a map over a part that is associated", "", over_associated,
		WORDS("prog.c:10:9: error: 'a' contains", "before", "omp_target_associate_ptr"));
	fails("no room for 16 MiB", "DEVRT_FAULT=alloc=1", large,
		WORDS("cannot allocate 16 MiB for 'big'"));
	return done();
}
