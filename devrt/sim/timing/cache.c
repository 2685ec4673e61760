/*
 * cache.c: the timed memory system.  Loads go through L1 or the read-only cache where the machine
 * has them, in 128-byte lines of 32-byte sectors; stores write through to L2, which writes back and
 * never fetches for a write.  DRAM is a rate, and a latency that grows with its load.  An SM may
 * wait for so many sectors at once and no more, which decides how many warps it takes to fill the
 * memory system (Little's law).
 */
#include <stdlib.h>
#include <string.h>

#include "timing/cache.h"

#define SECTOR 32

/* ---- tags ---- */

static void
cache_init(struct cache *c, size_t bytes, int ways)
{
	*c = (struct cache){ .ways = (uint32_t)ways };
	c->sets = (uint32_t)(bytes / 128 / (size_t)ways);
	if (!c->sets)
		return;
	c->line = calloc((size_t)c->sets * c->ways, sizeof *c->line);
	if (!c->line)
		sim_out_of_memory();
}

static struct cache_line *
set_of(const struct cache *c, uint64_t line)
{
	uint64_t h = (line ^ line >> 12 ^ line >> 23) % c->sets;
	return &c->line[h * c->ways];
}

/* Times of launches before mean nothing now, nor who was the first to read. */
static void
forget_times(const struct cache *c, struct cache_line *l)
{
	if (c->clock - l->used < c->clock - c->begun)
		return;
	l->ready = 0;
	l->untimed = 0;
	l->seen_by = 0;
}

/* The line's place, or the least recently used one of its set with *hit false. */
static struct cache_line *
look_up(struct cache *c, uint64_t line, bool *hit)
{
	struct cache_line *set = set_of(c, line), *oldest = set;
	uint32_t now = ++c->clock;
	for (uint32_t i = 0; i < c->ways; i++) {
		if (set[i].tag == line + 1) {
			forget_times(c, &set[i]);
			set[i].used = now;
			*hit = true;
			return &set[i];
		}
		if (!set[i].tag || (oldest->tag && now - set[i].used > now - oldest->used))
			oldest = &set[i];
	}
	if (c->any && oldest->tag)
		oldest = &set[(now * 2654435761u >> 16) % c->ways];
	oldest->used = now;
	*hit = false;
	return oldest;
}

static void
claim(struct cache_line *l, uint64_t line)
{
	l->tag = line + 1;
	l->valid = l->dirty = l->untimed = 0;
	l->seen_by = 0;
	l->ready = 0;
}

static unsigned
sectors(unsigned mask)
{
	return (unsigned)__builtin_popcount(mask & 15);
}

/* ---- servers ---- */

static double
serve(double *server, double t, double service)
{
	double start = *server > t ? *server : t;
	*server = start + service;
	return start + service;
}

/*
 * The same of a server of the whole chip, for a request that will come at t.  An SM that may not wait
 * for more sectors says now what it will ask for then: until then others have their turn.
 */
static double
serve_chip(const struct memory *m, double *server, double t, double service)
{
	double start = *server > t ? *server : t;
	*server = (*server > m->now ? *server : m->now) + service;
	return start + service;
}

/*
 * One rate for all of DRAM knows no banks: requests that meet in one wait for each other long
 * before the whole is full.  The load, from 0 to 1, says how many meet; what is long ago fades.
 */
#define LOAD_WINDOW 1000.0 /* cycles; F, with dram_queue */

static void
load_dram(struct memory *m, double t, double service)
{
	double part = (t - m->load_at) / LOAD_WINDOW;
	if (part > 0) {
		m->load *= part < 1 ? 1 - part : 0;
		m->load_at = t;
	}
	m->load += service / LOAD_WINDOW;
}

static double
dram_latency(const struct memory *m)
{
	return m->model->dram_latency + m->model->dram_queue * (m->load < 1 ? m->load : 1);
}

static double
dram(struct memory *m, double t, unsigned n, bool write)
{
	double each = write ? m->write_cycles : m->read_cycles;
	double share = n * m->share / 256;
	m->writes += ((write ? 1.0 : 0.0) - m->writes) * (share < 1 ? share : 1);
	each *= 1 + m->model->dram_mix * 4 * m->writes * (1 - m->writes);
	if (write)
		m->counts->dram_written += n;
	else
		m->counts->dram_read += n;
	load_dram(m, t, each * n);
	return serve_chip(m, &m->dram_free, t, each * n);
}

