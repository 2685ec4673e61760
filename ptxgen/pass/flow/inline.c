/*
 * inline.c: functions are built into their callers.
 *
 *      t = call cmul(a, b)      ->      the body of cmul; t = its result
 *
 * Requires: a plain graph, ahead of the other passes.  Breaks: graph snapshots.
 *
 * An argument that is a structure is copied into a variable of its own, as a call would do; scalars.c
 * takes the copies apart.  Small functions are built in everywhere, larger ones where it pays or costs no
 * code, since a kernel has no other call of them.  Not functions that are recursive, have parallel regions
 * or constructs, allocate with alloca(), or may be replaced when programs are linked; of the device
 * library's only those that do nothing but compute, which then are part of the line that calls them, and
 * no large ones in several places: thirteen times pow() took a kernel 114 registers, called 70.  What
 * is not called any more is left out of the module (drop_uncalled).
 *
 * A call of the library's waits: as a call it can leave a loop, or be one with another, as a whole
 * (invariant.c, common.c), or a constant (functions.c), and as code with branches it could not.
 * pass_library builds it in then, and runs the passes before it again.
 */
#include "pass/pass.h"

#include <string.h>

#include "ir/effects.h"
#include "ir/graph.h"
#include "tree/tree.h"

/* In instructions. */
enum {
	MOST_INSTS = 80,      /* of a function that is built into others, as it was written */
	MOST_BUILT = 320,     /* … and with what was built into it */
	MOST_WORTH = 500,     /* of one where more is gained: see is_worth_it */
	MOST_ONCE = 4000,     /* of one that is called from one place */
	MOST_GROWTH = 8000,   /* of a function by what is built into it */
	MOST_ALWAYS = 100000, /* … where some are always_inline */
	MOST_MODULE = 200000, /* of all functions; small ones go on being built in */
	MOST_DEPTH = 1000,    /* of calls that are followed */
};

/* A copy of g's body in f. */
struct inlining {
	struct ir_func *f;
	const struct ir_func *g;
	const struct ir_inst *call;
	bool library;              /* g is the device library's */
	struct ir_block **block;   /* by g's block id */
	struct ir_slot **slot;     /* by g's slot id: f's */
	ir_reg *reg;               /* by g's register: f's, or 0 so far */
	struct ir_value *argument; /* by parameter */
	struct ir_block *rest;     /* what follows the call */
};

/* What is being built into f. */
struct building {
	struct ir_func *f;
	const struct ir_func *kernel; /* for whose sake; or NULL */
	const struct pass_context *pc;
	int depth, grown;
	bool late; /* pass_library */
};

/* ---- which ---- */

static int
instructions(const struct ir_func *g)
{
	int n = 0;

	for (const struct ir_block *b = g->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			n += i->op != IR_LDPARAM;
	return n;
}

static bool
is_small(const struct ir_func *g)
{
	int n = instructions(g);

	return n <= MOST_BUILT && (g->own_insts ? g->own_insts - 1 : n) <= MOST_INSTS;
}

static bool
plain(const struct ir_func *g)
{
	for (const struct ir_block *b = g->blocks; b; b = b->next) {
		if (b->term == TERM_EXIT || b->term == TERM_TABLE || b->keep)
			return false;
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_ALLOCA || i->op == IR_PARAMADDR)
				return false;
	}
	for (const struct ir_slot *s = g->slots; s; s = s->next)
		if (s->kind != SLOT_LOCAL)
			return false;
	return true;
}

static bool
same_signature(const struct ir_call *call, const struct ir_func *g)
{
	if (call->nargs != g->nparams || call->result.type != g->result.type ||
		call->result.bytes != g->result.bytes)
		return false;
	for (int k = 0; k < g->nparams; k++)
		if (call->sig[k].type != g->params[k].type ||
			call->sig[k].bytes != g->params[k].bytes)
			return false;
	return true;
}

/* Return the function that is called, if it is known. */
static struct ir_func *
callee(const struct ir_inst *i)
{
	return i->op == IR_CALL && i->call->callee ? i->call->callee->func : NULL;
}

bool
is_library(const struct ir_module *m, const struct ir_func *g)
{
	return strncmp(place_file(m->sources, g->place), "<minicc>/", 9) == 0;
}

