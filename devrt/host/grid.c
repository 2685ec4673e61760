/*
 * grid.c: how many teams a league has and how many threads a team, DEVRT_GRID.  It does not know
 * schemes: the kernel's descriptor says all.
 *
 *	threads	num_threads; else thread_limit; else DEVRT_GRID=TEAMSxTHREADS; else
 *		OMP_TEAMS_THREAD_LIMIT; else a heuristic.  Never more than the clause, the scheme
 *		or the device allows.
 *	teams	num_teams; else DEVRT_GRID=TEAMSxTHREADS; else OMP_NUM_TEAMS; else a heuristic.
 *
 * Where the program leaves the choice, one row of the table of heuristics makes it, from the trip
 * count, the kernel's registers and shared memory (through its occupancy) and the device.  Those of
 * Tiotto et al. 2020 (section 4) can be had by name; where the paper leaves a case open, the
 * comment says what is done here.  To add one, write two functions and a row.  An entry that is laid
 * out over collapsed loops (DEVRT_IF_LAID_OUT) gets tiles of them instead, if the choice is the
 * default's.
 */
#include <stdio.h>
#include <string.h>
#include "rt.h"

enum { WARP = 32 };
#define MAX_TEAMS INT32_MAX /* grid x (cc 3.0 and up), and threads of a league */

/* What a heuristic may look at. */
struct question {
	struct devrt_device *dev;
	const struct devrt_kernel *k;
	struct devrt_function *fn;
	uint64_t trips; /* trip count of the loop spread over league or team; 0: unknown */
	unsigned room;  /* the most threads that a team can have */
};

/* A number, and the reason in words for DEVRT_INFO. */
struct choice {
	uint64_t n;
	const char *why;
};

struct heuristic {
	const char *name;
	struct choice (*threads)(const struct question *q);
	struct choice (*teams)(const struct question *q, unsigned threads);
};

static uint64_t
smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t
quotient_up(uint64_t n, uint64_t by)
{
	return n / by + (n % by != 0);
}

/* ---- what heuristics are made of ---- */

/* Return the CUDA threads of a block with so many OpenMP threads: a warp of the master's own begins where a
 * warp does. */
static unsigned
block_size(const struct devrt_kernel *k, const struct devrt_function *fn, unsigned threads)
{
	if (k->max_threads == 1) /* a team-serial kernel asks no thread who it is */
		return 1;
	if (k->block_threads > 0)
		return (unsigned)k->block_threads;
	uint64_t team = (uint64_t)threads * devrt_lanes_of(fn);

	return (unsigned)(k->extra_threads ?
			devrt_round_up(team, WARP) + (unsigned)k->extra_threads :
			team);
}

/* Return how many teams an SM holds at once.  The driver is asked once for each number of warps. */
static unsigned
teams_on_sm(const struct question *q, unsigned threads)
{
	unsigned block = block_size(q->k, q->fn, threads);
	uint64_t warps = quotient_up(block, WARP);
	int blocks = 0;

	if (warps > DEVRT_MAX_WARPS)
		return 1;
	if (!q->fn->blocks_on_sm[warps]) {
		q->dev->drv->cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, q->fn->f,
			(int)block, q->k->dyn_shared);
		q->fn->blocks_on_sm[warps] = (unsigned char)(blocks > 0 ? blocks : 1);
	}
	return q->fn->blocks_on_sm[warps];
}

/* Return how many teams the device runs at once. */
static uint64_t
wave(const struct question *q, unsigned threads)
{
	return (uint64_t)q->dev->sms * teams_on_sm(q, threads);
}

/* Return how many teams have work: an iteration per thread, or per team. */
static uint64_t
covering(const struct question *q, unsigned threads)
{
	return q->k->trip_is_teams ? q->trips : quotient_up(q->trips, threads);
}

/* Apply Tiotto's formula: as many threads as the SMs can hold, whatever the kernel needs. */
static uint64_t
full_device(const struct question *q, unsigned threads)
{
	uint64_t n = (uint64_t)q->dev->sms * (uint64_t)q->dev->sm_threads /
		block_size(q->k, q->fn, threads);

	return n ? n : 1;
}

/* ---- default ---- */

