/*
 * move.c: the copies of a construct, which copy.c lists, made together.
 *
 * Small ranges lie in packs (pack.c).  What goes to one pack, or comes from it, is one copy, by way of
 * pinned memory of the construct's lane, its stage, in which the bytes lie as they do in the pack.
 * Bytes of the pack between the ranges travel with them: on the way to the device only when the pack
 * is the construct's own, whose other bytes have no value yet.  Other ranges are copied one by one.
 *
 * A target region's copies to the device, its kernel, and the copy of its pack back are queued in the
 * lane's stream, and the host waits once, for the last of them.  Whether the host gets what has come
 * is decided afterwards, by the rules of map.c.
 *
 * At the end of a data construct the host does not wait for small copies to the device, which read the
 * stage: as behind CUDA's own small copies, streams wait that could tell.
 */
#include <stdlib.h>
#include <string.h>
#include "rt.h"

/* One part of a range to be copied: memory of the host, or for a pointer its value on the
 * device. */
struct devrt_move {
	const struct devrt_item_info *info;
	CUdeviceptr dev;
	char *host; /* NULL: value */
	CUdeviceptr value;
	size_t bytes;
	struct devrt_pack *pack; /* that dev is in, or NULL */
	bool done;
};

static struct devrt_move *
add(struct devrt_lane *lane)
{
	lane->moves = devrt_grown(lane->moves, (size_t)lane->nmoves, &lane->moves_cap,
		sizeof *lane->moves);
	return &lane->moves[lane->nmoves++];
}

/* Return the name of the first of the listed moves that share a copy with this one, or NULL. */
static const char *
companion(const struct devrt_lane *lane, const struct devrt_move *m, bool to)
{
	for (int i = 0; m->pack && (!to || m->pack == lane->pack) && &lane->moves[i] < m; i++)
		if (lane->moves[i].pack == m->pack)
			return lane->moves[i].info->name;
	return NULL;
}

void
devrt_move(struct devrt_device *dev, struct devrt_lane *lane, const struct devrt_item_info *info,
	const struct devrt_entry_range *e, const struct devrt_item *part, bool to)
{
	struct devrt_move *m = add(lane);

	*m = (struct devrt_move){
		.info = info,
		.dev = devrt_translate(e, part->begin),
		.host = part->begin,
		.bytes = part->bytes,
		.pack = devrt_range_pack(e),
	};
	if (dev->settings->info & DEVRT_INFO_COPIES)
		devrt_info_copy(dev, info->name, part->bytes, to, companion(lane, m, to));
}

void
devrt_move_pointer(struct devrt_lane *lane, const struct devrt_item_info *info,
	const struct devrt_entry_range *e, void **pointer, CUdeviceptr value)
{
	*add(lane) = (struct devrt_move){
		.info = info,
		.dev = devrt_translate(e, pointer),
		.value = value,
		.bytes = sizeof value,
		.pack = devrt_range_pack(e),
	};
}

static void *
bytes_of(struct devrt_move *m)
{
	return m->host ? m->host : (char *)&m->value;
}

static void
finish(struct devrt_device *dev, struct devrt_move *m, bool to)
{
	if (m->host)
		devrt_item_copied(dev, m->dev, m->host, m->bytes, to);
	m->done = true;
}

/* ---- several moves as one copy ---- */

/* Moves that are one copy, and the bytes of their pack from the first to the last. */
struct group {
	struct devrt_lane *lane;
	const struct devrt_pack *pack;
	struct devrt_move *leader;
	size_t first, end; /* in the pack */
	size_t bytes;      /* of the moves */
	int n;
	bool to;
};

static struct devrt_move *
next_of(const struct group *g, struct devrt_move *m)
{
	for (m = m ? m + 1 : g->leader; m < g->lane->moves + g->lane->nmoves; m++)
		if (!m->done && m->pack == g->pack)
			return m;
	return NULL;
}

static struct group
group_of(struct devrt_lane *lane, struct devrt_move *leader, bool to)
{
	struct group g = { lane, leader->pack, leader, SIZE_MAX, 0, 0, 0, to };

	for (struct devrt_move *m = leader; m; m = next_of(&g, m)) {
		size_t at = m->dev - m->pack->dev;

		g.first = at < g.first ? at : g.first;
		g.end = at + m->bytes > g.end ? at + m->bytes : g.end;
		g.bytes += m->bytes;
		g.n++;
	}
	return g;
}

static _Noreturn void
fail(const struct devrt_device *dev, const struct group *g, CUresult err)
{
	const struct devrt_item_info *i = g->leader->info;

	devrt_fail_copy(dev, &i->place, i->name, g->n - 1, g->bytes, g->to, err);
}

