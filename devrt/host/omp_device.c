/*
 * omp_device.c: the omp_* routines about devices and their memory (OpenMP 5.2 [18.7], [18.8]).
 * They replace those of the host compiler's library, which knows nothing of our devices.
 *
 * Device addresses are void * to the user and numbers to the driver.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "rt.h"

#define WEAK __attribute__((weak)) /* a statically linked libgomp may define them too */

/* ---- which device ---- */

WEAK int
omp_get_num_devices(void)
{
	return devrt_rt()->ndevices;
}

WEAK int
omp_get_initial_device(void)
{
	return devrt_rt()->ndevices;
}

WEAK int
omp_get_device_num(void)
{
	return devrt_rt()->ndevices;
}

WEAK int
omp_is_initial_device(void)
{
	return 1;
}

WEAK int
omp_get_default_device(void)
{
	struct devrt_rt *rt = devrt_rt();

	pthread_mutex_lock(&rt->lock);
	int n = rt->default_device;
	pthread_mutex_unlock(&rt->lock);
	return n;
}

WEAK void
omp_set_default_device(int device)
{
	struct devrt_rt *rt = devrt_rt();

	pthread_mutex_lock(&rt->lock);
	rt->default_device = device;
	pthread_mutex_unlock(&rt->lock);
}

/* ---- memory: with unified shared memory the host's, which all devices can use ---- */

/* Return the device whose own memory a routine is about.  Set *host if it is about the host's. */
static struct devrt_device *
memory_of(int device, bool *host)
{
	struct devrt_device *dev = devrt_pick_routine(device, host);

	if (!dev || !devrt_rt()->unified)
		return dev;
	*host = true;
	return NULL;
}

WEAK void *
omp_target_alloc(size_t bytes, int device)
{
	bool host;
	struct devrt_device *dev = memory_of(device, &host);
	CUdeviceptr p = 0;

	if (!bytes)
		return NULL;
	if (!dev)
		return host ? malloc(bytes) : NULL;
	devrt_device_enter(dev, NULL);
	if (devrt_alloc(dev, &p, bytes))
		p = 0;
	else if (dev->drv->annotate)
		dev->drv->annotate(p, bytes, "memory of omp_target_alloc", "", 0, NULL);
	devrt_device_leave(dev);
	return (void *)(uintptr_t)p;
}

WEAK void
omp_target_free(void *p, int device)
{
	bool host;
	struct devrt_device *dev = memory_of(device, &host);

	if (host)
		free(p);
	if (!dev || !p)
		return;
	devrt_device_enter(dev, NULL);
	CUresult err = dev->drv->cuMemFree_v2((CUdeviceptr)(uintptr_t)p);
	if (err)
		devrt_fail_open(dev, NULL, "omp_target_free", err);
	devrt_device_leave(dev);
}

WEAK int
omp_target_is_present(const void *p, int device)
{
	bool host;
	struct devrt_device *dev = devrt_pick_routine(device, &host);

	if (!p)
		return 0;
	if (!dev)
		return host;
	devrt_device_enter(dev, NULL);
	devrt_load(dev, NULL);
	const struct devrt_entry_range *e = devrt_table_find(&dev->table, p, 0);
	bool present = e && devrt_is_listed(e);
	devrt_device_leave(dev);
	return present;
}

/* Return whether a device can access host memory: where unified shared memory is required, and
 * had. */
WEAK int
omp_target_is_accessible(const void *p, size_t bytes, int device)
{
	bool host;

	struct devrt_device *dev = devrt_pick_routine(device, &host);

	(void)bytes;
	return p && (host || (dev && devrt_rt()->unified));
}

WEAK void *
omp_get_mapped_ptr(const void *p, int device)
{
	bool host;
	struct devrt_device *dev = devrt_pick_routine(device, &host);
	void *result = NULL;

	if (!dev)
		return host ? (void *)p : NULL;
	devrt_device_enter(dev, NULL);
	devrt_load(dev, NULL);
	const struct devrt_entry_range *e = devrt_table_find(&dev->table, p, 0);
	if (e && devrt_is_listed(e))
		result = (void *)(uintptr_t)devrt_translate(e, p);
	devrt_device_leave(dev);
	return result;
}

