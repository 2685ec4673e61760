/*
 * common.h: steps that several schemes take.  Schemes call these; nothing here calls a scheme.
 */
#ifndef SCHEME_COMMON_H
#define SCHEME_COMMON_H

#include "ir/graph.h"
#include "scheme/scheme.h"

/* The parallel regions of f in source order; NULL-terminated, in f's arena. */
struct ir_construct **regions_of(struct ir_func *f, int *n);

/* The region that a block belongs to, NULL in team-sequential code. */
struct ir_construct *block_region(const struct ir_block *b);

/* tid == 0, fresh at the cursor. */
struct ir_value emit_is_master(struct ir_cursor *c);
/* A block named MASTERn that leads to head, which may begin a loop and then better has no name
 * itself. */
struct ir_block *master_label(struct ir_func *f, struct ir_block *head);

/* A barrier of all CUDA threads of the block. */
void emit_team_barrier(struct ir_cursor *c);

/* The first block behind the prologue, which ends in a plain jump to it afterwards. */
struct ir_block *split_prologue(struct ir_func *f);

/*
 * A kernel without parallel regions needs no coordination: one thread per team runs it.  Every
 * scheme's lower() begins by asking this; true: done.
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
struct ir_slot *new_cell(struct ir_func *f, ir_reg r); /* team memory for one register's value */

/*
 * Turns the body of region c into plain code.  Control enters at .entry, executed by every CUDA
 * thread; threads whose OpenMP number is below the region's count run the body; all meet in .exit,
 * which the caller must terminate.  Sets c->u.parallel.count.
 */
struct region_code {
	struct ir_block *entry, *exit;
};
struct region_code open_region(struct ir_func *f, struct ir_construct *c, const struct mapping *m,
	const struct shared_value *shared, const char *label);

/*
 * Where the threads of region c come when code.entry has found that they are in it: its body, or,
 * where they are SIMD groups, a block before it for what they need (simd/simd.h).  open_region
 * calls it.
 */
struct ir_block *region_inside(struct ir_func *f, struct ir_construct *c, struct region_code code);

/* OpenMP 5.2 [10.1.1]: the region's threads, computed at the cursor. */
struct ir_value emit_count(struct ir_cursor *cur, const struct ir_construct *c);

/* Marks the end of a scheme's work: no CON_PARALLEL is left. */
void scheme_finish(struct ir_func *f);

/* The mapping of schemes in which OpenMP thread i is CUDA thread i. */
extern const struct mapping mapping_identity;

/*
 * A statement of the team-sequential part that may be executed by many threads only if they repeat
 * a side effect; NULL when there is none.  What "replicated" schemes refuse.
 */
const struct ir_inst *first_side_effect(const struct ir_func *f, const char **what);
/* The same for one block. */
const struct ir_inst *side_effect_in(const struct ir_block *b, const char **what);

/* What an instruction does that others may notice ("writes memory"), or NULL. */
const char *side_effect(const struct ir_inst *i);

/* The same for a message: names the function that is called, and its statement that has the
 * effect. */
const char *describe_effect(struct arena *a, const struct ir_inst *i);

/* An address in the thread's own memory. */
bool own_memory(struct ir_value addr);

#endif