/* Copy each part by itself: the simulator's memory is not in packs, but its model counts one
 * copy. */
static CUresult
copy_pieces(struct devrt_device *dev, const struct group *g)
{
	CUresult err = CUDA_SUCCESS;

	if (dev->drv->together)
		dev->drv->together(1);
	for (struct devrt_move *m = g->leader; m && !err; m = next_of(g, m))
		err = g->to ? dev->drv->cuMemcpyHtoD_v2(m->dev, bytes_of(m), m->bytes) :
			      dev->drv->cuMemcpyDtoH_v2(m->host, m->dev, m->bytes);
	if (dev->drv->together)
		dev->drv->together(0);
	return err;
}

static void
need(struct devrt_device *dev, const char *call, CUresult err)
{
	if (err)
		devrt_fail_open(dev, NULL, call, err);
}

/* Wait for the lane's copies. */
static void
wait_for(struct devrt_device *dev, struct devrt_lane *lane)
{
	need(dev, "cuStreamSynchronize", dev->drv->cuStreamSynchronize(lane->stream));
	devrt_moves_arrived(dev, lane);
}

/* Note that a copy to the device is queued. */
static void
send(struct devrt_lane *lane)
{
	lane->sending = true;
	lane->marked = false;
}

/* Return room in the stage for so many bytes to the device.  Requires: it is there. */
static char *
room_to_send(struct devrt_device *dev, struct devrt_lane *lane, size_t bytes)
{
	if (lane->queued + bytes > DEVRT_PACK)
		wait_for(dev, lane);
	lane->queued += bytes;
	return lane->stage + DEVRT_PACK + lane->queued - bytes;
}

static CUresult
copy_staged(struct devrt_device *dev, const struct group *g)
{
	struct devrt_driver *drv = dev->drv;
	char *stage = g->lane->stage;
	CUdeviceptr at = g->pack->dev;
	CUresult err = CUDA_SUCCESS;

	if (g->to) {
		size_t bytes = g->end - g->first;
		char *room = room_to_send(dev, g->lane, bytes);

		for (struct devrt_move *m = g->leader; m; m = next_of(g, m))
			memcpy(room + (m->dev - at - g->first), bytes_of(m), m->bytes);
		send(g->lane);
		return drv->cuMemcpyHtoDAsync_v2(at + g->first, room, bytes, g->lane->stream);
	}
	if (!g->lane->fetched || g->pack != g->lane->pack) {
		err = drv->cuMemcpyDtoHAsync_v2(stage + g->first, at + g->first, g->end - g->first,
			g->lane->stream);
		if (!err)
			err = drv->cuStreamSynchronize(g->lane->stream);
	}
	for (struct devrt_move *m = g->leader; m && !err; m = next_of(g, m))
		memcpy(m->host, stage + (m->dev - at), m->bytes);
	return err;
}

/* Return whether the lane has a stage, and get it one if it can. */
static bool
has_stage(struct devrt_device *dev, struct devrt_lane *lane)
{
	if (!lane->stage && !lane->stageless) {
		lane->stageless = dev->drv->cuMemAllocHost_v2((void **)&lane->stage,
					  2 * DEVRT_PACK) != 0;
		if (lane->stageless)
			lane->stage = NULL;
	}
	return lane->stage;
}

static void
copy_group(struct devrt_device *dev, const struct group *g)
{
	CUresult err;

	if (devrt_inject(dev->drv, DEVRT_FAULT_COPY))
		fail(dev, g, CUDA_ERROR_UNKNOWN);
	devrt_count_copy(dev, g->to, g->bytes);
	err = g->pack->dev ? copy_staged(dev, g) : copy_pieces(dev, g);
	if (err)
		fail(dev, g, err);
	for (struct devrt_move *m = g->leader, *next; m; m = next) {
		next = next_of(g, m);
		finish(dev, m, g->to);
	}
}

/* ---- one move as a copy ---- */

static CUresult
send_one(struct devrt_device *dev, struct devrt_lane *lane, struct devrt_move *m)
{
	const void *from = bytes_of(m);

	if (devrt_is_bulk(dev, m->bytes))
		return devrt_copy_to(dev, m->dev, from, m->bytes);
	if (m->bytes <= DEVRT_PACK && !dev->drv->simulated && has_stage(dev, lane))
		from = memcpy(room_to_send(dev, lane, m->bytes), from, m->bytes);
	else
		lane->borrowed = true;
	send(lane);
	return devrt_copy_to_in(dev, lane, m->dev, from, m->bytes);
}