/* ---- L2 ---- */

static struct cache_line *
l2_claim(struct memory *m, uint64_t line)
{
	bool hit;
	struct cache_line *l = look_up(m->l2, line, &hit);
	if (!hit) {
		m->owed += sectors(l->dirty) / m->share;
		claim(l, line);
	}
	return l;
}

/*
 * Teams that are not timed run ahead and then leave L2 alone, as if a timed team had all of it.  What
 * only timed teams access stays in L2 as long as in their share of it, beside the others' like.
 */
static void
stay_in_part(struct memory *m, struct cache_line *l, uint64_t line)
{
	bool hit = true;
	if (!m->own.sets || l->seen_by == BY_UNTIMED)
		return;
	claim(look_up(&m->own, line, &hit), line);
	if (!hit && l->seen_by) {
		m->owed += sectors(l->dirty);
		claim(l, line);
	}
	l->seen_by = BY_TIMED;
}

static struct cache_line *
l2_place(struct memory *m, uint64_t line, double t)
{
	struct cache_line *l = l2_claim(m, line);
	stay_in_part(m, l, line);
	unsigned n = m->owed < 4 ? (unsigned)m->owed : 4;
	if (n)
		dram(m, t, n, true);
	m->owed -= n;
	return l;
}

/* Cycles more to the half of L2 that is not the SM's. */
static double
far(const struct memory *m, const struct sm_memory *s, uint64_t line)
{
	return ((line * 0x9e3779b97f4a7c15) >> 63 ^ s->side) ? 0 : m->model->l2_far;
}

/*
 * Sectors of the mask that come from DRAM.  In a sample, teams that are not timed run ahead and are the
 * first to read what neighbours share; so of what they have brought, the timed ones read as much again
 * as makes their share of all that DRAM was read for.
 */
static unsigned
from_dram(struct memory *m, struct cache_line *l, unsigned mask)
{
	unsigned missing = mask & ~l->valid, again = mask & l->untimed;
	l->untimed &= (uint8_t)~mask;
	m->unread += sectors(missing) / m->share;
	if (again && m->unread >= sectors(missing | again))
		missing |= again;
	m->unread -= sectors(missing);
	return missing;
}

static double
l2_read(struct memory *m, const struct sm_memory *s, uint64_t line, unsigned mask, double t)
{
	struct cache_line *l = l2_place(m, line, t);
	unsigned missing = from_dram(m, l, mask), n = sectors(mask);
	double bytes = n * SECTOR, least = m->model->l2_least;
	double service = (bytes > least ? bytes : least) / m->model->l2_bytes;
	double start = serve_chip(m, &m->l2_free, t, service) - service;
	double done = start + m->model->l2_latency + far(m, s, line);
	m->counts->l2_sectors += n;
	m->counts->l2_hits += n - sectors(missing);
	if (missing) {
		double from = dram(m, start, sectors(missing), false);
		l->valid |= (uint8_t)missing;
		l->ready = from + dram_latency(m);
	}
	return l->ready > done ? l->ready : done;
}

static double
l2_write(struct memory *m, uint64_t line, unsigned mask, double t)
{
	unsigned n = sectors(mask);
	struct cache_line *l = l2_place(m, line, t);
	double rate = m->model->l2_write > 0 ? m->model->l2_write : m->model->l2_bytes;
	double done = serve_chip(m, &m->l2_free, t, n * SECTOR / rate) + m->model->l2_latency;
	m->counts->l2_sectors += n;
	m->counts->l2_hits += n;
	l->valid |= (uint8_t)mask;
	l->dirty |= (uint8_t)mask;
	return m->dram_free > done ? m->dram_free : done;
}

/* ---- an SM's share ---- */

/* Waits until fewer than the limit are outstanding, then takes n places until done. */
static double
may_start(struct sm_memory *s, const struct timing_model *tm, double t, unsigned n)
{
	double oldest = s->waiting[(s->next + n - 1) % (uint32_t)tm->outstanding];
	return oldest > t ? oldest : t;
}

static void
takes(struct sm_memory *s, const struct timing_model *tm, unsigned n, double done)
{
	while (n--) {
		s->waiting[s->next] = done;
		s->next = (s->next + 1) % (uint32_t)tm->outstanding;
	}
}

