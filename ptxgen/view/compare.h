/*
 * compare.h: one source compiled in several ways, its target regions side by side.
 *
 * The driver compiles the unit once per column (ptxgen_unit with .listing and .keep_refused, one
 * architecture each) and adds the results; compare_align then makes, for each region, one row per
 * source line with each column's PTX for it.  view_text and view_html print the result.
 *
 *	struct comparison *c = compare_new(arena, unit);
 *	compare_add(c, "jumptable", &result);
 *	compare_align(c);
 *	view_text(c, stdout, 120, true);
 */
#ifndef VIEW_COMPARE_H
#define VIEW_COMPARE_H

#include "emit/listing.h"
#include "ptxgen.h"

/* What an assembler made of one function, where there is one; the driver fills it in. */
struct machine_line {
	const char *text;
	const char *control; /* its control fields, decoded (driver/machine.c); NULL: not known */
	const char *file;    /* of the source, as .file names it; NULL: none */
	uint32_t line;
	const char
		*ptx; /* the line of PTX that it was made of, behind its region's label, or NULL */
};

struct machine_function {
	const char *name;
	int registers, instructions;
	VEC(struct machine_line) lines; /* empty without a disassembler */
};

/* A kernel's launch in a simulated run, drawn. */
struct compare_timeline {
	const char *kernel; /* name of the entry */
	const char *svg;
};

/* Such a launch step by step: JSON as DEVRT_STEPS writes it. */
struct compare_steps {
	const char *kernel, *record;
};

struct compare_column {
	const char *title;
	int arch;
	const struct ptxgen_result *result;
	VEC(struct machine_function) machine;
	/* of a simulated run of the program, when there was one; the driver fills them in */
	const char *stats; /* JSON as DEVRT_STATS writes it, or NULL */
	VEC(struct compare_timeline) timelines;
	VEC(struct compare_steps) steps;
	const char *profile_note; /* why there is less, or NULL */
	const char *output;       /* what the program printed, or NULL */
};

/* Counts of one region's kernel and of the functions that it calls. */
struct figures {
	unsigned registers; /* virtual, the most of any of its functions */
	uint64_t shared_bytes;
	unsigned barriers, branches, lines;          /* lines: neither blank, comment nor .loc */
	int machine_registers, machine_instructions; /* -1: not known */
};

/* One region in one column. */
struct compare_code {
	const struct refusal *refused; /* then there is nothing else */
	const struct scheme *scheme;
	const struct ptxgen_kernel *kernel;
	const char *when; /* one of several entries: when it is launched; or NULL */
	VEC(const struct ptx_function *) functions; /* the kernel's best entry first */
	struct figures figures;
};

/* Lines [from, to) of a function, all for one source line. */
struct compare_piece {
	const struct ptx_function *function;
	size_t from, to;
};

struct compare_pieces {
	struct compare_piece *v;
	size_t n, cap;
};

struct compare_row {
	struct place place;
	const char *source; /* text of the line; NULL: there is none */
	size_t size;
	const char *title; /* then: "memory of the kernel", "device library: exp" */
	bool far;          /* not the line after the row before */
	struct compare_pieces *columns;
};

struct compare_region {
	const struct omp *target;
	bool aside; /* of a header, such as a program's test of itself, and there are others: last */
	uint32_t last_line;
	struct compare_code *columns;
	struct compare_row *rows;
	int nrows;
};

struct comparison {
	struct arena *arena;
	const struct unit *unit;
	bool machine; /* text.c shows machine code, where it is known, in place of PTX */
	VEC(struct compare_column) columns;
	struct compare_region *regions;
	int nregions;
};

struct comparison *compare_new(struct arena *, const struct unit *);
void compare_add(struct comparison *, const char *title, const struct ptxgen_result *);
/* Once, after the last column and its machine code. */
void compare_align(struct comparison *);
/* The machine code of a function, or NULL. */
const struct machine_function *compare_machine(const struct compare_column *, const char *function);
/* True for functions of the device library. */
bool compare_is_library(const struct comparison *, const struct ptx_function *);

/* text.c: for a terminal of WIDTH columns. */
void view_text(const struct comparison *, FILE *, int width, bool color);
/* html.c: one page that needs nothing else. */
void view_html(const struct comparison *, FILE *);
/* A page up to its body, and what follows its main part.  POLICY: what else its content security
 * policy allows; STYLE, SCRIPT: a part that this page has beside the others; or NULL. */
void view_head(FILE *, const char *title, const char *policy, const char *style);
void view_foot(FILE *, const char *script);
/* flow.c: a function's control flow as an SVG drawing, as far as its named blocks tell it. */
void view_flow(struct arena *scratch, const struct ptx_function *, FILE *);
/* profile.c: what a simulated run showed of one region (not ASIDE: and what the program printed); all
 * statistics, for view.js. */
void view_profile(const struct compare_column *, const struct compare_code *, bool aside, FILE *);
void view_profile_data(const struct comparison *, FILE *);
/* The timelines of a region's kernels in all columns, for timeline.js; nothing when there is none. */
void view_timelines(const struct comparison *, const struct compare_region *, FILE *);
/* The recordings of a region's kernels in all columns, for steps.js; nothing when there is none. */
void view_steps(const struct comparison *, const struct compare_region *, FILE *);
/* Text for HTML: markup quoted, control characters as '?'. */
void view_quote(FILE *, const char *text, size_t size);

#endif
