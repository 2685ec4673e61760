/*
 * timeline_int.h: shared by timeline.c, which collects, and timeline_svg.c, which draws; only for
 * these.
 */
#ifndef SIM_TIMING_TIMELINE_INT_H
#define SIM_TIMING_TIMELINE_INT_H

#include "timing/timeline.h"

enum activity {
	ACT_SEQUENTIAL,
	ACT_PARALLEL,
	ACT_CONTROL,
	ACT_CHILD,
	ACT_MEMORY,
	ACT_IDLE,
	NACTIVITIES
};
const char *activity_name(enum activity a);

struct span {
	double from, to; /* cycles of the launch */
	enum activity what;
	const char *phase; /* label, or NULL */
};

struct line {
	struct span *span;
	size_t n, cap;
};

enum { FORM_SVG, FORM_JSON };

struct name {
	struct name *next;
	char text[];
};

struct timeline {
	char *file;
	int form; /* FORM_SVG: a picture; else Chrome's events */
	uint64_t launch, seen;
	struct span_sink sink;
	const struct sim_model *gpu;
	char *kernel, *code;
	uint64_t teams;
	uint32_t threads, nwarps;
	struct line *warp;
	double from, to;
	struct name *names;
	const char *last_given, *last_kept;
};

void timeline_svg(const struct timeline *t, struct sim_log *out);

#endif