static double
beyond(struct memory *m, struct sm_memory *s, uint64_t line, unsigned mask, double t, bool write)
{
	const struct timing_model *tm = m->model;
	unsigned n = sectors(mask);
	t = may_start(s, tm, t, n);
	double service = n * SECTOR / tm->port_bytes;
	if (write && service < tm->store_line)
		service = tm->store_line;
	t = serve(&s->port, t, service) - service;
	double done = write ? l2_write(m, line, mask, t) : l2_read(m, s, line, mask, t);
	takes(s, tm, n, done);
	return done;
}

static double
through(struct memory *m, struct sm_memory *s, struct cache *c, uint64_t line, unsigned mask,
	double t, double latency)
{
	bool hit;
	struct cache_line *l = look_up(c, line, &hit);
	if (!hit) {
		if (l->dirty)
			beyond(m, s, l->tag - 1, l->dirty, t, true);
		claim(l, line);
	}
	unsigned missing = mask & ~l->valid;
	m->counts->l1_sectors += sectors(mask);
	m->counts->l1_hits += sectors(mask) - sectors(missing);
	if (missing) {
		l->valid |= (uint8_t)missing;
		l->ready = beyond(m, s, line, missing, t, false);
	}
	return l->ready > t + latency ? l->ready : t + latency;
}

static double
local_store(struct memory *m, struct sm_memory *s, uint64_t line, unsigned mask, double t)
{
	bool hit;
	struct cache_line *l = look_up(&s->l1, line, &hit);
	if (!hit) {
		if (l->dirty)
			beyond(m, s, l->tag - 1, l->dirty, t, true);
		claim(l, line);
	}
	l->valid |= (uint8_t)mask;
	l->dirty |= (uint8_t)mask;
	return t + m->model->l1_latency;
}

static uint32_t
hot_place(uint64_t line)
{
	return (line ^ line >> 9) % HOT_ADDRESSES;
}

/*
 * The slice of L2 that has a line: 512 bytes each, all slices once before one comes again, so that
 * neighbours never meet; where a row of them begins is hashed.
 */
static struct atomics *
slice_of(struct memory *m, uint64_t line)
{
	uint64_t n = m->model->atom_slices, part = line >> 2;
	return &m->slice[(part + (part / n * 0x9e3779b97f4a7c15 >> 32)) % n];
}

/*
 * How many atomics one of a sample stands for at a place: itself, and those there that were not timed,
 * until all of them are done.  Their teams run ahead, so it stands for its share of the chip's at most.
 */
static double
stands_for(const struct memory *m, struct atomics *p)
{
	double more = p->untimed < m->share - 1 ? p->untimed : m->share - 1;
	p->untimed -= more;
	return 1 + more;
}

/*
 * Atomics are done in L2, each slice of which takes one sector at a time, and again for each lane
 * more of the same address: `ways` of them, which the first line of an access stands for.  A
 * floating-point sum must also wait for the one before it.  None of them takes one of the places
 * that loads wait in: what no warp waits for queues up in L2.
 */
static double
atomic(struct memory *m, struct sm_memory *s, const struct cost *c, const struct trace_access *a,
	uint64_t line, unsigned mask, double t)
{
	const struct timing_model *tm = m->model;
	bool adds_floats = c->in->src && type_kind(c->in->src->types[0]) == 'f';
	uint32_t ways = line == a->line[0] >> 4 ? a->ways : 1;
	double one = adds_floats && tm->atom_float > 0 ? tm->atom_float : tm->atom_service;
	unsigned n = sectors(mask);
	struct atomics *hot = &m->hot[hot_place(line)];
	double service = n * SECTOR / tm->port_bytes;
	t = serve(&s->port, t, n * tm->atom_sector + service) - service;
	double start = hot->free > t ? hot->free : t;
	hot->free = start + ways * one * stands_for(m, hot);
	if (tm->atom_slices) {
		double each = a->bytes > 4 && tm->atom_wide > 0 ? tm->atom_wide : tm->atom_service;
		struct atomics *slice = slice_of(m, line);
		double work = (n * each + (ways - 1) * tm->atom_service) * stands_for(m, slice);
		double from = serve(&slice->free, t, work) - work;
		start = from > start ? from : start;
	}
	double there = l2_read(m, s, line, mask, t);
	if (there < start + tm->l2_latency)
		there = start + tm->l2_latency;
	l2_place(m, line, t)->dirty |= (uint8_t)mask;
	return there + tm->atom_latency + (ways - 1) * one;
}

