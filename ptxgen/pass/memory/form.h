/*
 * form.h: addresses as linear forms, constant + sum of coefficient * register.
 *
 * Registers of 32 bits are taken sign-extended.  Extension distributes over 32-bit operations that
 * never wrap (C11 6.5p5: the overflow of signed arithmetic is undefined); they carry the mark nsw.
 * Two addresses with the same registers and coefficients then differ by a constant, whatever the
 * program's order of operations.
 */
#ifndef PASS_FORM_H
#define PASS_FORM_H

#include "ir/versions.h"

enum { FORM_TERMS = 6 };

struct term {
	ir_reg reg;
	int64_t by;
	const void *version; /* which value of a variable (version_of); NULL: it has one only */
};
struct form {
	struct term t[FORM_TERMS];
	int n;
	int64_t constant;
	bool failed;
};

/* What forms are made from: a snapshot of the function. */
struct forms {
	const struct ir_func *f;
	bool *single;         /* graph_single */
	struct ir_inst **def; /* graph_defs */
	ir_reg also;          /* a variable that may stand in a form, or IR_NOREG */
	struct versions *versions; /* form_at; or NULL */
	struct ir_block **home;    /* … by register: where its only assignment stands */
};

struct forms forms_new(struct arena *a, const struct graph *g);
struct form form_of(const struct forms *s, struct ir_value v); /* v: 64 bits */
/* The same for what i, in b, reads.  Variables may stand in it, as they are there. */
struct form form_at(const struct forms *s, struct ir_value v, const struct ir_block *b,
	const struct ir_inst *i);
/* Make s, which is new, ready for form_at. */
void forms_with_variables(struct arena *a, const struct graph *g, struct forms *s);
bool form_same_terms(const struct form *a, const struct form *b);

/* Return the assignment of v if its operands never change, so that they can replace v; or NULL. */
struct ir_inst *form_def(const struct forms *s, struct ir_value v);
/* Return the constant that a multiplication or shift multiplies by, or 0. */
int64_t form_factor(const struct ir_inst *i);

/* Return whether a machine instruction has room for an access so many bytes from its register. */
static inline bool
form_fits(int64_t distance)
{
	return distance >= -(1 << 23) && distance < 1 << 23;
}

#endif