/* ---- copies ---- */

/* One side of a copy: the host, or memory on dev. */
struct side {
	struct devrt_device *dev;
	char *p;
};

static bool
side_of(struct side *s, const void *p, int device)
{
	bool host;

	s->dev = memory_of(device, &host);
	s->p = (char *)p;
	return p && (s->dev || host);
}

static CUresult
into(struct side to, const void *from, size_t bytes)
{
	devrt_device_enter(to.dev, NULL);
	CUresult err = devrt_copy_to(to.dev, (CUdeviceptr)(uintptr_t)to.p, from, bytes);
	devrt_device_leave(to.dev);
	return err;
}

static CUresult
out_of(void *to, struct side from, size_t bytes)
{
	devrt_device_enter(from.dev, NULL);
	CUresult err = devrt_copy_from(from.dev, to, (CUdeviceptr)(uintptr_t)from.p, bytes);
	devrt_device_leave(from.dev);
	return err;
}

static CUresult
within(struct side to, struct side from, size_t bytes)
{
	devrt_device_enter(to.dev, NULL);
	CUresult err = devrt_copy_within(to.dev, (CUdeviceptr)(uintptr_t)to.p,
		(CUdeviceptr)(uintptr_t)from.p, bytes);
	devrt_device_leave(to.dev);
	return err;
}

static CUresult
between(struct side to, struct side from, size_t bytes)
{
	devrt_device_enter(to.dev, NULL); /* open it */
	devrt_device_leave_unused(to.dev);
	devrt_device_enter(from.dev, NULL);
	CUresult err = devrt_copy_between(to.dev, (CUdeviceptr)(uintptr_t)to.p, from.dev,
		(CUdeviceptr)(uintptr_t)from.p, bytes);
	devrt_device_leave(from.dev);
	return err;
}

/* Copy between two devices, by way of the host: they may belong to two drivers. */
static CUresult
across(struct side to, struct side from, size_t bytes)
{
	void *stage = malloc(bytes);
	CUresult err = stage ? out_of(stage, from, bytes) : CUDA_ERROR_OUT_OF_MEMORY;

	if (!err)
		err = into(to, stage, bytes);
	free(stage);
	return err;
}

static CUresult
copy(struct side to, struct side from, size_t bytes)
{
	if (!bytes)
		return CUDA_SUCCESS;
	if (!to.dev && !from.dev) {
		memmove(to.p, from.p, bytes);
		return CUDA_SUCCESS;
	}
	if (!from.dev)
		return into(to, from.p, bytes);
	if (!to.dev)
		return out_of(to.p, from, bytes);
	if (to.dev == from.dev)
		return within(to, from, bytes);
	return devrt_can_copy_between(to.dev, from.dev) ? between(to, from, bytes) :
							  across(to, from, bytes);
}

WEAK int
omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset, size_t from_offset,
	int to_device, int from_device)
{
	struct side t, f;

	if (!side_of(&t, to, to_device) || !side_of(&f, from, from_device))
		return EXIT_FAILURE;
	t.p += to_offset;
	f.p += from_offset;
	return copy(t, f, bytes) ? EXIT_FAILURE : 0;
}

/* Copy a box of an array of ndims dimensions, the last one contiguous. */
static CUresult
copy_box(struct side t, struct side f, size_t element, int ndims, const size_t *volume,
	const size_t *t_offsets, const size_t *f_offsets, const size_t *t_dims,
	const size_t *f_dims)
{
	size_t t_step = element, f_step = element;
	CUresult err = CUDA_SUCCESS;

	for (int i = 1; i < ndims; i++) {
		t_step *= t_dims[i];
		f_step *= f_dims[i];
	}
	t.p += t_offsets[0] * t_step;
	f.p += f_offsets[0] * f_step;
	if (ndims == 1)
		return copy(t, f, volume[0] * element);
	for (size_t i = 0; i < volume[0] && !err; i++, t.p += t_step, f.p += f_step)
		err = copy_box(t, f, element, ndims - 1, volume + 1, t_offsets + 1, f_offsets + 1,
			t_dims + 1, f_dims + 1);
	return err;
}

