/*
 * internal.h: shared by record.c, which collects, value.c, which writes values of lanes, and write.c
 * and page.c, which write the record and the page.
 */
#ifndef SIM_STEPS_INTERNAL_H
#define SIM_STEPS_INTERNAL_H

#include "steps/steps.h"

/* What a warp did, in the order of execution. */
struct entry {
	enum step_kind kind;
	const struct inst *in;
	uint32_t lanes, barrier;
	bool waits;
	size_t effect; /* in the warp's text; an empty string: none */
	double when;   /* when it and all before it had been issued */
	enum stall why;
	bool timed;
};

/* When the machine issued it, in the order of issue. */
struct stamp {
	enum step_kind kind;
	const struct inst *in;
	double when;
	enum stall why;
	bool used;
};

struct history {
	struct entry *entry;
	struct stamp *stamp;
	size_t nentries, entries_cap, nstamps, stamps_cap;
	struct sim_log text;
	bool full;
};

struct held {
	uint64_t addr[WARP];
	uint32_t mask, bytes;
};
#define MAX_HELD 8

struct steps {
	char *file;
	int form;
	uint64_t launch, seen, most; /* steps */
	struct sim_observer observer;
	const struct sim_observer *list[SIM_OBSERVERS + 2];
	struct step_sink sink;
	const struct sim_model *gpu;
	const struct grid *grid; /* while it runs */
	struct sim_func *kernel;
	uint64_t teams;
	uint32_t threads, nwarps;
	struct history *warp;
	struct held held[MAX_HELD]; /* writes of the instruction that is executed */
	unsigned nheld;
	uint64_t nstamps;
	bool begun, ended, cut;
	struct sim_log record;
};

/* value.c: append a value for each lane of mask in the form that steps.h defines; kind as in .u64,
 * 'p': bits of v[0]. */
void put_value(struct sim_log *out, char kind, unsigned bytes, uint32_t mask, const uint64_t *v);
/* Append ,{...}: what the instruction wrote to registers and shared memory, if anything. */
void put_effect(struct sim_log *out, struct warp *w, const struct inst *in, uint32_t mask,
	uint32_t group, const struct held *held, unsigned nheld);

/* write.c: make s->record. */
void steps_compose(struct steps *s);
/* page.c: write the page around the record. */
void steps_page(const struct steps *s, struct sim_log *out);

#endif
