/*
 * bulk.c: large copies between a real device and memory of the host that is not pinned.
 *
 * The bus reads and writes pinned memory only.  A driver moves other memory through pinned buffers of
 * its own, with one thread: 8 GB/s to an H200 whose bus takes 55.  Here several hands do that side by
 * side, threads that each have two buffers: while the bus empties one, its thread fills the other.
 * The next part to be copied goes to whoever is ready for it.
 *
 * Hands cost milliseconds to make, and so does starting a thread on some virtual machines: they are kept.
 * They are made when the program has copied so much that they pay, and where there are none, the
 * driver copies.
 */
#include <signal.h>
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
	bool started; /* its thread */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct bulk *bulk; /* that the thread is to help with; NULL: none, or done */
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

static void
work(struct devrt_hand *h, struct bulk *b)
{
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
}

/* ---- its thread ---- */

static void *
serve(void *arg)
{
	struct devrt_hand *h = arg;

	pthread_mutex_lock(&h->lock);
	for (;;) {
		while (!h->bulk)
			pthread_cond_wait(&h->changed, &h->lock);
		pthread_mutex_unlock(&h->lock);
		work(h, h->bulk);
		pthread_mutex_lock(&h->lock);
		h->bulk = NULL;
		pthread_cond_signal(&h->changed);
	}
	return NULL;
}

/* Start the hand's thread if it has none.  Signals are for the program's own threads. */
static void
start(struct devrt_hand *h)
{
	pthread_t thread;
	sigset_t all, old;

	if (h->started)
		return;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	h->started = !pthread_create(&thread, NULL, serve, h) && !pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void
ask(struct devrt_hand *h, struct bulk *b)
{
	start(h);
	if (!h->started)
		return;
	pthread_mutex_lock(&h->lock);
	h->bulk = b;
	pthread_cond_signal(&h->changed);
	pthread_mutex_unlock(&h->lock);
}

static void
await(struct devrt_hand *h)
{
	pthread_mutex_lock(&h->lock);
	while (h->bulk)
		pthread_cond_wait(&h->changed, &h->lock);
	pthread_mutex_unlock(&h->lock);
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
	pthread_mutex_init(&h->lock, NULL);
	pthread_cond_init(&h->changed, NULL);
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

/* Let the hands copy side by side.  The calling thread does the first one's work. */
static void
work_together(struct bulk *b, struct devrt_hand *hands)
{
	for (struct devrt_hand *h = hands->next; h; h = h->next)
		ask(h, b);
	work(hands, b);
	for (struct devrt_hand *h = hands->next; h; h = h->next)
		await(h);
}

/* Return how many hands a copy keeps busy. */
static int
hands_for(size_t bytes)
{
	size_t parts = (bytes + PART - 1) / PART, cores = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
	size_t most = cores < HANDS ? cores : HANDS;

	return (int)(parts < most ? parts : most);
}

/* Let the hands begin behind small copies that the host has not waited for. */
static CUresult
follow(struct devrt_device *dev, const struct devrt_hand *hands)
{
	CUresult err = CUDA_SUCCESS;

	for (const struct devrt_hand *h = hands; h; h = h->next)
		for (int i = 0; i < 2 && !err; i++)
			err = devrt_moves_follow(dev, h->side[i].stream);
	return err;
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
	struct devrt_hand *hands;

	dev->bulk_bytes += bytes;
	hands = take(dev, hands_for(bytes));
	b.err = follow(dev, hands);
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
