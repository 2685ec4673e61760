/*
 * internal.h: what the files of the checks share.  Nobody else includes it.
 *
 *	observer.c  the observer: events in, the checks asked one after the other
 *	shadow.c    shadow memory: written bytes, and who accessed a place last
 *	init.c      reads of memory that was never written
 *	bounds.c    accesses outside what is mapped
 *	later.c     findings that count when the value is used, in machine code
 *	span.c      which ranges are mapped
 *	map.c       changes that are never copied
 *	host.c      what code of the host reads and writes (-fcheck-host)
 *	place.c     lines of that code
 *	race.c      data races
 *	order.c     data races between kernels and copies
 *	clock.c     what each thread knows of the others: barriers, fences, atomics
 *	grid.c      the same between grids: launches by device code
 *	sync.c      misused barriers
 *	report.c    findings as text
 */
#ifndef SIM_CHECK_INTERNAL_H
#define SIM_CHECK_INTERNAL_H

#include "check/checks.h"
#include "exec/observer.h"

/* ---- vector clocks (clock.c): immutable, shared, with reference counts ---- */

/* What is known of one team's threads: their clocks. */
struct part {
	unsigned refs;
	uint64_t team;
	uint32_t n;
	uint32_t clock[];
};

struct vclock {
	unsigned refs;
	uint32_t n;
	struct part *part[]; /* by team, ascending */
};

#define MANY_TEAMS UINT64_MAX

/* Clocks that were published at a place through atomics, by address. */
struct locs {
	struct loc {
		uint64_t key;
		struct vclock *clock;
		uint64_t team; /* the only one that stored there, or MANY_TEAMS */
	} * slot;
	size_t cap, used;
};
void locs_clear(struct locs *l);

/* ---- shadow memory (shadow.c) ---- */

/* A tag names one lane of a record: who accessed, and when.  0: nobody. */
#define TAG(id, lane) ((uint32_t)(id) << 5 | (lane))
#define TAG_ID(tag) ((tag) >> 5)
#define TAG_LANE(tag) ((tag)&31)
#define ID_LIMIT (1u << 27)
#define RING (1u << 22) /* older records are forgotten */

/* One memory instruction, executed by one warp at one time of its clock. */
struct record {
	const struct inst *in, *at; /* at: in the user's code */
	uint64_t team;
	uint32_t id, clock, warp;
	bool holds; /* the thread then held a lock */
};

/* The first and the last of the writes and reads that nothing has ordered since. */
struct cell {
	uint32_t w[2], r[2];
};

struct shadow {
	uint64_t base;
	size_t size;
	uint8_t *init;      /* a bit for each byte; NULL: all count as written */
	struct cell *cells; /* one for each unit bytes; NULL before the first access */
	unsigned unit;
	bool lock;                  /* it is the lock of a critical construct */
	bool section;               /* it holds the variables of machine code */
	struct mapped_bits *mapped; /* map.c; NULL before the first access */
	uint64_t looked; /* checks.look when it was last asked what the host changed in it */
	uint64_t noted;             /* launch for which note_lo, note_hi are known */
	uint64_t note_lo, note_hi;  /* the one mapped range, or empty: several, ask each */
};
#define FIRST_UNIT 8

void *shadow_map(size_t bytes); /* zeroed, untouched pages cost nothing */
void shadow_unmap(void *p, size_t bytes);
void shadow_open(struct shadow *s, uint64_t base, size_t size, bool init);
void shadow_close(struct shadow *s);
struct shadow *shadow_at(struct checks *c, uint64_t addr); /* of global memory */
/* Return whether the variable at addr, in the only allocation of machine code's, is such a lock. */
bool shadow_names_lock(const struct checks *c, const struct shadow *s, uint64_t addr);
void shadow_drop(struct checks *c, uint64_t base);
void shadow_sweep(struct checks *c);
void shadow_drop_all(struct checks *c);
void shadow_forget_cells(struct checks *c);
struct cell *shadow_cells(struct shadow *s, uint64_t addr, size_t bytes);
void bits_set(uint8_t *bits, size_t from, size_t n);
void bits_clear(uint8_t *bits, size_t from, size_t n);
bool bits_any(const uint8_t *bits, size_t from, size_t n);
/* Return the first bit that is set, or END. */
size_t bits_first(const uint8_t *bits, size_t from, size_t end);
void bits_copy(uint8_t *to, size_t to_bit, const uint8_t *from, size_t from_bit, size_t n);

