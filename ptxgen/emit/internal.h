/*
 * internal.h: what the printer's files share: names and text of one function.
 */
#ifndef EMIT_INTERNAL_H
#define EMIT_INTERNAL_H

#include <stdio.h>

#include "ir/ir.h"
#include "emit/listing.h"
#include "ptxgen.h"
#include "ir/target.h"

struct emitter {
	const struct ir_module *m;
	const struct target *t;
	const struct ptxgen_options *o;
	FILE *out;
	char **text;                   /* what out has gathered, */
	size_t *size;                  /* after a flush */
	struct arena *arena, *scratch; /* for the module; for the function being printed */
	struct ptx_listing *listing;   /* or NULL */
	size_t listed;                 /* bytes of text that are in it */
	VEC(uint32_t) files;           /* .file numbers are positions + 1 */
	struct name_set *symbols;      /* names that the module has taken */
	/* of the function being printed */
	const struct ir_func *f;
	struct name_set *names;
	bool *used;               /* by register: it occurs */
	const char **reg_names;   /* by register */
	const char **block_names; /* by block id */
	const char **slot_names;  /* by slot id */
	const char **param_names; /* by parameter */
	struct place last;        /* place of the last .loc */
	uint32_t tables, calls;   /* numbers of .branchtargets and call prototypes */
};

/* names.c */
void name_symbols(struct emitter *e);
void name_function(struct emitter *e);
/* for what is no variable, slot or label of the function */
const char *name_beside(struct emitter *e, const char *name);

/* inst.c */
void emit_inst(struct emitter *e, const struct ir_inst *i);
void emit_value(struct emitter *e, enum ir_type type, struct ir_value v);
void emit_place(struct emitter *e, struct place p); /* .loc and the source line as a comment */
const char *param_text(struct emitter *e, const struct ir_param *p, const char *name);
void emit_params(struct emitter *e, const struct ir_param *p, int n, const char **names);
void emit_return(struct emitter *e, struct ir_value v); /* st.param of the result */

/* list.c: nothing without a listing */
void list_from_here(struct emitter *e);
void list_variable(struct emitter *e, const struct ir_symbol *v);
void list_function(struct emitter *e, const struct ir_func *f);
void list_block(struct emitter *e, const struct ir_block *b);
void list_piece(struct emitter *e, enum ptx_line_kind kind, struct place place);
void list_inst(struct emitter *e, const struct ir_inst *i);

#endif