/* Return whether another file's function may be called instead when the program is linked.  Inline
 * functions of one name are the same [C11 6.7.4p7]. */
static bool
may_be_replaced(const struct ir_symbol *s)
{
	const struct decl *d = s->func->decl;

	return s->linkage == LINK_EXTERN ||
		(s->linkage == LINK_WEAK && !(d && d->inline_ && !d->weak));
}

/* Return why what is called can't be built into f; NULL: it can. */
static const char *
obstacle(const struct ir_func *f, const struct ir_inst *i)
{
	const struct ir_symbol *s = i->call->callee;
	const struct ir_func *g = s->func;

	if (g == f || g->recursive)
		return "it calls itself";
	if (g->is_kernel || g->part_of || g->has_regions || g->kernel || g->nconstructs)
		return "it has OpenMP constructs";
	if (g->is_master != IR_NOREG)
		return "what it calls may have parallel regions";
	if (g->noreturn)
		return "it does not return";
	if (may_be_replaced(s))
		return "another file may have one that comes first";
	if (!same_signature(i->call, g))
		return "its parameters are of other types than the call's arguments";
	return plain(g) ? NULL : "it uses alloca() or arrays of variable length";
}

/* ---- which are worth it ---- */

/* Let each call in the kernel and its parts say so of its function: add 1, or begin with 0. */
static void
set_calls(const struct ir_func *kernel, int by)
{
	for (const struct ir_func *f = kernel; f; f = f->next_part)
		for (const struct ir_block *b = f->blocks; b; b = b->next)
			for (const struct ir_inst *i = b->first; i; i = i->next) {
				struct ir_func *g = callee(i);
				if (!g)
					continue;
				g->calls_in = kernel;
				g->calls_here = by ? g->calls_here + by : 0;
			}
}

static void
count_calls(const struct ir_func *kernel)
{
	set_calls(kernel, 0); /* pass_library counts those that are left */
	set_calls(kernel, 1);
}

/* Return from how many places g is called, in functions and in the kernel. */
static int
calls(const struct building *u, const struct ir_func *g)
{
	return g->calls + (u->kernel && g->calls_in == u->kernel ? g->calls_here : 0);
}

/* Return whether the call passes the address of a variable of the caller's, which has to be in memory
 * for that. */
static bool
passes_variable(const struct ir_block *b, const struct ir_inst *call)
{
	for (int k = 0; k < call->call->nargs; k++) {
		struct ir_value v = call->call->args[k];
		bool address = v.kind == VAL_SLOT;
		for (const struct ir_inst *i = b->first; i != call && v.kind == VAL_REG;
			i = i->next)
			if (i->dst == v.u.reg)
				address = (i->op == IR_MOV || i->op == IR_ADDR) &&
					i->src[0].kind == VAL_SLOT;
		if (address && call->call->sig[k].type != IR_NONE)
			return true;
	}
	return false;
}

/* Return whether the call passes a variable's address, is in a loop, or the program says inline. */
static bool
is_worth_it(const struct building *u, const struct ir_block *b, const struct ir_inst *i)
{
	const struct decl *d = callee(i)->decl;

	return (d && d->inline_) || passes_variable(b, i) || graph_reaches(u->f, b, b, NULL);
}

static bool
is_noinline(const struct ir_func *g)
{
	return g->decl && g->decl->noinline;
}

/* Return whether g, of n instructions, may be built in where it is worth it and nobody asks for it. */
static bool
is_free(const struct building *u, const struct ir_func *g, int n)
{
	return !is_noinline(g) && u->grown + n <= MOST_GROWTH &&
		!(is_library(u->pc->m, g) && g->effect != EFFECT_NONE);
}

static bool
has_room(const struct building *u, int n)
{
	return u->pc->m->built_in + n <= MOST_MODULE;
}

/* Return whether g, of n instructions, is called from one place and may be built in there. */
static bool
fits_once(const struct building *u, const struct ir_func *g, int n)
{
	return calls(u, g) == 1 && n <= (is_library(u->pc->m, g) ? MOST_WORTH : MOST_ONCE) &&
		has_room(u, n) && is_free(u, g, n);
}