struct atomics *
memory_atomics(struct memory *m, const struct trace_access *a, double *work)
{
	const struct timing_model *tm = m->model;
	uint64_t first = a->line[0] >> 4;
	*work = a->ways * tm->atom_service;
	if (!tm->atom_slices)
		return &m->hot[hot_place(first)];
	for (uint32_t i = 0; i < a->lines; i++)
		if (slice_of(m, a->line[i] >> 4) == slice_of(m, first))
			*work += (sectors((unsigned)a->line[i] & 15) - !i) * tm->atom_service;
	return slice_of(m, first);
}

static bool
uses_nc(const struct cost *c)
{
	return c->in->src && has_mod(c->in->src, PTX_MOD_NC);
}

static bool
uses_l1(const struct memory *m, const struct cost *c, const struct trace_access *a)
{
	bool bypass = c->in->src &&
		(has_mod(c->in->src, PTX_MOD_CG) || has_mod(c->in->src, PTX_MOD_CV) ||
			has_mod(c->in->src, PTX_MOD_VOLATILE) || c->in->ordered);
	if (c->is_static)
		bypass = c->form == FORM_BEYOND;
	return a->space == SPACE_LOCAL || (m->model->l1_global && !bypass);
}

static double
one_line(struct memory *m, struct sm_memory *s, const struct cost *c, const struct trace_access *a,
	uint64_t w, double t)
{
	const struct timing_model *tm = m->model;
	uint64_t line = w >> 4 | (a->space == SPACE_LOCAL ? (uint64_t)1 << 58 : 0);
	unsigned mask = (unsigned)w & 15;
	if (a->kind == ACCESS_ATOMIC)
		return atomic(m, s, c, a, line, mask, t);
	if (a->kind == ACCESS_WRITE)
		return a->space == SPACE_LOCAL ? local_store(m, s, line, mask, t) :
						 beyond(m, s, line, mask, t, true);
	if (c->unit == UNIT_TEX)
		return through(m, s, &s->nc, line, mask, t, tm->nc_latency);
	if (uses_l1(m, c, a) || uses_nc(c))
		return through(m, s, &s->l1, line, mask, t,
			uses_nc(c) ? tm->nc_latency : tm->l1_latency);
	return beyond(m, s, line, mask, t, false);
}

double
memory_access(struct memory *m, struct sm_memory *s, const struct cost *c,
	const struct trace_access *a, double t)
{
	double done = t;
	m->now = t;
	if (a->space == SPACE_CONST)
		return t + m->model->const_latency + (a->lines - 1) * m->model->const_way;
	for (uint32_t i = 0; i < a->lines; i++) {
		double d = one_line(m, s, c, a, a->line[i], t + i); /* one tag a cycle */
		done = d > done ? d : done;
	}
	if (c->is_static)
		done -= m->model->address;
	m->counts->accesses++;
	for (uint32_t i = 0; i < a->lines; i++)
		m->counts->access_sectors += sectors((unsigned)a->line[i]);
	return done;
}

void
memory_touch(struct memory *m, const struct trace_access *a)
{
	for (uint32_t i = 0; i < a->lines; i++) {
		uint64_t line = a->line[i] >> 4;
		unsigned mask = a->line[i] & 15;
		struct cache_line *l = l2_claim(m, line);
		if (a->kind != ACCESS_WRITE) {
			l->untimed |= (uint8_t)(mask & ~l->valid);
			m->unread += sectors(mask & ~l->valid) / m->share;
		}
		l->valid |= (uint8_t)mask;
		l->seen_by = BY_UNTIMED;
		l->dirty |= (uint8_t)(a->kind == ACCESS_READ ? 0 : mask);
		if (a->kind == ACCESS_ATOMIC) {
			m->hot[hot_place(line)].untimed++;
			if (m->model->atom_slices)
				slice_of(m, line)->untimed++;
		}
	}
}

/* ---- instructions ---- */

