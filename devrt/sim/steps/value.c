/*
 * value.c: what an instruction left behind, as JSON: lanes often hold one value, or an address each
 * at equal distances, and then a few characters are enough.
 */
#include <math.h>
#include <string.h>

#include "steps/internal.h"

static void
put_one(struct sim_log *out, char kind, unsigned bytes, uint64_t v)
{
	double d;
	float f;
	uint32_t low = (uint32_t)v;
	if (kind != 'f' || bytes < 4) {
		sim_log_printf(out, v >> 53 ? "\"0x%llx\"" : "%llu", (unsigned long long)v);
		return;
	}
	memcpy(&f, &low, 4);
	memcpy(&d, &v, 8);
	d = bytes == 4 ? f : d;
	sim_log_printf(out, isfinite(d) ? "%.*g" : "\"%.*g\"", bytes == 4 ? 9 : 17, d);
}

/* "V+D" where lane i holds V + D * (i - first). */
static bool
put_progression(struct sim_log *out, uint32_t mask, const uint64_t *v)
{
	uint32_t first = (uint32_t)__builtin_ctz(mask);
	uint32_t second = (uint32_t)__builtin_ctz(mask & (mask - 1));
	int64_t all = (int64_t)(v[second] - v[first]), each = all / (int64_t)(second - first);
	if (v[first] >> 53 || each > 1 << 20 || each < -(1 << 20))
		return false;
	FOR_LANES(i, mask)
		if (v[i] != v[first] + (uint64_t)(each * (int64_t)(i - first)))
			return false;
	sim_log_printf(out, "\"%llu%+lld\"", (unsigned long long)v[first], (long long)each);
	return true;
}

static bool
all_equal(uint32_t mask, const uint64_t *v)
{
	FOR_LANES(i, mask)
		if (v[i] != v[__builtin_ctz(mask)])
			return false;
	return true;
}

void
put_value(struct sim_log *out, char kind, unsigned bytes, uint32_t mask, const uint64_t *v)
{
	const char *comma = "[";
	if (kind == 'p') {
		uint32_t holds = (uint32_t)v[0] & mask;
		sim_log_printf(out, holds && holds != mask ? "\"&%x\"" : holds ? "1" : "0", holds);
		return;
	}
	if (all_equal(mask, v)) {
		put_one(out, kind, bytes, v[__builtin_ctz(mask)]);
		return;
	}
	if (kind != 'f' && put_progression(out, mask, v))
		return;
	FOR_LANES(i, mask) {
		sim_log_printf(out, "%s", comma);
		put_one(out, kind, bytes, v[i]);
		comma = ",";
	}
	sim_log_printf(out, "]");
}

/* ---- registers ---- */

struct written {
	struct sim_log *out;
	struct warp *w;
	uint32_t mask;
	const char *before; /* what stands in front of the next one */
};

static void
put_register(void *ctx, uint32_t reg)
{
	struct written *r = ctx;
	const struct sim_func *f = r->w->frame->func;
	enum ptx_type t = f->body->regs[reg].type;
	const uint8_t *slot = at(r->w, f->reg_slots[reg]);
	unsigned bytes = type_bytes(t) == 8 ? 8 : 4;
	uint64_t v[WARP] = { 0 };
	sim_log_printf(r->out, "%s", r->before);
	r->before = ",";
	if (t == PTX_PRED) {
		memcpy(v, slot, sizeof(uint32_t));
		put_value(r->out, 'p', 4, r->mask, v);
		return;
	}
	FOR_LANES(i, r->mask)
		memcpy(&v[i], slot + i * bytes, bytes);
	put_value(r->out, type_kind(t), bytes, r->mask, v);
}

static void
put_machine_registers(struct written *r, const struct inst *in)
{
	unsigned n;
	const struct code_register *c = code_written(in, &n);
	char kind = in->src->types[0] == PTX_F32 ? 'f' : 'u';
	for (unsigned k = 0; k < n; k++) {
		const uint32_t *slot = at(r->w, c[k].operand);
		uint64_t v[WARP] = { slot[0] };
		sim_log_printf(r->out, "%s", r->before);
		r->before = ",";
		FOR_LANES(i, c[k].pred ? 0 : r->mask)
			v[i] = slot[i];
		put_value(r->out, c[k].pred ? 'p' : kind, 4, r->mask, v);
	}
}

/* ---- shared memory ---- */

static void
put_cells(struct sim_log *out, const struct warp *w, const struct inst *in, const struct held *h,
	uint32_t mask, const char **before)
{
	const struct pinst *p = in->src;
	unsigned bytes = inst_each(in, h->bytes), n = h->bytes / bytes;
	char kind = p->ntypes ? type_kind(p->types[p->ntypes - 1]) :
		p->from       ? type_kind(p->types[0]) :
				'u';
	for (unsigned e = 0; e < n; e++) {
		uint64_t v[WARP] = { 0 }, addr[WARP] = { 0 };
		FOR_LANES(i, h->mask) {
			addr[i] = h->addr[i] + e * bytes;
			memcpy(&v[i], w->team->shared + addr[i], bytes < 8 ? bytes : 8);
		}
		sim_log_printf(out, "%s[", *before);
		put_value(out, 'u', 8, h->mask, addr);
		sim_log_printf(out, ",%u,", bytes);
		put_value(out, kind, bytes, h->mask, v);
		sim_log_printf(out, h->mask == mask ? "]" : ",%d]", (int)h->mask);
		*before = ",";
	}
}

void
put_effect(struct sim_log *out, struct warp *w, const struct inst *in, uint32_t mask,
	uint32_t group, const struct held *held, unsigned nheld)
{
	struct written r = { out, w, mask, ",\"r\":[" };
	const char *cells = ",\"m\":[";
	if (mask != group)
		sim_log_printf(out, ",\"g\":%d", (int)mask);
	if (!mask)
		return;
	if (w->frame->func->machine)
		put_machine_registers(&r, in);
	else if (!in->src->call)
		visit_defs(in->src, put_register, &r);
	sim_log_printf(out, r.before[1] ? "" : "]");
	for (unsigned i = 0; i < nheld; i++)
		put_cells(out, w, in, &held[i], mask, &cells);
	sim_log_printf(out, cells[1] ? "" : "]");
}