WEAK int
omp_target_memcpy_rect(void *to, const void *from, size_t element, int ndims, const size_t *volume,
	const size_t *to_offsets, const size_t *from_offsets, const size_t *to_dims,
	const size_t *from_dims, int to_device, int from_device)
{
	struct side t, f;

	if (!to && !from)
		return INT_MAX; /* the question how many dimensions are supported */
	if (ndims < 1 || !element || !volume || !to_offsets || !from_offsets || !to_dims ||
		!from_dims)
		return EXIT_FAILURE;
	if (!side_of(&t, to, to_device) || !side_of(&f, from, from_device))
		return EXIT_FAILURE;
	return copy_box(t, f, element, ndims, volume, to_offsets, from_offsets, to_dims,
		       from_dims) ?
		EXIT_FAILURE :
		0;
}

/* Wait for what a copy depends on.  The asynchronous copies [18.8.7, 18.8.8] may be done when they
 * return.  What a depend object stands for only cc knows, so one that has any waits for all earlier
 * tasks: ours, and those of this task that cc's library has put off. */
extern void GOMP_taskwait(void) WEAK;

void
devrt_wait_all(void)
{
	devrt_wait();
	if (GOMP_taskwait)
		GOMP_taskwait();
}

WEAK int
omp_target_memcpy_async(void *to, const void *from, size_t bytes, size_t to_offset,
	size_t from_offset, int to_device, int from_device, int ndepobjs, void *depobjs)
{
	(void)depobjs;
	if (ndepobjs > 0)
		devrt_wait_all();
	return omp_target_memcpy(to, from, bytes, to_offset, from_offset, to_device, from_device);
}

WEAK int
omp_target_memcpy_rect_async(void *to, const void *from, size_t element, int ndims,
	const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
	const size_t *to_dims, const size_t *from_dims, int to_device, int from_device,
	int ndepobjs, void *depobjs)
{
	(void)depobjs;
	if (ndepobjs > 0)
		devrt_wait_all();
	return omp_target_memcpy_rect(to, from, element, ndims, volume, to_offsets, from_offsets,
		to_dims, from_dims, to_device, from_device);
}

/* ---- association ---- */

static int
associate(struct devrt_device *dev, const void *host, CUdeviceptr at, size_t bytes)
{
	struct devrt_entry_range *e = devrt_table_overlap(&dev->table, host, bytes);

	if (e && e->associated && e->host == (uintptr_t)host && e->dev == at && e->bytes == bytes)
		return 0;
	if (e)
		return EXIT_FAILURE;
	devrt_table_insert(&dev->table,
		(struct devrt_entry_range){ .host = (uintptr_t)host,
			.bytes = bytes,
			.dev = at,
			.refs = DEVRT_FOREVER,
			.associated = true,
			.name = "omp_target_associate_ptr" });
	return 0;
}

WEAK int
omp_target_associate_ptr(const void *host_ptr, const void *device_ptr, size_t bytes, size_t offset,
	int device)
{
	bool host;
	struct devrt_device *dev = devrt_pick_routine(device, &host);

	if (!dev || !host_ptr || !device_ptr || !bytes)
		return EXIT_FAILURE;
	devrt_device_enter(dev, NULL);
	devrt_load(dev, NULL);
	int result = associate(dev, host_ptr, (CUdeviceptr)(uintptr_t)device_ptr + offset, bytes);
	devrt_device_leave(dev);
	return result;
}

WEAK int
omp_target_disassociate_ptr(const void *p, int device)
{
	bool host;
	struct devrt_device *dev = devrt_pick_routine(device, &host);
	int result = EXIT_FAILURE;

	if (!dev || !p)
		return result;
	devrt_device_enter(dev, NULL);
	struct devrt_entry_range *e = devrt_table_find(&dev->table, p, 0);
	if (e && e->associated && e->host == (uintptr_t)p) {
		devrt_table_remove(&dev->table, e);
		result = 0;
	}
	devrt_device_leave(dev);
	return result;
}