static bool
fits(const struct building *u, const struct ir_block *b, const struct ir_inst *i)
{
	const struct ir_func *g = callee(i);
	int n = instructions(g);

	if (g->decl && g->decl->always_inline && !g->decl->noinline)
		return u->grown + n <= MOST_ALWAYS;
	if (g->decl && g->decl->inline_ && is_library(u->pc->m, g)) /* left to us by build/call.c */
		return true;
	return is_free(u, g, n) &&
		(is_small(g) || fits_once(u, g, n) ||
			(n <= MOST_WORTH && has_room(u, n) && !is_library(u->pc->m, g) &&
				is_worth_it(u, b, i)));
}

/* Say why a function of the program's stays one. */
static void
remark_missed(const struct building *u, const struct ir_inst *i, const char *why)
{
	const struct ir_func *g = callee(i);
	bool asked = g->decl && g->decl->always_inline;

	if (is_library(u->pc->m, g))
		return;
	if (asked)
		diag_warn_once(u->pc->diag, i->place, "-Wattributes",
			"'%s' is always_inline, but not built into its caller on the device: %s",
			g->name, why ? why : "the caller gets too large");
	else if (!says_missed(u->f))
		return;
	else if (why || is_noinline(g))
		diag_remark(u->pc->diag, i->place, "-Rpass-missed=inline",
			"'%s' is not built into its caller: %s [MC513]", g->name,
			why ? why : "it is noinline");
	else
		diag_remark(u->pc->diag, i->place, "-Rpass-missed=inline",
			"'%s' is not built into its caller: it has %d operations, and the kernel's calls of it are %d [MC513]",
			g->name, instructions(g), calls(u, g));
}

/* ---- values ---- */

static ir_reg
own_reg(struct inlining *n, ir_reg r)
{
	if (r == IR_NOREG)
		return r;
	if (!n->reg[r]) {
		n->reg[r] = ir_reg_new(n->f, n->g->regs[r].type, n->g->regs[r].name);
		n->f->regs[n->reg[r]].nonneg = n->g->regs[r].nonneg;
	}
	return n->reg[r];
}

static void
own_value(void *ctx, struct ir_value *v)
{
	struct inlining *n = ctx;

	if (v->kind == VAL_REG)
		v->u.reg = own_reg(n, v->u.reg);
	else if (v->kind == VAL_SLOT)
		v->u.slot = n->slot[v->u.slot->id];
}

/* Copy an object to another place, in pieces of its alignment (memory.c). */
static void
copy_object(struct ir_cursor *c, struct ir_value to, struct ir_value from, const struct ir_param *p)
{
	to = ir_is_address(to) ? ir_op1(c, IR_MOV, IR_I64, to) : to;
	from = ir_is_address(from) ? ir_op1(c, IR_MOV, IR_I64, from) : from;
	struct ir_inst *i = ir_emit(c, IR_MEMCPY, IR_NONE, IR_NOREG, to, from);

	i->offset = (int64_t)p->bytes;
	i->index = (int)p->align;
}

/* Take the arguments as they are at the call. */
static void
take_arguments(struct inlining *n, struct ir_cursor *c)
{
	const struct ir_call *call = n->call->call;

	n->argument = NEWN(n->f->arena, struct ir_value, n->g->nparams + 1);
	for (int k = 0; k < n->g->nparams; k++) {
		const struct ir_param *p = &n->g->params[k];
		if (p->type != IR_NONE) {
			ir_reg r = ir_reg_new(n->f, p->type, NULL);
			ir_mov(c, r, call->args[k]);
			n->argument[k] = ir_r(r);
		} else if (p->bytes) {
			struct ir_slot *s = ir_slot_new(n->f, SLOT_LOCAL, p->name, p->bytes,
				p->align);
			n->argument[k] = ir_op1(c, IR_MOV, IR_I64, ir_slot_value(s, 0));
			copy_object(c, n->argument[k], call->args[k], p);
		}
	}
}

/* ---- code ---- */

