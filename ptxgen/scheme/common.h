/*
 * common.h: steps that several schemes take.  Schemes call these; nothing here calls a scheme.
 */
#ifndef SCHEME_COMMON_H
#define SCHEME_COMMON_H

#include "ir/graph.h"
#include "scheme/scheme.h"

/* Return the parallel regions of f in source order, NULL-terminated, in f's arena; *n: how many. */
struct ir_construct **regions_of(struct ir_func *f, int *n);

/* Emit tid == 0 at the cursor. */
struct ir_value emit_is_master(struct ir_cursor *c);
/* Return head if it has a name, else a new block MASTERn that jumps to it: head may begin a loop,
 * and would then read as if the master came in each time. */
struct ir_block *master_label(struct ir_func *f, struct ir_block *head);

/* Emit a barrier of all CUDA threads of the block. */
void emit_team_barrier(struct ir_cursor *c);

/* Make the prologue end in a plain jump, and return the block it jumps to. */
struct ir_block *split_prologue(struct ir_func *f);

/*
 * Lower a kernel without parallel regions, which needs no coordination: one thread per team runs
 * it.  Return false, with nothing done, if there are regions.  Every scheme's lower() begins so.
 */
bool lower_without_regions(struct ir_func *f);

/*
 * By-value sharing.  Registers that the sequential part assigns (outside the prologue) and region c
 * uses are copied through one cell of team memory each.  share_values finds them, makes the cells
 * and renames the region's uses to registers of its own; emit_publish stores them where the master
 * forks; open_region loads them in the region.
 */
struct shared_value {
	struct shared_value *next;
	ir_reg outside, inside;
	struct ir_slot *cell;
};
struct shared_value *share_values(struct ir_func *f, struct ir_construct *c);
void emit_publish(struct ir_cursor *cur, const struct shared_value *shared);
void emit_receive(struct ir_cursor *cur, const struct shared_value *shared);
/* Return team memory for one register's value. */
struct ir_slot *new_cell(struct ir_func *f, ir_reg r);

/*
 * Turn the body of region c into plain code.  Every CUDA thread enters at .entry; those whose
 * OpenMP number is below the region's count run the body; all come to .exit, which the caller must
 * terminate.  Set c->u.parallel.count.
 */
struct region_code {
	struct ir_block *entry, *exit;
};
struct region_code open_region(struct ir_func *f, struct ir_construct *c, const struct mapping *m,
	const struct shared_value *shared, const char *label);

/*
 * Return the block that code.entry branches to for threads of region c: its body, or, where they
 * are SIMD groups, a block before it for their set-up (simd/simd.h).  For open_region.
 */
struct ir_block *region_inside(struct ir_func *f, struct ir_construct *c, struct region_code code);

/* Emit the number of the region's threads at the cursor (OpenMP 5.2 [10.1.1]). */
struct ir_value emit_count(struct ir_cursor *cur, const struct ir_construct *c);

/* End a scheme's work: no CON_PARALLEL is left. */
void scheme_finish(struct ir_func *f);

/* The mapping of schemes in which OpenMP thread i is CUDA thread i. */
extern const struct mapping mapping_identity;

/*
 * Return the first instruction of the team-sequential part that has a side effect, which all
 * threads would repeat if they executed it; NULL if there is none.  *what: as side_effect says it.
 */
const struct ir_inst *first_side_effect(const struct ir_func *f, const char **what);
/* The same for one block. */
const struct ir_inst *side_effect_in(const struct ir_block *b, const char **what);

/* Return what an instruction does that others may notice ("writes memory"), or NULL. */
const char *side_effect(const struct ir_inst *i);

/* The same for a message, with the name of the function that is called and its statement that has
 * the effect. */
const char *describe_effect(struct arena *a, const struct ir_inst *i);

/* Return whether the address is in the thread's own memory. */
bool own_memory(struct ir_value addr);

#endif