/* Return the OpenMP threads of a block of so many CUDA threads: a master's warp is one of them. */
static unsigned
threads_of_block(const struct question *q, unsigned block)
{
	return (block - (unsigned)q->k->extra_threads) / devrt_lanes_of(q->fn);
}

/* The usual threads of a team are those of a block of 256; of 128 where an SM then holds a quarter more
 * of them: of 130 registers each, three times 128, but once 256. */
static struct choice
usual_threads(const struct question *q)
{
	enum { USUAL = 256 };
	unsigned threads = threads_of_block(q, USUAL), half = threads_of_block(q, USUAL / 2);

	if (4 * half * teams_on_sm(q, half) >= 5 * threads * teams_on_sm(q, threads))
		return (struct choice){ half, "half the usual number, of which an SM holds more" };
	return (struct choice){ threads, "the usual number" };
}

/*
 * As few threads for each SM as hold the loop: one team too many makes its SM take longer, by half
 * if it has two.  Of the same number of threads the largest teams, since an SM starts one after the
 * other.
 */
static struct choice
default_threads(const struct question *q)
{
	enum { EACH = 4 };
	struct choice usual = usual_threads(q);
	uint64_t best = usual.n, least = UINT64_MAX;

	if (!q->trips || q->k->trip_is_teams) { /* regions may ask for so many, groups or not */
		usual.n = smaller(usual.n * devrt_lanes_of(q->fn), q->room);
		return usual;
	}
	for (uint64_t each = 1; each <= (q->k->teams ? EACH : 1); each++) {
		uint64_t share = quotient_up(q->trips,
			q->k->teams ? each * (uint64_t)q->dev->sms : 1);

		share = devrt_round_up(share, WARP / devrt_lanes_of(q->fn));
		if (share <= usual.n && each * share < least) {
			best = share;
			least = each * share;
		}
	}
	if (best == usual.n)
		return usual;
	return (struct choice){ best, "fewer than usual, so that all SMs have teams" };
}

/* In a work loop: as many teams as run at once; where it writes memory, several times as many, as long as
 * threads have some iterations each.  Teams that begin one after the other keep reads and writes closer
 * together: two vectors updated and their sum took 1.2 times as long on an H200 without, and sums alone
 * up to 1.2 times as long with so many. */
static struct choice
default_teams(const struct question *q, unsigned threads)
{
	enum { WAVES = 16, ITERATIONS = 4 };
	uint64_t n, at_once, most;

	if (!q->trips && q->k->distributes)
		return (struct choice){ wave(q, threads),
			"the trip count is unknown: as many as run at once" };
	if (!q->trips)
		return (struct choice){ (uint64_t)q->dev->sms, "no loop is known: one per SM" };
	n = covering(q, threads);
	if (q->fn->entry->needs & DEVRT_IF_GRID_COVERS || n <= wave(q, threads))
		return (struct choice){ n,
			q->k->trip_is_teams ? "an iteration for each team" :
					      "an iteration for each thread" };
	at_once = wave(q, threads);
	most = smaller(n / ITERATIONS, WAVES * at_once);
	if (!q->fn->entry->stores || most <= at_once)
		return (struct choice){ at_once, "as many as run at once, in a work loop" };
	return (struct choice){ most, "some iterations for each thread, in a work loop" };
}

/* ---- original: XL before (end of section 4; known trip counts are covered) ---- */

static struct choice
original_threads(const struct question *q)
{
	return (struct choice){ q->room, "as many as the kernel can have" };
}

static struct choice
original_teams(const struct question *q, unsigned threads)
{
	if (!q->trips)
		return (struct choice){ 128, "the trip count is unknown" };
	return (struct choice){ covering(q, threads), "the loop, divided by the threads" };
}

/*
 * ---- lloyd: three classes of kernels.  The model needs the trip count; without it, the third ----
 */

enum { LLOYD_THREADS = 96 };

/* Return whether the kernel is of the first class: no more iterations than SMs. */
static bool
few(const struct question *q)
{
	return q->trips && q->trips <= (uint64_t)q->dev->sms;
}

static struct choice
lloyd_threads(const struct question *q)
{
	if (few(q) && !q->k->trip_is_teams)
		return (struct choice){ 1, "class 1: no more iterations than SMs" };
	return (struct choice){ LLOYD_THREADS, "classes 2 and 3" };
}