/* Replace a load of a parameter by what the function gets. */
static void
load_argument(struct inlining *n, struct ir_cursor *c, const struct ir_inst *load)
{
	struct ir_value v = n->argument[load->index];
	ir_reg dst = own_reg(n, load->dst);
	struct ir_inst *i;

	if (n->g->params[load->index].type != IR_NONE) {
		ir_emit(c, ir_mem_extension(load->mem), n->f->regs[dst].type, dst, v, ir_none());
		return;
	}
	i = ir_emit(c, IR_LD, ir_mem_type(load->mem), dst, v, ir_none());
	i->offset = load->offset;
	i->mem = load->mem;
	i->space = SPACE_GENERIC;
	i->carries = load->carries;
}

static void
copy_inst(struct inlining *n, struct ir_cursor *c, const struct ir_inst *old)
{
	struct arena *a = n->f->arena;
	struct ir_inst *i;

	c->place = n->library ? n->call->place : old->place;
	if (old->op == IR_LDPARAM) {
		load_argument(n, c, old);
		return;
	}
	i = ir_repeat(c, old);
	i->dst = own_reg(n, old->dst);
	i->place = c->place;
	if (old->call) {
		i->call = NEW(a, struct ir_call);
		*i->call = *old->call;
		i->call->args = NEWN(a, struct ir_value, old->call->nargs + 1);
		for (int k = 0; k < old->call->nargs; k++)
			i->call->args[k] = old->call->args[k];
	}
	ir_visit_uses(i, own_value, n);
}

/* Put the result where the call's would have gone. */
static void
leave(struct inlining *n, struct ir_cursor *c, struct ir_value result)
{
	const struct ir_call *call = n->call->call;

	own_value(n, &result);
	c->place = n->call->place;
	if (call->result.bytes && result.kind != VAL_NONE && call->result_addr.kind != VAL_NONE)
		copy_object(c, call->result_addr, result, &call->result);
	else if (n->call->dst != IR_NOREG && result.kind != VAL_NONE)
		ir_mov(c, n->call->dst, result);
	ir_jump(c, n->rest);
}

static void
copy_block(struct inlining *n, const struct ir_block *old)
{
	struct ir_block *b = n->block[old->id];
	struct ir_cursor c = { .func = n->f, .block = b, .place = old->place };

	b->place = n->library ? n->call->place : old->place;
	b->loop = old->loop;
	b->unroll = old->unroll;
	for (const struct ir_inst *i = old->first; i; i = i->next)
		copy_inst(n, &c, i);
	if (old->term == TERM_RET) {
		leave(n, &c, old->cond);
		return;
	}
	b->term = old->term;
	b->cond = old->cond;
	own_value(n, &b->cond);
	for (int k = 0; k < 2; k++)
		b->to[k] = old->to[k] ? n->block[old->to[k]->id] : NULL;
}

/* Put the function's blocks in the place of the call in b.  Return the block that goes on behind
 * it. */
static struct ir_block *
build_in(const struct ir_module *m, struct ir_func *f, struct ir_block *b, struct ir_inst *call)
{
	const struct ir_func *g = call->call->callee->func;
	struct arena *a = arena_new();
	struct inlining n = {
		.f = f,
		.g = g,
		.call = call,
		.library = is_library(m, g),
		.block = NEWN(a, struct ir_block *, g->nblocks),
		.slot = NEWN(a, struct ir_slot *, g->nslots + 1),
		.reg = NEWN(a, ir_reg, g->nregs),
	};
	struct ir_cursor c = { .func = f, .place = call->place };
	struct ir_block *at = b;

	for (const struct ir_slot *s = g->slots; s; s = s->next)
		n.slot[s->id] = ir_slot_new(f, SLOT_LOCAL, s->name, s->size, s->align);
	n.rest = ir_split(f, b, call);
	c.block = b;
	take_arguments(&n, &c);
	for (const struct ir_block *old = g->blocks; old; old = old->next) {
		at = ir_block_after(f, at, NULL);
		n.block[old->id] = at;
	}
	for (const struct ir_block *old = g->blocks; old; old = old->next)
		copy_block(&n, old);
	ir_jump(&c, n.block[g->blocks->id]);
	ir_remove(n.rest, call);
	arena_free(a);
	return n.rest;
}

static void build_into(struct ir_func *f, const struct building *caller);

/* Return whether a call of the device library's is to stay one until pass_library comes. */
static bool
waits(const struct building *u, const struct ir_inst *i)
{
	return !u->late && only_computes(i) && !is_library(u->pc->m, u->f);
}

