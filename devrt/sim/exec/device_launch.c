/*
 * device_launch.c: grids that device code launches (CUDA programming guide, dynamic parallelism),
 * through both interfaces: the first, cudaGetParameterBufferV2, cudaLaunchDeviceV2 and a
 * cudaDeviceSynchronize on the device; the second, __cudaCDP2*, where nobody can wait, and a grid
 * that must come later is launched into the tail stream of its parent (grid.c runs it).
 *
 * Any other child grid runs when it is launched, from its first team to its last, on the host
 * thread of its parent, which needs the turn for it (grid.c): so children come in team order, and
 * in a warp in lane order.  Real devices may run them any time before the parent synchronises or
 * ends; a program that relies on either order is wrong.  What a child prints comes where it was
 * launched.
 */
#include <stdlib.h>
#include <string.h>

#include "exec/observer.h"

enum { HEADER = 64, MAX_DEPTH = 24, PENDING = 2048 };
enum { STREAM_DEFAULT, STREAM_TAIL = 3, STREAM_FIRE_AND_FORGET }; /* driver_types.h */
enum {
	ERROR_PENDING = 69,
	ERROR_RESOURCES = 701
}; /* cudaErrorLaunchPendingCountExceeded, …OutOfResources */
#define MAGIC 0x6c61756e63686564u

/* What stands before the parameters that device code fills in. */
struct buffer {
	uint64_t magic, func, shared;
	struct sim_dim3 grid, block;
};

static struct sim_func *
entry_at(struct warp *w, const struct inst *in, uint32_t lane, uint64_t addr)
{
	const struct sim_module *m = w->frame->func->module;
	for (unsigned i = 0; addr && i < m->nentries; i++)
		if (m->entries[i]->addr == addr)
			return m->entries[i];
	fault(w, in, lane, SIM_BAD_ADDRESS, "device launch: 0x%llx is no kernel of this module",
		(unsigned long long)addr);
	return NULL;
}

/* Execute cudaGetParameterBufferV2(kernel, grid, block, shared bytes). */
static int
get_buffer(struct warp *w, const struct inst *in, const struct call_site *s, uint32_t lane)
{
	struct sim_device *dev = w->team->grid->dev;
	struct buffer b = { .magic = MAGIC };
	call_argument(w, s, 0, lane, &b.func, sizeof b.func);
	call_argument(w, s, 1, lane, &b.grid, sizeof b.grid);
	call_argument(w, s, 2, lane, &b.block, sizeof b.block);
	call_argument(w, s, 3, lane, &b.shared, sizeof b.shared);
	struct sim_func *f = entry_at(w, in, lane, b.func);
	if (!f)
		return ACT_FAULT;
	uint64_t addr = memory_heap_alloc(dev, HEADER + f->param_bytes, SIZE_MAX);
	if (addr)
		memcpy(sim_host_view(dev, addr, HEADER), &b, sizeof b);
	addr = addr ? addr + HEADER : 0;
	call_result(w, s, lane, addr);
	return ACT_NEXT;
}

static const uint8_t *
find_buffer(struct warp *w, uint64_t addr, struct buffer *b)
{
	struct sim_device *dev = w->team->grid->dev;
	struct alloc *a = memory_find(dev, addr - HEADER);
	if (!a || a->base != addr - HEADER || a->dead || !a->device_heap || a->size < HEADER)
		return NULL;
	memcpy(b, a->host, sizeof *b);
	return b->magic == MAGIC ? a->host + HEADER : NULL;
}

static void
print(void *ctx, const char *text, size_t len)
{
	sim_log_printf(ctx, "%.*s", (int)len, text);
}

/* Pass on the child's message, and say who launched it. */
static int
child_failed(struct warp *w, const struct inst *in, uint32_t lane, struct sim_result *r)
{
	struct sim_log message = r->message;
	fault(w, in, lane, r->status, "launched it");
	sim_log_printf(&message, "\n  note: ");
	sim_log_printf(&message, "%s", w->team->message.text);
	sim_log_free(&w->team->message);
	w->team->message = message;
	return ACT_FAULT;
}