static struct choice
lloyd_teams(const struct question *q, unsigned threads)
{
	if (few(q))
		return (struct choice){ q->trips, "class 1: a team for each iteration" };
	if (q->trips && covering(q, threads) <= wave(q, threads))
		return (struct choice){ covering(q, threads), "class 2: they cover the loop" };
	return (struct choice){ wave(q, threads),
		"class 3: as many as registers and shared memory allow" };
}

/* ---- enhanced: longer loops get larger teams; 128 threads where it is unknown ---- */

enum { XL_THREADS = 128 };

static struct choice
enhanced_threads(const struct question *q)
{
	uint64_t n;

	if (!q->trips)
		return (struct choice){ XL_THREADS, "the trip count is unknown" };
	if (few(q) || q->k->trip_is_teams || covering(q, LLOYD_THREADS) <= wave(q, LLOYD_THREADS))
		return lloyd_threads(q);
	n = devrt_round_up(quotient_up(q->trips, wave(q, LLOYD_THREADS)), WARP);
	return (struct choice){ n, "class 3: more, until the teams cover the loop" };
}

static struct choice
enhanced_teams(const struct question *q, unsigned threads)
{
	if (!q->trips)
		return (struct choice){ full_device(q, threads), "SMs x threads of an SM / block" };
	return lloyd_teams(q, threads > LLOYD_THREADS ? LLOYD_THREADS : threads);
}

/* ---- occupancy: the formula for every loop, but no teams without work ---- */

static struct choice
occupancy_threads(const struct question *q)
{
	(void)q;
	return (struct choice){ XL_THREADS, "XL's number" };
}

static struct choice
occupancy_teams(const struct question *q, unsigned threads)
{
	uint64_t n = full_device(q, threads);

	if (q->trips && covering(q, threads) < n)
		return (struct choice){ covering(q, threads), "they cover the loop" };
	return (struct choice){ n, "SMs x threads of an SM / block" };
}

/* ---- the table ---- */

static const struct heuristic heuristics[] = {
	{ "default", default_threads, default_teams },
	{ "original", original_threads, original_teams },
	{ "lloyd", lloyd_threads, lloyd_teams },
	{ "enhanced", enhanced_threads, enhanced_teams },
	{ "occupancy", occupancy_threads, occupancy_teams },
};
enum { NHEURISTICS = sizeof heuristics / sizeof *heuristics };

void
devrt_grid_setting(struct devrt_settings *s, const char *v)
{
	char rest;

	for (int i = 0; i < NHEURISTICS; i++)
		if (!strcmp(v, heuristics[i].name)) {
			s->heuristic = i;
			return;
		}
	if (sscanf(v, "%dx%d%c", &s->grid_teams, &s->grid_threads, &rest) != 2 ||
		s->grid_teams < 1 || s->grid_threads < 1)
		devrt_fail_setting("DEVRT_GRID", v,
			"default, original, lloyd, enhanced, occupancy or "
			"TEAMSxTHREADS");
}

const char *
devrt_grid_name(const struct devrt_settings *s)
{
	return heuristics[s->heuristic].name;
}

/* Return the heuristic that applies.  One team leaves nothing to choose. */
static const struct heuristic *
heuristic(const struct question *q)
{
	return &heuristics[q->k->teams ? q->dev->settings->heuristic : 0];
}

/* ---- threads ---- */

/* Return the most OpenMP threads that a team of this kernel can have here. */
static unsigned
thread_room(const struct devrt_device *dev, const struct devrt_kernel *k,
	const struct devrt_function *fn)
{
	int room = fn->max_threads < dev->max_threads ? fn->max_threads : dev->max_threads;

	room -= k->extra_threads;
	if (room > WARP)
		room -= room % WARP;
	room /= (int)devrt_lanes_of(fn);
	if (k->max_threads > 0 && room > k->max_threads)
		room = k->max_threads;
	return room > 1 ? (unsigned)room : 1;
}

/* Return the threads that the region itself asks for, or 0: none. */
static uint64_t
asked_threads(const struct devrt_kernel *k, const struct devrt_launch *l)
{
	if (k->fixed_threads > 0)
		return (uint64_t)k->fixed_threads;
	return l->num_threads > 0 ? (uint64_t)l->num_threads : 0;
}

