/*
 * device.c: opening a device at its first use, and the lock around each construct on it.
 */
#include <stdio.h>
#include "rt.h"

static int attribute(struct devrt_device *dev, CUdevice_attribute a,
	const struct devrt_place *place)
{
	int value = 0;
	CUresult err = dev->drv->cuDeviceGetAttribute(&value, a, dev->cu);

	if (err)
		devrt_fail_open(dev, place, "cuDeviceGetAttribute", err);
	return value;
}

static void open_device(struct devrt_device *dev, const struct devrt_place *place)
{
	struct devrt_driver *drv = dev->drv;
	CUresult err = drv->cuDeviceGet(&dev->cu, dev->cu);

	if (err)
		devrt_fail_open(dev, place, "cuDeviceGet", err);
	drv->cuDeviceGetName(dev->name, sizeof dev->name, dev->cu);
	err = drv->cuDevicePrimaryCtxRetain(&dev->ctx, dev->cu);
	if (err)
		devrt_fail_open(dev, place, "cuDevicePrimaryCtxRetain", err);
	dev->cc = 10 * attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, place)
		+ attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, place);
	dev->sms = attribute(dev, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, place);
	dev->sm_threads = attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, place);
	dev->max_threads = attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, place);
	dev->max_shared = attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, place);
	dev->open = true;
}

void devrt_device_enter(struct devrt_device *dev, const struct devrt_place *place)
{
	CUresult err;

	pthread_mutex_lock(&dev->lock);
	if (!dev->open)
		open_device(dev, place);
	err = dev->drv->cuCtxSetCurrent(dev->ctx);
	if (err)
		devrt_fail_open(dev, place, "cuCtxSetCurrent", err);
	if (!dev->stack && dev->drv->cuCtxGetLimit(&dev->stack, CU_LIMIT_STACK_SIZE))
		dev->stack = 1024;
}

void devrt_device_leave(struct devrt_device *dev)
{
	pthread_mutex_unlock(&dev->lock);
}