/* ---- mapped ranges (span.c) ---- */

enum { WRITES, READS, USES }; /* two that write are found first, in any order */

struct span {
	uint64_t addr;
	size_t bytes;
	const uint8_t *host, *before; /* before: what it had when both copies were last the same */
	bool changed;                 /* the two differed when last looked at */
	struct span *next_used;       /* order.c: by this launch, */
	struct used {
		uint16_t *by; /* of each byte the number of the last instruction that did so; */
		size_t first, end; /* none did elsewhere.  by is NULL: nowhere */
	} used[USES];
};

/* Sorted by address, without overlaps. */
struct spans {
	struct span **v, *last;
	size_t n, cap;
};
/* Return the one that holds addr, or NULL. */
struct span *span_at(struct spans *all, uint64_t addr);
/* Return the index of the first that ends behind addr. */
size_t spans_from(const struct spans *all, uint64_t addr);
/* Requires: none overlaps it. */
void spans_add(struct spans *all, struct span s);
/* Forget those with bytes from addr to end. */
void spans_drop(struct checks *c, uint64_t addr, uint64_t end);
void spans_free(struct checks *c);

/* ---- state ---- */

/* How far a fence or a strong access reaches: its scope, .cta or wider. */
enum reach { REACH_TEAM, REACH_DEVICE, REACHES };

/* What later strong writes of a thread publish: its knowledge at its last fence of this reach or a
 * wider one. */
struct offer {
	struct vclock *know;  /* its knowledge then, */
	struct part *base;    /* the team's; NULL: no fence yet */
	uint32_t clock;       /* and its own */
	struct vclock *whole; /* the three in one, made when needed */
};

/* What one thread knows and has offered (clock.c). */
struct cthread {
	struct vclock *know;              /* beyond the team's base */
	struct vclock *acquired[REACHES]; /* seen by strong reads, known after a fence */
	struct offer offer[REACHES];
	struct vclock *seen; /* the last one that it met in memory */
	bool holds;          /* a lock, or tries to get it */
};

struct cbarrier {
	uint32_t *arrived, *waits;    /* lanes, by warp */
	uint32_t *clock;              /* of the warp, when it arrived */
	uint32_t *split;              /* lanes of a warp that came without the others, */
	uint32_t *split_path;         /* by which calls (a hash), */
	const struct inst **split_at; /* and where they came last */
	uint32_t *missed;             /* of a converged warp: those that it went on without */
	uint32_t count;               /* that the first arrival named */
	const struct inst *first;
	uint32_t first_thread;
	bool has_first, has_count;
};

#define RECENT 64
struct recent {
	const struct inst *in;
	uint32_t clock, id;
};

/* What is kept for a team's memory; teams that follow one another there share it. */
struct cteam {
	struct checks *c;
	struct cteam *next;
	struct team *team;
	uint64_t id;
	uint32_t nwarps, nthreads;
	uint32_t *clock;   /* by warp */
	struct part *base; /* by warp; all threads know all up to it */
	struct cthread *threads;
	bool any_know;
	const struct inst **parted; /* by thread: where it last left other lanes of its warp */
	struct cbarrier bars[BARRIERS];
	struct recent *recent; /* by warp, RECENT of each */
	struct locs locs;      /* in shared memory; and what reaches only the team */
	struct shadow shared;
	uint8_t *local; /* written bytes of each lane's local memory */
	size_t local_stride, local_bytes;
	struct later *later; /* findings that wait */
	unsigned nlater;
};

/* A grid of this launch (grid.c). */
struct cgrid {
	uint32_t parent;
	struct sim_dim3 size; /* in teams */
	struct warp *by;      /* who launched it; NULL: the host, or it is a tail of parent */
	uint32_t lane;
	struct record launch; /* the place of its launch; once joined, of the waiting */
	bool in_order, joined, running;
};

/* A variable, by its name: it has other addresses in each launch; or a number; NULL: neither. */
struct about {
	uint64_t id;
	const char *name;
};