/* Lines in a row are fetched ahead, as fast as the way is; a jump waits for its first. */
double
memory_fetch(struct memory *m, struct sm_memory *s, uint32_t line, double since, double t)
{
	const struct timing_model *tm = m->model;
	bool hit, hit2, ahead = since >= 0;
	if (!tm->code_l1)
		return t;
	if (!s->code[0].line) {
		cache_init(&s->code[0], (size_t)tm->code_l1, tm->l1_ways);
		cache_init(&s->code[1], (size_t)tm->code_l2, tm->l1_ways);
	}
	struct cache_line *l = look_up(&s->code[0], line, &hit);
	if (hit)
		return l->ready > t ? l->ready : t;
	claim(l, line);
	struct cache_line *l2 = look_up(&s->code[1], line, &hit2);
	if (!hit2)
		claim(l2, line);
	double done = serve(&s->fetch, ahead ? since : t, hit2 ? tm->code_l2_line : tm->code_line);
	if (!ahead)
		done += hit2 ? tm->code_jump : tm->l2_latency;
	l->ready = done;
	return done > t ? done : t;
}

/* ---- start and end ---- */

static void
free_caches(struct sim_device *dev)
{
	free(dev->caches->l2.line);
	for (int i = 0; i < dev->model->sms; i++)
		for (int k = 0; k < 2; k++)
			free(dev->caches->code[i][k].line);
	free(dev->caches->code);
	sample_forget(dev->caches->past, NULL);
	free(dev->caches);
}

static void
forget_launches(struct sim_device *dev, const struct sim_module *m)
{
	dev->caches->past = sample_forget(dev->caches->past, m);
}

static struct caches *
caches_of(struct sim_device *dev)
{
	const struct timing_model *tm = dev->model->timing;
	struct caches *c = dev->caches;
	if (c)
		return c;
	c = dev->caches = calloc(1, sizeof *c);
	if (!c || !(c->code = calloc((size_t)dev->model->sms, sizeof *c->code)))
		sim_out_of_memory();
	cache_init(&c->l2, (size_t)(tm->l2_kept ? tm->l2_kept : dev->model->l2_bytes), tm->l2_ways);
	dev->free_caches = free_caches;
	dev->forget_launches = forget_launches;
	return c;
}

void
timing_host_write(struct sim_device *dev, uint64_t addr, size_t bytes)
{
	struct cache *c = &caches_of(dev)->l2;
	uint64_t from = addr >> 7, end = (addr + bytes + 127) >> 7,
		 room = c->sets * (uint64_t)c->ways;
	from = end - from > room ? end - room : from;
	for (uint64_t line = from; line < end; line++) {
		bool hit;
		struct cache_line *l = look_up(c, line, &hit);
		if (!hit)
			claim(l, line);
		l->valid = 15;
	}
}

void
memory_init(struct memory *m, const struct timing_model *tm, struct sim_device *dev,
	struct timing_counts *counts)
{
	double hz = dev->model->clock_khz * 1e3;
	*m = (struct memory){ .model = tm, .counts = counts, .kept = caches_of(dev), .share = 1 };
	m->l2 = &m->kept->l2;
	m->l2->begun = m->l2->clock;
	m->read_cycles = SECTOR / (tm->dram_read * 1e9) * hz;
	m->write_cycles = SECTOR / (tm->dram_write * 1e9) * hz;
}

void
memory_share(struct memory *m, double share)
{
	m->share = share;
	if (share > 1)
		cache_init(&m->own, (size_t)((double)m->l2->sets * m->l2->ways * 128 / share),
			(int)m->l2->ways);
}

void
memory_free(struct memory *m)
{
	free(m->own.line);
}

void
sm_memory_init(struct sm_memory *s, const struct memory *m, unsigned number, size_t shared_in_use)
{
	const struct timing_model *tm = m->model;
	size_t l1 = (size_t)tm->l1_bytes;
	*s = (struct sm_memory){ .side = number & 1, .code = m->kept->code[number] };
	for (int k = 0; k < 2; k++)
		s->code[k].begun = s->code[k].clock;
	if (tm->l1_shares)
		l1 -= shared_in_use < l1 / 2 ? shared_in_use : l1 / 2;
	cache_init(&s->l1, l1, tm->l1_ways);
	s->l1.any = tm->l1_any;
	cache_init(&s->nc, (size_t)tm->nc_bytes, tm->l1_ways);
	s->waiting = calloc((size_t)tm->outstanding, sizeof *s->waiting);
	if (!s->waiting)
		sim_out_of_memory();
}

void
sm_memory_free(struct sm_memory *s)
{
	free(s->l1.line);
	free(s->nc.line);
	free(s->waiting);
}
