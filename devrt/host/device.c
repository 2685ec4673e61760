/*
 * device.c: opening a device at its first use, and the lock around each construct on it.
 */
#include <stdio.h>
#include <stdlib.h>
#include "rt.h"

static int
attribute(struct devrt_device *dev, CUdevice_attribute a, const struct devrt_place *place)
{
	int value = 0;
	CUresult err = dev->drv->cuDeviceGetAttribute(&value, a, dev->cu);

	if (err)
		devrt_fail_open(dev, place, "cuDeviceGetAttribute", err);
	return value;
}

static void
open_device(struct devrt_device *dev, const struct devrt_place *place)
{
	struct devrt_driver *drv = dev->drv;
	CUresult err = drv->cuDeviceGet(&dev->cu, dev->cu);

	if (err)
		devrt_fail_open(dev, place, "cuDeviceGet", err);
	drv->cuDeviceGetName(dev->name, sizeof dev->name, dev->cu);
	err = drv->cuDevicePrimaryCtxRetain(&dev->ctx, dev->cu);
	if (err)
		devrt_fail_open(dev, place, "cuDevicePrimaryCtxRetain", err);
	dev->cc = 10 * attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, place) +
		attribute(dev, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, place);
	dev->sms = attribute(dev, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, place);
	dev->sm_threads = attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, place);
	dev->max_threads = attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, place);
	dev->max_shared = attribute(dev, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, place);
	dev->unified = devrt_rt()->unified;
	if (dev->unified && !attribute(dev, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, place))
		devrt_fail_unified(dev, place);
	if (dev->unified && drv->set_option)
		drv->set_option("host-memory", "1");
	dev->watched = !dev->unified && drv->mapped &&
		!drv->mapped(PTXSIM_COPIED, 0, 0, NULL, NULL);
	dev->open = true;
}

/* Set the heap's size.  The driver wants it before the context's first kernel. */
static void
set_heap(struct devrt_device *dev, const struct devrt_place *place)
{
	CUresult err = dev->drv->cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, dev->settings->heap);

	if (err)
		devrt_fail_open(dev, place, "cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE)", err);
	dev->heap = dev->settings->heap;
}

void
devrt_device_enter_ahead(struct devrt_device *dev, const struct devrt_place *place)
{
	CUresult err;

	if (dev->timed)
		devrt_clock_stop();
	pthread_mutex_lock(&dev->lock);
	dev->users++;
	if (dev->timed)
		dev->drv->time(dev->cu, devrt_clock_now());
	if (!dev->open)
		open_device(dev, place);
	err = dev->drv->cuCtxSetCurrent(dev->ctx);
	if (err)
		devrt_fail_open(dev, place, "cuCtxSetCurrent", err);
	if (dev->heap != dev->settings->heap)
		set_heap(dev, place);
	if (!dev->stack && dev->drv->cuCtxGetLimit(&dev->stack, CU_LIMIT_STACK_SIZE))
		dev->stack = 1024;
	if (!dev->pending &&
		dev->drv->cuCtxGetLimit(&dev->pending, CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT))
		dev->pending = 0;
}

void
devrt_device_enter(struct devrt_device *dev, const struct devrt_place *place)
{
	devrt_device_enter_ahead(dev, place);
	devrt_catch_up(dev);
}

static void
leave(struct devrt_device *dev, bool used)
{
	CUresult err = devrt_copies_done(dev);

	if (err)
		devrt_fail_open(dev, NULL, "cuStreamSynchronize", err);
	if (dev->unused && !dev->running && !dev->moving)
		err = devrt_free_unused(dev);
	if (err)
		devrt_fail_open(dev, NULL, "cuMemFree", err);
	double end = dev->timed && used ? dev->drv->time(dev->cu, 0) : 0;
	dev->users--;
	pthread_mutex_unlock(&dev->lock);
	if (dev->timed)
		devrt_clock_go(end);
	else if (dev->drv->simulated)
		devrt_clock_untimed();
}

void
devrt_device_leave(struct devrt_device *dev)
{
	leave(dev, true);
}

void
devrt_device_leave_unused(struct devrt_device *dev)
{
	leave(dev, false);
}

/* ---- lanes ---- */

static struct devrt_lane *
new_lane(struct devrt_device *dev, const struct devrt_place *place)
{
	struct devrt_lane *lane = calloc(1, sizeof *lane);
	CUresult err;

	if (!lane)
		devrt_fail_memory();
	err = dev->drv->cuStreamCreate(&lane->stream, CU_STREAM_NON_BLOCKING);
	if (err)
		devrt_fail_open(dev, place, "cuStreamCreate", err);
	err = dev->drv->cuEventCreate(&lane->sent, CU_EVENT_DISABLE_TIMING);
	if (err)
		devrt_fail_open(dev, place, "cuEventCreate", err);
	lane->next_of_all = dev->all_lanes;
	dev->all_lanes = lane;
	return lane;
}

struct devrt_lane *
devrt_lane_take(struct devrt_device *dev, const struct devrt_place *place)
{
	struct devrt_lane *lane = dev->lanes;
	CUresult err = CUDA_SUCCESS;

	if (lane)
		dev->lanes = lane->next;
	else
		lane = new_lane(dev, place);
	lane->pack = NULL;
	lane->from = lane->from_end = 0;
	lane->fetched = false;
	lane->number = 0;
	lane->there_end = 0;
	if (lane != dev->sender)
		err = devrt_moves_follow(dev, lane->stream);
	if (err)
		devrt_fail_open(dev, place, "cuStreamWaitEvent", err);
	return lane;
}

void
devrt_lane_return(struct devrt_device *dev, struct devrt_lane *lane)
{
	lane->next = dev->lanes;
	dev->lanes = lane;
}

CUresult
devrt_lane_wait(struct devrt_device *dev, struct devrt_lane *lane)
{
	CUresult err;

	pthread_mutex_unlock(&dev->lock);
	err = dev->drv->cuStreamSynchronize(lane->stream);
	pthread_mutex_lock(&dev->lock);
	devrt_moves_arrived(dev, lane);
	return err;
}