struct finding {
	enum check_index kind;
	const void *at[2]; /* places */
	int line[2];
	struct about about;
	char *title;
	uint64_t times;
};

struct checks {
	struct sim_device *dev;
	unsigned what;
	struct sim_observer observer;
	checks_say_fn *say;
	void *say_ctx;

	struct shadow **shadows; /* by base */
	size_t nshadows, shadows_cap;
	struct shadow *last;
	uint64_t reaps; /* the device's, when shadows were last swept */

	struct record *ring;
	uint32_t next_id, first_id; /* first_id: of this launch */
	struct locs locs;
	uint64_t launch;
	struct cteam *teams; /* of this launch */
	struct cgrid *grids;
	uint32_t ngrids;
	size_t grids_cap;
	uint64_t first_grid; /* gridid of the one that the host launched */
	struct spans spans;
	uint64_t look; /* launches that libdevrt told of: the host may have changed its copies; */
	bool looked;   /* what it changed before the last has been found */
	struct order *order; /* order.c; NULL: there was no construct yet */
	struct lost *lost;   /* host.c */
	struct host_place *host_places;

	struct finding *findings;
	size_t nfindings, findings_cap;
	unsigned long found[NCHECKS], times[NCHECKS];
};

/* ---- the checks ---- */

void init_access(struct checks *c, struct cteam *ct, struct warp *w, const struct access *a);
void init_launch(struct checks *c, const struct grid *g); /* by the host */
void init_team(struct cteam *ct);
void init_call(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t mask);
void init_host(struct checks *c, enum host_event e, uint64_t addr, uint64_t from, size_t bytes);

/*
 * later.c: ptxas moves loads ahead of the branches that guard them, so a wrong load is a mistake only
 * if its value is used.  later_if_read returns whether the finding has to wait for that, and keeps it;
 * later_issue calls init_used or bounds_used when an instruction uses these bytes.
 */
struct later {
	struct access a;
	struct warp *w;
	enum check_index kind;
	const char *why;
	uint32_t lane, from, bytes;
	bool loaded; /* its instruction is done */
};
bool later_if_read(struct warp *w, const struct later *l);
void later_issue(struct checks *c, struct warp *w, const struct inst *in, uint32_t mask);
void init_used(struct checks *c, const struct later *l);
void bounds_used(struct checks *c, const struct later *l);

void bounds_access(struct checks *c, struct warp *w, const struct access *a);

void map_access(struct checks *c, struct warp *w, const struct access *a);
void map_host(struct checks *c, enum host_event e, uint64_t addr, size_t bytes);
void map_close(struct shadow *s);
struct ptxsim_access;
void map_host_access(struct checks *c, const struct ptxsim_access *a);

/* Bytes of the host whose newer values were on the device and were removed with their range (host.c). */
struct lost {
	struct lost *next;
	struct note note; /* of addresses of the host */
	uint64_t host;
	size_t bytes, left; /* left: bytes that are still lost */
	uint8_t *host_has;
	const struct inst **writer; /* of each byte; NULL: it is not lost */
};
/* Make one of n's range at addr, with nothing lost yet. */
struct lost *lost_new(struct checks *c, const struct note *n, uint64_t addr, uint64_t host,
	size_t bytes);
void lost_add(struct lost *l, size_t i, uint8_t host_has, const struct inst *writer);
void lost_forget(struct checks *c, uint64_t host, size_t bytes);
void lost_free(struct checks *c);
/* Return "file:line" of code of the host; the same pointer for the same place. */
const char *host_place(struct checks *c, const void *pc);
void host_places_free(struct checks *c);
/* Report that code of the host reads an old value of n's at addr; IN has written the new one, which is
 * gone, or on the device. */
void host_reads_old(struct checks *c, const void *pc, const struct inst *in, const struct note *n,
	uint64_t addr, bool gone);

void race_access(struct checks *c, struct cteam *ct, struct warp *w, const struct access *a);
void race_launch(struct checks *c);
bool race_is_strong(const struct inst *in); /* atomic, volatile or relaxed */

void order_forget(struct checks *c, struct span *s); /* which is no longer mapped */
void order_access(struct checks *c, const struct access *a);
void order_launch_end(struct checks *c); /* by the host */
void order_free(struct checks *c);

bool clock_ordered(struct cteam *ct, const struct warp *w, uint32_t lane, const struct record *r,
	uint32_t other);