static struct choice
limited(uint64_t asked, int limit, const char *by)
{
	if (asked && asked <= (uint64_t)limit)
		return (struct choice){ asked, "num_threads" };
	return (struct choice){ (uint64_t)limit, by };
}

static struct choice
threads(const struct question *q, const struct devrt_launch *l)
{
	const struct devrt_settings *s = q->dev->settings;
	uint64_t asked = asked_threads(q->k, l);

	if (l->thread_limit > 0)
		return limited(asked, l->thread_limit, "thread_limit");
	if (!asked && s->grid_threads)
		return (struct choice){ (uint64_t)s->grid_threads, "DEVRT_GRID" };
	if (s->thread_limit)
		return limited(asked, s->thread_limit, "OMP_TEAMS_THREAD_LIMIT");
	if (asked)
		return (struct choice){ asked, "num_threads" };
	return heuristic(q)->threads(q);
}

/* Return the team's thread limit, from which a program learns what a region would get [18.2.4].  A
 * kernel without regions has one thread; the next one's region may have more, and programs allocate
 * by this number. */
static unsigned
limit(const struct question *q, const struct devrt_launch *l, unsigned nthreads)
{
	struct question any = *q;

	if (q->k->max_threads != 1)
		return nthreads;
	any.trips = 0;
	any.room = (unsigned)q->dev->max_threads;
	return (unsigned)smaller(threads(&any, l).n, any.room);
}

/* ---- teams ---- */

enum { SMALL_FRAMES = 1 << 28 }; /* bytes of all teams' frames that always fit */

/* Take fewer teams, if nobody asked for a number, where their frames would need more than half of
 * the free memory. */
static struct choice
fit_frames(const struct question *q, struct choice teams)
{
	uint64_t frame = q->k->frame_bytes, room;
	size_t free_bytes, total;

	if (teams.n * frame < SMALL_FRAMES || q->dev->drv->cuMemGetInfo_v2(&free_bytes, &total))
		return teams;
	room = free_bytes / 2 / frame;
	if (teams.n <= room)
		return teams;
	return (struct choice){ room ? room : 1, "no more frames fit in memory" };
}

static struct choice
teams(const struct question *q, const struct devrt_launch *l, unsigned threads)
{
	const struct devrt_settings *s = q->dev->settings;

	if (!q->k->teams)
		return (struct choice){ 1, "no teams construct" };
	if (l->num_teams > 0)
		return (struct choice){ (uint64_t)l->num_teams, "num_teams" };
	if (s->grid_teams)
		return (struct choice){ (uint64_t)s->grid_teams, "DEVRT_GRID" };
	if (s->teams)
		return (struct choice){ (uint64_t)s->teams, "OMP_NUM_TEAMS" };
	return fit_frames(q, heuristic(q)->teams(q, threads));
}

/*
 * Return whether so many teams end sooner with a warp less each, and blocks as large as if the master had
 * none of its own: in fewer turns, by more than each then takes longer.  A thread limit of 128 makes
 * blocks of 160, of which an H200 holds 792 with 64 registers a thread: 1,024 rows of a product take two
 * turns, but one with blocks of 128.
 */
static bool
saves_turns(const struct question *q, const struct devrt_launch *l, unsigned nthreads, uint64_t n)
{
	const struct devrt_settings *s = q->dev->settings;
	unsigned extra = (unsigned)q->k->extra_threads, fewer = nthreads - extra;

	if (!extra || nthreads <= extra || nthreads % WARP || q->k->fixed_threads || l->num_threads > 0 ||
		s->grid_threads || s->heuristic || teams(q, l, fewer).n != n)
		return false;
	return quotient_up(n, wave(q, fewer)) * nthreads < quotient_up(n, wave(q, nthreads)) * fewer;
}

/* ---- a grid of several dimensions ---- */

enum { MOST_YZ = 65535 }; /* teams in y and z */

/* Return whether nobody has said how many teams there are, and the loops' trip counts are known. */
static bool
may_lay_out(const struct question *q, const struct devrt_launch *l, unsigned threads)
{
	const struct devrt_settings *s = q->dev->settings;

	return threads % WARP == 0 && l->trip_count && l->extents[0] && l->num_teams <= 0 &&
		!s->grid_teams && !s->teams && !s->heuristic;
}

