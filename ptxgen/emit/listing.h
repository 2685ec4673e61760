/*
 * listing.h: a printed module as data: its lines, each with what it is and whose source line it
 * serves.
 *
 * The printer fills it while it writes (list.c), so that a view need not read PTX again.
 * Places are the user's; a line that belongs to none (declarations, the closing brace) has the
 * zero place.  For views only: no decision of the compiler may look here.
 */
#ifndef EMIT_LISTING_H
#define EMIT_LISTING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/source.h"

enum ptx_line_kind {
	PTX_BLANK,
	PTX_COMMENT,
	PTX_LOC,
	PTX_DECLARATION, /* the signature, tables, braces */
	PTX_REGISTERS,
	PTX_MEMORY, /* .shared and .local variables */
	PTX_LABEL,
	PTX_INST,
	PTX_BARRIER, /* of the team or some of its warps */
	PTX_BRANCH,
	PTX_CALL, /* every line of the call sequence */
};

struct ptx_line {
	const char *text; /* no newline; NUL-terminated */
	enum ptx_line_kind kind;
	struct place place;
	int block; /* index in blocks; -1: in front of the first */
};

/* A basic block and where it goes. */
struct ptx_block {
	uint32_t id; /* as in the IR: what `to` names */
	const char *label;
	bool named; /* by a scheme: SEQ_REG1, CONTROL_LOOP … */
	bool exits; /* the thread or function ends here */
	struct place place;
	VEC(uint32_t) to;
};

/* A function, or a variable of the module: its declaration is one line. */
struct ptx_function {
	const char *name;
	bool is_kernel, is_variable;
	struct place place;
	VEC(struct ptx_line) lines;
	VEC(struct ptx_block) blocks;
	VEC(const char *) uses; /* functions and variables of the module; may repeat */
	unsigned registers;     /* declared, predicates too */
	uint64_t shared_bytes;  /* its own */
};

struct ptx_listing {
	struct arena *arena;
	VEC(struct ptx_function) functions; /* in the order of the text; defined ones */
};

#endif