uint64_t grids_id(const struct checks *c, const struct team *t); /* for cteam.id, record.team */
/* Return the team's number in the program, and the league's size: a grid of one team counts as the
 * team that launched it. */
uint64_t grids_origin(const struct checks *c, uint64_t team, struct sim_dim3 *size);
void grids_begin(struct checks *c, const struct grid *g);
void grids_end(struct checks *c, const struct grid *g);
void grids_joined(struct checks *c, struct warp *w, uint32_t lane);
/* The same as clock_ordered, for teams of different grids. */
bool grids_ordered(struct cteam *ct, const struct warp *w, uint32_t lane, const struct record *r,
	uint32_t other);

void clock_team(struct cteam *ct);
void clock_inherit(struct cteam *ct, const struct warp *by, uint32_t lane);
void clock_team_end(struct cteam *ct);
void clock_strong(struct cteam *ct, struct warp *w, const struct access *a);
void clock_fence(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t mask);
void clock_arrive(struct cteam *ct, struct warp *w, uint32_t id, uint32_t lanes, bool waits);
void clock_release(struct cteam *ct, uint32_t id);
void clock_meet(struct cteam *ct, struct warp *w, uint32_t lanes);

void sync_arrive(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t id,
	uint32_t mask);
void sync_branch(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t group);
void sync_release(struct cteam *ct, uint32_t id);
void sync_team_end(struct cteam *ct);

/* ---- findings (report.c) ---- */

/* Who did it: a thread of a team, at an instruction. */
struct actor {
	const struct inst *in;
	uint64_t team;
	uint32_t thread;
};
struct object {
	enum space space;
	uint64_t addr;
	uint32_t bytes;
};

static inline struct actor
actor_of(const struct warp *w, const struct inst *in, uint32_t lane)
{
	const struct cteam *ct = w->team->checked;
	return (struct actor){ in, ct->id, w->id * WARP + lane };
}

/* Count a finding.  Return whether to print it: it is new, and CHECK_SHOWN is not reached. */
bool report_new(struct checks *c, enum check_index kind, const struct inst *a, const struct inst *b,
	struct about about);
void report_free(struct checks *c);
void report_say(struct checks *c, struct sim_log *text); /* prints and frees */
void report_who(const struct checks *c, const struct grid *g, const struct actor *who,
	struct sim_log *out);
/* Append "a[12]", "x", "byte 3 of 'buf'": the nearest variable. */
void report_object(const struct warp *w, const struct object *o, struct sim_log *out);
/* Append a finding's first words: "a.c:7: init: team 0, thread 3 reads x"; of: words before x. */
void report_access(const struct checks *c, enum check_index kind, const struct warp *w,
	const struct inst *in, uint32_t lane, const char *of, const struct object *o,
	struct sim_log *out);
/* Return whether it loads or stores a call's parameter or result, which calls write, too, without
 * an access. */
bool report_names_param(const struct inst *in);
/* Return whether the function has calls, so that memory above its frame may have been a callee's. */
bool report_may_have_returned(const struct warp *w);
struct about report_about(const struct warp *w, const struct object *o);
/* Return the last variable of a team frame that begins at addr or before, and its address; NULL:
 * addr is in no frame. */
const struct row_note *report_team_variable(const struct grid *g, uint64_t addr, uint64_t *base);
/* Append a line that says where the array was mapped, if that is known. */
void report_mapped(const struct warp *w, const struct object *o, struct sim_log *out);
/* The same three for global memory, after the launch. */
struct about report_global_about(struct checks *c, uint64_t addr);
void report_global(struct checks *c, uint64_t addr, uint32_t bytes, struct sim_log *out);
void report_global_mapped(struct checks *c, uint64_t addr, struct sim_log *out);
/* And for host code: the finding is at place HOST, which host_place returned, and at in (or NULL). */
bool report_new_host(struct checks *c, enum check_index kind, const char *host,
	const struct inst *in, const char *name);
void report_noted(const struct note *n, uint64_t addr, struct sim_log *out);
void report_noted_mapped(const struct note *n, struct sim_log *out);
void report_lanes(uint32_t mask, struct sim_log *out);
const char *report_verb(const struct inst *in);

#endif