static void
copy_one(struct devrt_device *dev, struct devrt_lane *lane, struct devrt_move *m, bool to)
{
	CUresult err = CUDA_SUCCESS;

	if (dev->unified) /* the user's own memory, which is the host's */
		memmove(to ? (void *)(uintptr_t)m->dev : m->host,
			to ? bytes_of(m) : (void *)(uintptr_t)m->dev, m->bytes);
	else if (to)
		err = send_one(dev, lane, m);
	else
		err = devrt_copy_from(dev, m->host, m->dev, m->bytes);
	if (err)
		devrt_fail_copy(dev, &m->info->place, m->info->name, 0, m->bytes, to, err);
	finish(dev, m, to);
}

/* ---- all moves of a construct ---- */

bool
devrt_moves_close(struct devrt_device *dev, const struct devrt_lane *lane)
{
	bool bulk = false;

	for (int i = 0; i < lane->nmoves; i++)
		bulk |= devrt_is_bulk(dev, lane->moves[i].bytes);
	for (int i = 0; bulk && i < lane->nmoves; i++) {
		const struct devrt_move *m = &lane->moves[i];

		if (m->host)
			devrt_table_find(&dev->table, m->host, m->bytes)->mover = lane;
	}
	return bulk;
}

static void
make_one(struct devrt_device *dev, struct devrt_lane *lane, struct devrt_move *m, bool to)
{
	bool together = m->pack && (!to || m->pack == lane->pack);

	if (together && (!m->pack->dev || has_stage(dev, lane))) {
		struct group g = group_of(lane, m, to);

		copy_group(dev, &g);
	} else {
		copy_one(dev, lane, m, to);
	}
}

/* Make the copies, those of the lane's own pack first: what has been fetched is in the stage, which
 * others use. */
static void
make(struct devrt_device *dev, struct devrt_lane *lane, bool to)
{
	for (struct devrt_move *m = lane->moves; m < lane->moves + lane->nmoves; m++)
		if (m->pack && m->pack == lane->pack && !m->done)
			make_one(dev, lane, m, to);
	for (struct devrt_move *m = lane->moves; m < lane->moves + lane->nmoves; m++)
		if (!m->done)
			make_one(dev, lane, m, to);
	lane->nmoves = 0;
}

void
devrt_moves_to(struct devrt_device *dev, struct devrt_lane *lane)
{
	make(dev, lane, true);
}

void
devrt_moves_from(struct devrt_device *dev, struct devrt_lane *lane)
{
	make(dev, lane, false);
}

/* ---- arrival ---- */

static CUresult
mark(struct devrt_device *dev, struct devrt_lane *lane)
{
	lane->marked = true;
	return dev->drv->cuEventRecord(lane->sent, lane->stream);
}

CUresult
devrt_moves_follow(struct devrt_device *dev, CUstream stream)
{
	return dev->sender ? dev->drv->cuStreamWaitEvent(stream, dev->sender->sent, 0) :
			     CUDA_SUCCESS;
}

void
devrt_moves_arrived(struct devrt_device *dev, struct devrt_lane *lane)
{
	lane->sending = lane->borrowed = false;
	lane->queued = 0;
	if (dev->sender == lane)
		dev->sender = NULL;
}

void
devrt_moves_arrive(struct devrt_device *dev, struct devrt_lane *lane)
{
	if (lane->borrowed) {
		wait_for(dev, lane);
	} else if (lane->sending) {
		need(dev, "cuEventRecord", mark(dev, lane));
		dev->sender = lane;
		need(dev, "cuStreamWaitEvent", devrt_moves_follow(dev, NULL));
	}
}

CUresult
devrt_moves_await(struct devrt_device *dev, struct devrt_lane *lane)
{
	CUresult err = CUDA_SUCCESS;

	if (lane->sending && (dev->users > 1 || dev->waits_at_exit)) /* others may come soon */
		err = mark(dev, lane);
	for (struct devrt_lane *other = dev->all_lanes; other && !err; other = other->next_of_all) {
		if (other == lane || !other->sending)
			continue;
		if (!other->marked)
			err = mark(dev, other);
		if (!err)
			err = dev->drv->cuStreamWaitEvent(lane->stream, other->sent, 0);
	}
	return err;
}

CUresult
devrt_moves_fetch(struct devrt_device *dev, struct devrt_lane *lane)
{
	if (!lane->pack || !lane->pack->dev || !lane->from_end || !has_stage(dev, lane))
		return CUDA_SUCCESS;
	lane->fetched = true;
	return dev->drv->cuMemcpyDtoHAsync_v2(lane->stage + lane->from,
		lane->pack->dev + lane->from, lane->from_end - lane->from, lane->stream);
}