/* Return whether the function that is called shall be built in.  First it gets what it calls, so that
 * a small function is built in with what was built into it, and a chain of thousands does not grow with
 * each of them.  What is called from one place does not: the calls in it are met where it has come
 * to. */
static bool
shall_build_in(const struct building *u, const struct ir_block *b, const struct ir_inst *i)
{
	struct ir_func *g = callee(i);
	const char *why;

	if (!g || !g->blocks || (is_library(u->pc->m, g) ? waits(u, i) : u->late))
		return false;
	why = obstacle(u->f, i);
	if (!why && fits_once(u, g, instructions(g)))
		return true;
	if (!why)
		build_into(g, u);
	if (!why && fits(u, b, i))
		return true;
	remark_missed(u, i, why);
	return false;
}

/* Return whether anything was built in. */
static bool
build_calls(struct building *u)
{
	int before = u->grown;

	for (struct ir_block *b = u->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (!shall_build_in(u, b, i))
				continue;
			int n = instructions(callee(i));
			u->grown += n;
			u->pc->m->built_in += n;
			diag_remark(u->pc->diag, i->place, "-Rpass=inline",
				"'%s' is built into its caller [MC512]", i->call->callee->name);
			build_in(u->pc->m, u->f, b, i);
			break;
		}
	}
	return u->grown > before;
}

static void
build_into(struct ir_func *f, const struct building *caller)
{
	struct building u = { f, caller->kernel, caller->pc, caller->depth + 1, 0, caller->late };

	if (f->own_insts || u.depth > MOST_DEPTH)
		return;
	f->own_insts = instructions(f) + 1;
	build_calls(&u);
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct building u = { .pc = pc, .kernel = launched(f) };

	if (u.kernel == f)
		count_calls(f);
	build_into(f, &u);
}

const struct pass pass_inline = { 'k', "inline", "functions are built into their callers", run,
	false, PTXGEN_SWITCH_INLINE + 1 };

static void
run_library(struct ir_func *f, const struct pass_context *pc)
{
	struct building u = { .f = f, .pc = pc, .kernel = launched(f), .depth = 1, .late = true };

	if (u.kernel == f)
		count_calls(f);
	if (build_calls(&u))
		passes_again(f, pc, &pass_library);
}

const struct pass pass_library = { 'K', "library", "mathematics that loops have kept is built in",
	run_library, false, PTXGEN_SWITCH_INLINE + 1 };

/* ---- what is called ---- */

struct marking {
	struct arena *a;
	VEC(const struct ir_symbol *) queue;
};

static void
mark(struct marking *m, struct ir_symbol *s)
{
	if (s->wanted)
		return;
	s->wanted = true;
	vec_push(m->a, &m->queue, s);
}

static void
mark_value(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_SYMBOL)
		mark(ctx, v->u.symbol);
}

static void
mark_code(struct marking *m, struct ir_func *f)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		ir_visit_block_uses(b, mark_value, m);
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_CALL && i->call->callee)
				mark(m, i->call->callee);
	}
}

/* Drop functions that nothing names any more.  What is marked is marked by name; constants may have
 * gone into the code. */
void
drop_uncalled(struct ir_module *module)
{
	struct marking m = { .a = arena_new() };
	struct ir_symbol **link = &module->symbols, *last = NULL;

	for (struct ir_symbol *s = module->symbols; s; s = s->next)
		s->wanted = false;
	for (struct ir_symbol *s = module->symbols; s; s = s->next)
		if ((s->kind == SYM_VAR && !s->constant && s->space != SPACE_CONST) ||
			s->linkage != LINK_LOCAL)
			mark(&m, s);
	for (int k = 0; k < module->nkernels; k++)
		mark_code(&m, module->kernels[k]);
	for (size_t k = 0; k < m.queue.n; k++) {
		const struct ir_symbol *s = m.queue.v[k];
		for (const struct ir_reloc *r = s->relocs; r; r = r->next)
			mark(&m, r->target);
		if (s->kind == SYM_FUNC && s->func)
			mark_code(&m, s->func);
	}
	while (*link) {
		if ((*link)->wanted)
			link = &(last = *link)->next;
		else
			*link = (*link)->next;
	}
	module->last_symbol = last;
	arena_free(m.a);
}
