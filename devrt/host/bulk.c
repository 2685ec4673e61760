/*
 * bulk.c: large copies between a real device and memory of the host that is not pinned.
 *
 * The bus reads and writes pinned memory only.  A driver moves other memory through pinned buffers of
 * its own, with one thread: 8 GB/s to an H200 whose bus takes 55.  Here several hands do that side by
 * side, threads that each have two buffers: while the bus empties one, its thread fills the other.
 * The next part to be copied goes to whoever is ready for it.
 *
 * Hands cost milliseconds to make and are kept.  They are made when the program has copied so much
 * that they pay, and where there are none, the driver copies.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "rt.h"

enum {
	MOST_HANDS = 16, /* of a device */
	HANDS = 8,       /* of one copy: more do not make it faster */
	PART = 2 << 20,
	PAYS = 64 << 20, /* bytes of large copies so far */
};

struct side {
	char *buffer;
	CUstream stream;
	size_t at, bytes; /* of what is in the buffer; 0: nothing is */
};

struct bulk {
	struct devrt_device *dev;
	CUdeviceptr at;
	char *host;
	size_t bytes;
	bool to;
	_Atomic size_t next; /* first byte that no hand copies yet */
	_Atomic CUresult err;
};

struct devrt_hand {
	struct devrt_hand *next;
	struct side side[2];
	struct bulk *bulk;
	pthread_t thread;
	bool started;
};

/* ---- one hand's work ---- */

/* Wait until the buffer is free.  What has come from the device goes to its place. */
static CUresult
empty(const struct bulk *b, struct side *s)
{
	CUresult err = CUDA_SUCCESS;

	if (s->bytes)
		err = b->dev->drv->cuStreamSynchronize(s->stream);
	if (!err && !b->to)
		memcpy(b->host + s->at, s->buffer, s->bytes);
	s->bytes = 0;
	return err;
}

static CUresult
begin(const struct bulk *b, struct side *s, size_t at)
{
	const struct devrt_driver *drv = b->dev->drv;

	s->at = at;
	s->bytes = b->bytes - at < PART ? b->bytes - at : PART;
	if (!b->to)
		return drv->cuMemcpyDtoHAsync_v2(s->buffer, b->at + at, s->bytes, s->stream);
	memcpy(s->buffer, b->host + at, s->bytes);
	return drv->cuMemcpyHtoDAsync_v2(b->at + at, s->buffer, s->bytes, s->stream);
}

static void *
work(void *arg)
{
	struct devrt_hand *h = arg;
	struct bulk *b = h->bulk;
	struct side *s = h->side;
	CUresult err = b->dev->drv->cuCtxSetCurrent(b->dev->ctx);
	size_t at;

	while (!err && !b->err && (at = atomic_fetch_add(&b->next, PART)) < b->bytes) {
		err = empty(b, s);
		if (!err)
			err = begin(b, s, at);
		s = s == h->side ? s + 1 : h->side;
	}
	for (int i = 0; i < 2; i++) {
		CUresult last = empty(b, s);

		err = err ? err : last;
		s = s == h->side ? s + 1 : h->side;
	}
	if (err)
		b->err = err;
	return NULL;
}

/* ---- hands ---- */

/* Return a new hand, or NULL if there is no more pinned memory; what it got then is lost. */
static struct devrt_hand *
new_hand(struct devrt_device *dev)
{
	struct devrt_hand *h = calloc(1, sizeof *h);
	CUresult err = CUDA_SUCCESS;

	if (!h)
		devrt_fail_memory();
	for (int i = 0; i < 2 && !err; i++) {
		err = dev->drv->cuMemAllocHost_v2((void **)&h->side[i].buffer, PART);
		if (!err)
			err = dev->drv->cuStreamCreate(&h->side[i].stream, CU_STREAM_NON_BLOCKING);
	}
	if (!err)
		return h;
	free(h);
	return NULL;
}

/* Take so many hands, or what there is: if others have all, wait for them.  Requires: device
 * entered; others may enter it meanwhile. */
static struct devrt_hand *
take(struct devrt_device *dev, int n)
{
	struct devrt_hand *hands = NULL;

	while (!dev->hands && dev->nhands == MOST_HANDS && dev->hands_busy)
		pthread_cond_wait(&dev->ended, &dev->lock);
	for (; n > 0; n--) {
		struct devrt_hand *h = dev->hands;

		if (h) {
			dev->hands = h->next;
		} else if (dev->nhands < MOST_HANDS && dev->bulk_bytes >= PAYS) {
			h = new_hand(dev);
			dev->nhands = h ? dev->nhands + 1 : MOST_HANDS;
		}
		if (!h)
			break;
		h->next = hands;
		hands = h;
		dev->hands_busy++;
	}
	return hands;
}

static void
give_back(struct devrt_device *dev, struct devrt_hand *hands)
{
	while (hands) {
		struct devrt_hand *h = hands;

		hands = h->next;
		h->next = dev->hands;
		dev->hands = h;
		dev->hands_busy--;
	}
	pthread_cond_broadcast(&dev->ended);
}

/* Let the hands copy side by side.  The calling thread is the first one. */
static void
work_together(struct bulk *b, struct devrt_hand *hands)
{
	for (struct devrt_hand *h = hands; h; h = h->next) {
		h->bulk = b;
		h->started = h != hands && !pthread_create(&h->thread, NULL, work, h);
	}
	work(hands);
	for (struct devrt_hand *h = hands; h; h = h->next)
		if (h->started)
			pthread_join(h->thread, NULL);
}

bool
devrt_is_bulk(const struct devrt_device *dev, size_t bytes)
{
	return bytes >= DEVRT_BULK && !dev->drv->simulated && !dev->unified;
}

CUresult
devrt_bulk_copy(struct devrt_device *dev, CUdeviceptr at, void *host, size_t bytes, bool to)
{
	struct bulk b = { .dev = dev, .at = at, .host = host, .bytes = bytes, .to = to };
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct devrt_hand *hands;

	dev->bulk_bytes += bytes;
	hands = take(dev, cores < HANDS ? (int)cores : HANDS);
	pthread_mutex_unlock(&dev->lock);
	if (hands)
		work_together(&b, hands);
	else if (to)
		b.err = dev->drv->cuMemcpyHtoD_v2(at, host, bytes);
	else
		b.err = dev->drv->cuMemcpyDtoH_v2(host, at, bytes);
	pthread_mutex_lock(&dev->lock);
	give_back(dev, hands);
	return b.err;
}