/* Make tiles `wide` threads wide and `deep` deep.  Return false if more than an eighth of their threads
 * would stand over the ends of the loops. */
static bool
tile(const struct devrt_launch *l, unsigned wide, unsigned deep, struct devrt_shape *s)
{
	unsigned size[3] = { wide, s->threads / wide / deep, deep };
	uint64_t grid[3], teams, points = l->extents[0] * l->extents[1] * l->extents[2];

	if (s->threads % (wide * deep))
		return false;
	for (int i = 0; i < 3; i++)
		grid[i] = quotient_up(l->extents[i], size[i]);
	if (grid[0] > MAX_TEAMS || grid[1] > MOST_YZ || grid[2] > MOST_YZ ||
		grid[0] * grid[1] > MAX_TEAMS / s->threads / grid[2])
		return false;
	teams = grid[0] * grid[1] * grid[2];
	if (teams * s->threads - points > points / 8)
		return false;
	for (int i = 0; i < 3; i++) {
		s->grid[i] = (unsigned)grid[i];
		s->tile[i] = size[i];
	}
	s->teams = (unsigned)teams;
	s->teams_why = "tiles of the loops";
	return true;
}

/*
 * Teams are tiles of the loops, so that what a stencil reads of other rows and planes is often its own
 * team's: two planes deep, and not so high that rows of a power of two fight for the sets of an L1.
 * Those of a triangle have one plane and are narrow, so that few stand half beside it.
 */
static bool
lay_out(const struct devrt_launch *l, struct devrt_shape *s)
{
	static const unsigned widths[] = { 2 * WARP, WARP, 4 * WARP };
	bool triangle = l->trip_count < l->extents[0] * l->extents[1] * l->extents[2];

	if (triangle)
		return tile(l, WARP, 1, s);
	for (unsigned deep = 2; deep; deep--)
		for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
			if (tile(l, widths[i], deep, s))
				return true;
	return false;
}

static struct devrt_shape
answer(struct devrt_device *dev, const struct devrt_kernel *k, struct devrt_function *fn,
	const struct devrt_launch *l)
{
	struct question q = { dev, k, fn, l->trip_count, thread_room(dev, k, fn) };
	struct choice n = threads(&q, l), m;
	struct devrt_shape shape = {
		.threads = (unsigned)smaller(n.n, q.room),
		.threads_why = n.n > q.room ? "no more fit in a team" : n.why,
	};

	if (asked_threads(k, l) && n.n > q.room)
		shape.asked = n.n;
	m = teams(&q, l, shape.threads);
	if (saves_turns(&q, l, shape.threads, m.n)) {
		shape.threads -= (unsigned)k->extra_threads;
		shape.threads_why = "a warp less, so that teams take fewer turns";
	}
	shape.limit = limit(&q, l, shape.threads);
	shape.block = block_size(k, fn, shape.threads);
	/* numbers of all threads of the league fit 31 bits: loops count with them */
	shape.teams = (unsigned)smaller(m.n, MAX_TEAMS / shape.threads);
	shape.teams_why = m.why;
	shape.grid[0] = shape.teams;
	shape.grid[1] = shape.grid[2] = shape.tile[1] = shape.tile[2] = 1;
	shape.tile[0] = shape.block;
	if (fn->entry->needs & DEVRT_IF_LAID_OUT)
		shape.laid_out = may_lay_out(&q, l, shape.threads) && lay_out(l, &shape);
	return shape;
}

static bool
asks_the_same(const struct devrt_launch *a, const struct devrt_launch *b)
{
	bool same = a->trip_count == b->trip_count && a->num_teams == b->num_teams &&
		a->thread_limit == b->thread_limit && a->num_threads == b->num_threads;

	for (int i = 0; i < 3; i++)
		same &= a->extents[i] == b->extents[i];
	return same;
}

struct devrt_shape
devrt_grid(struct devrt_device *dev, const struct devrt_kernel *k, struct devrt_function *fn,
	const struct devrt_launch *l)
{
	/* where frames are needed, it depends on the free memory, too */
	if (!fn->shape.teams || k->frame_bytes || !asks_the_same(&fn->asked, l)) {
		fn->shape = answer(dev, k, fn, l);
		fn->asked = *l;
	}
	return fn->shape;
}