static int
run_child(struct warp *w, const struct inst *in, uint32_t lane, struct sim_launch *l, bool in_order)
{
	const struct sim_observer *list[SIM_OBSERVERS + 1];
	struct grid *g = w->team->grid;
	struct launched from = { .parent = g, .by = w, .lane = lane, .in_order = in_order };
	struct sim_result r;
	if (g->depth >= MAX_DEPTH)
		return fault(w, in, lane, SIM_UNSUPPORTED,
			"device launch: grids are nested deeper than %d", MAX_DEPTH);
	grid_inherit(l, g, list);
	l->print = print;
	l->print_ctx = &w->team->out;
	grid_run(g->dev, l, &r, &from);
	w->team->warp_instructions += r.warp_instructions;
	w->team->thread_instructions += r.thread_instructions;
	bool too_long = w->team->warp_instructions > g->limit;
	if (l->timing)
		l->timing->child_end(l->timing->ctx, r.status || too_long ? NULL : &from);
	if (r.status)
		return child_failed(w, in, lane, &r);
	sim_log_free(&r.message);
	if (too_long) /* not left to the round's end: launches multiply */
		return fault(w, in, lane, SIM_LIMIT,
			"device launch: the team and the grids that it launched "
			"ran longer than the instruction limit");
	return ACT_NEXT;
}

/* Keep a tail launch until the grid has ended. */
static void
leave_tail(struct grid *g, const struct sim_launch *l)
{
	size_t bytes = l->func->param_bytes;
	struct tail *t = calloc(1, sizeof *t);
	if (!t || !(t->params = malloc(bytes + 1)))
		sim_out_of_memory();
	memcpy(t->params, l->params, bytes);
	t->launch = *l;
	t->launch.params = t->params;
	*g->tails_end = t;
	g->tails_end = &t->next;
}

/* Take the launch's place among those that wait.  Return false if there is none. */
static bool
has_place(struct team *t)
{
	uint32_t limit = t->grid->launch->pending_limit;
	if (t->grid->pending >= (limit ? limit : PENDING))
		return false;
	t->grid->pending++;
	t->children++;
	return true;
}

/* Execute cudaLaunchDeviceV2(buffer, stream). */
static int
launch(struct warp *w, const struct inst *in, const struct call_site *s, uint32_t lane)
{
	struct grid *g = w->team->grid;
	bool second = s->func->builtin == BUILTIN_LAUNCH_2;
	struct buffer b = { 0 };
	uint64_t addr, stream;
	call_argument(w, s, 0, lane, &addr, sizeof addr);
	call_argument(w, s, 1, lane, &stream, sizeof stream);
	const uint8_t *params = find_buffer(w, addr, &b);
	if (!params)
		return fault(w, in, lane, SIM_BAD_ADDRESS,
			"device launch: 0x%llx did not come from "
			"cudaGetParameterBufferV2, or was launched before",
			(unsigned long long)addr);
	if (stream != STREAM_DEFAULT &&
		!(second && (stream == STREAM_TAIL || stream == STREAM_FIRE_AND_FORGET)))
		return fault(w, in, lane, SIM_UNSUPPORTED,
			"device launch: only the default stream%s there",
			second ?
				", that of tail launches and that of fire-and-forget launches are" :
				" is");
	struct sim_launch l = {
		.func = entry_at(w, in, lane, b.func),
		.grid = b.grid,
		.block = b.block,
		.dyn_shared = (uint32_t)b.shared,
		.params = params,
	};
	bool place = l.func && has_place(w->team);
	if (place && stream == STREAM_TAIL)
		leave_tail(g, &l);
	if (!l.func ||
		(place && stream != STREAM_TAIL &&
			run_child(w, in, lane, &l, stream == STREAM_DEFAULT) == ACT_FAULT))
		return ACT_FAULT;
	memory_heap_free(g->dev, addr - HEADER);
	memset(w->worker->cache, 0, g->entry->module->nmem * sizeof *w->worker->cache);
	call_result(w, s, lane, place ? 0 : second ? ERROR_RESOURCES : ERROR_PENDING);
	return ACT_NEXT;
}

/* Execute cudaDeviceSynchronize.  Children have run already. */
static int
synchronise(struct warp *w, const struct call_site *s, uint32_t lane)
{
	struct team *t = w->team;
	t->grid->pending -= t->children;
	t->children = 0;
	EMIT(t->grid, joined, w, lane);
	call_result(w, s, lane, 0);
	return ACT_NEXT;
}

int
exec_device_launch(struct warp *w, const struct inst *in, const struct call_site *s, uint32_t mask)
{
	enum builtin b = s->func->builtin;
	if (!w->team->has_turn)
		return ACT_WAIT_TURN;
	FOR_LANES(i, mask) {
		int act = b == BUILTIN_SYNCHRONIZE ? synchronise(w, s, i) :
			b == BUILTIN_GET_BUFFER || b == BUILTIN_GET_BUFFER_2 ?
						     get_buffer(w, in, s, i) :
						     launch(w, in, s, i);
		if (act != ACT_NEXT)
			return act;
	}
	return ACT_NEXT;
}
