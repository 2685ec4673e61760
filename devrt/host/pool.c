/*
 * pool.c: small blocks of device memory of list items, kept for later constructs, because a driver
 * takes longer to allocate and free a block than to run a small kernel.  `map(tofrom: sum)` on each
 * of a thousand regions allocates once.
 *
 * Only for map.c; and not on the simulator, where each item is an allocation of its own, so that
 * accesses outside it are found.
 */
#include "rt.h"

enum { SMALL = 1024 }; /* bytes of every block in the pool */

static bool
pooled(const struct devrt_device *dev, size_t bytes)
{
	return bytes <= SMALL && !dev->drv->annotate;
}

CUresult
devrt_pool_alloc(struct devrt_device *dev, CUdeviceptr *p, size_t bytes)
{
	if (!pooled(dev, bytes))
		return devrt_alloc(dev, p, bytes);
	if (!dev->npool)
		return devrt_alloc(dev, p, SMALL);
	if (devrt_inject(dev->drv, DEVRT_FAULT_ALLOC))
		return CUDA_ERROR_OUT_OF_MEMORY;
	*p = dev->pool[--dev->npool];
	return CUDA_SUCCESS;
}

CUresult
devrt_pool_free(struct devrt_device *dev, CUdeviceptr p, size_t bytes)
{
	if (!pooled(dev, bytes) || dev->npool == DEVRT_POOL)
		return dev->drv->cuMemFree_v2(p);
	dev->pool[dev->npool++] = p;
	return CUDA_SUCCESS;
}
