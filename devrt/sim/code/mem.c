/*
 * mem.c: memory operations of machine code.  The work is exec/mem.c's and exec/atom.c's: loads and
 * stores of 64 and 128 bits are vectors of registers; operands of 64-bit atomics are gathered from
 * their pairs.
 */
#include <stdlib.h>
#include <string.h>

#include "code/lanes.h"

/* ---- addresses ---- */

static const char *const widths[] = { "U8", "S8", "U16", "S16", "32", "64", "128", NULL };
static const unsigned width_bytes[] = { 1, 1, 2, 2, 4, 8, 16 };

static void
address(struct decoded *d, const struct sass_operand *o, enum space space)
{
	struct inst *in = d->in;
	bool wide = space == SPACE_GENERIC || space == SPACE_GLOBAL;
	uint32_t zero = code_value_slot(d->code, 0);
	uint32_t reg = o->reg == NO_REG ? zero : (FRAME_REGS + o->reg * 128) | BASE_FRAME;
	uint32_t ureg = o->ureg == NO_REG ? zero : (FRAME_UNIFORM + o->ureg * 128) | BASE_FRAME;
	in->space = (uint8_t)space;
	in->imm = o->value;
	in->slot = d->code->m->nmem++;
	in->addr = wide ? ADDR_PAIR : ADDR_SUM32;
	in->a = reg;
	in->e = ureg;
	if (o->kind != SASS_MEM || o->scale > 1)
		d->wrong = "this form of address";
	else if (wide)
		in->e = o->reg == NO_REG || o->narrow ? zero : reg + 128;
	else if (o->ureg == NO_REG)
		in->addr = ADDR_REG32;
	if (wide && o->ureg != NO_REG && (o->wide || o->narrow)) { /* [R2.64+UR4], [R2.U32+UR4] */
		in->addr = ADDR_PAIRS;
		in->c = ureg;
	} else if (wide && o->ureg != NO_REG) {
		d->wrong = "this form of address";
	}
}

/* A G, S or L behind LD, ST, ATOM or RED. */
static enum space
space_of(const char *op)
{
	bool moves = !strncmp(op, "LD", 2) || !strncmp(op, "ST", 2);
	switch (op[moves ? 2 : strlen(op) - 1]) {
	case 'G': return SPACE_GLOBAL;
	case 'S': return SPACE_SHARED;
	case 'L': return SPACE_LOCAL;
	default: return SPACE_GENERIC;
	}
}

/* Modifiers about caches change nothing; STRONG ones order, as PTX's volatile and relaxed. */
static bool
is_ordered(struct sass_line *l)
{
	static const char *const plain[] = { "E", "SYS", "GPU", "CTA", "SM", "CONSTANT", "U", "EF",
		"EL", "LU", "NA", "PRIVATE", "WEAK", "CONSTANT.PRIVATE", "T", "P", "CG", "CS",
		NULL };
	static const char *const ordered[] = { "STRONG", "MMIO", "CV", "WT", NULL };
	for (int i = 0; plain[i]; i++)
		sass_mod(l, plain[i]);
	return sass_mod_of(l, ordered) >= 0;
}

static uint32_t *
data_slots(struct decoded *d, const struct sass_operand *o, bool read)
{
	uint32_t *slots = sim_arena_alloc(&d->code->m->arena, 4 * sizeof *slots);
	for (unsigned k = 0; k < 4; k++)
		slots[k] = o->reg != NO_REG ? (FRAME_REGS + (o->reg + k) * 128) | BASE_FRAME :
			read                ? code_value_slot(d->code, 0) :
					      OPERAND_SINK;
	return slots;
}

static void
transfer(struct decoded *d, const struct sass_operand *data, const struct sass_operand *where,
	bool load)
{
	struct inst *in = d->in;
	int kind = sass_mod_of(d->l, widths);
	kind = kind < 0 ? 4 : kind;
	if (d->l->n != 2 || data->kind != SASS_REG) {
		d->wrong = "these operands";
		return;
	}
	in->bytes = (uint8_t)width_bytes[kind];
	in->vec = in->bytes > 4 ? in->bytes / 4 : 1;
	in->mode = 4;
	uint32_t *slots = data_slots(d, data, !load);
	if (load)
		code_writes(d, data, in->vec);
	address(d, where, space_of(d->l->op));
	in->ordered = is_ordered(d->l);
	in->extra = slots;
	in->d = in->b = slots[0];
	((struct pinst *)in->src)->op = load ? PTX_OP_LD : PTX_OP_ST;
	unsigned each = in->bytes / in->vec;
	in->fn = load ? mem_load(each, kind == 1 || kind == 3) : mem_store(each);
}

void
sass_load(struct decoded *d)
{
	transfer(d, &d->l->o[0], &d->l->o[1], true);
}

void
sass_store(struct decoded *d)
{
	transfer(d, &d->l->o[1], &d->l->o[0], false);
}

/*
 * ---- shared memory's locks, on sm_35, of which ptxas makes atomic operations ----
 *
 * LDSLK P, R, [address] loads and locks; P: this lane has got the lock.  STSCUL P, [address], R
 * stores and unlocks; P: it has stored.  Of the lanes that name a place the first gets it; no other
 * warp comes between the two, which stand in one piece of code without a jump.
 */
static int
ldslk(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint64_t addr[WARP];
	uint32_t got = 0;
	mem_addresses(w, in, addr);
	FOR_LANES(i, mask) {
		bool taken = false;
		FOR_LANES(k, got)
			taken |= addr[k] == addr[i];
		got |= (uint32_t)!taken << i;
	}
	int act = in->inner(w, in, mask);
	if (act == ACT_NEXT)
		write_pred(w, in->d2, mask, got);
	return act;
}

static int
stscul(struct warp *w, const struct inst *in, uint32_t mask)
{
	int act = in->inner(w, in, mask);
	if (act == ACT_NEXT)
		write_pred(w, in->d2, mask, FULL);
	return act;
}

static void
locked(struct decoded *d, bool load)
{
	struct sass_line *l = d->l;
	if (l->n != 3 || l->o[0].kind != SASS_PRED) {
		d->wrong = "these operands";
		return;
	}
	d->in->d2 = l->o[0].reg == NO_REG ? OPERAND_SINK :
					    (FRAME_PREDS + l->o[0].reg * 4) | BASE_FRAME;
	l->n = 2;
	transfer(d, &l->o[load ? 1 : 2], &l->o[load ? 2 : 1], load);
	d->in->ordered = true;
	((struct pinst *)d->in->src)->op = PTX_OP_ATOM;
	d->in->inner = d->in->fn;
	d->in->fn = load ? ldslk : stscul;
}

void
sass_ldslk(struct decoded *d)
{
	locked(d, true);
}

void
sass_stscul(struct decoded *d)
{
	locked(d, false);
}

/* ---- constant banks, with an index in a register ---- */

static int
ldc(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *slots = in->extra, *index = at(w, in->a), *more = at(w, in->e);
	FOR_LANES(i, mask) {
		unsigned offset = index[i] + more[i] + (unsigned)in->imm;
		for (unsigned k = 0; k < in->vec; k++) {
			uint32_t v = code_bank_word(w, in, (offset & ~3u) + 4 * k) >>
				8 * (offset & 3);
			unsigned drop = in->bytes < 4 ? 32 - 8 * in->bytes : 0;
			v = in->is_signed ? (uint32_t)((int32_t)(v << drop) >> drop) :
					    v << drop >> drop;
			((uint32_t *)at(w, slots[k]))[i] = v;
		}
	}
	return ACT_NEXT;
}

static int
ldc_slots(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *slots = in->extra, from[2] = { in->a, in->e };
	for (unsigned k = 0; k < in->vec; k++) {
		const uint32_t *s = at(w, from[k]);
		uint32_t *to = at(w, slots[k]);
		for (int i = 0; i < WARP; i++)
			to[i] = mask >> i & 1 ? s[i] : to[i];
	}
	return ACT_NEXT;
}

void
sass_ldc(struct decoded *d)
{
	struct inst *in = d->in;
	int kind = sass_mod_of(d->l, widths);
	struct sass_operand *o = &d->l->o[1], *to = &d->l->o[0];
	bool plain;
	kind = kind < 0 ? 4 : kind;
	if (d->l->n != 2 || o->kind != SASS_CONST || kind > 5) {
		d->wrong = "these operands";
		return;
	}
	in->bytes = (uint8_t)width_bytes[kind];
	in->is_signed = kind == 1 || kind == 3;
	in->vec = in->bytes == 8 ? 2 : 1;
	plain = o->reg == NO_REG && o->ureg == NO_REG && in->bytes >= 4;
	struct inst from = { 0 };
	struct sass x = { 0 };
	if (plain) {
		struct decoded s = { d->code, &from, &x, d->l, NULL };
		sass_read_operands(&s, in->vec == 2 ? "WA" : "Ra");
		d->wrong = s.wrong;
		in->a = x.s[0].lo;
		in->e = x.s[0].hi;
	} else {
		struct sass_operand where = *o;
		where.kind = SASS_MEM;
		address(d, &where, SPACE_SHARED);
		in->mode = (uint8_t)o->bank;
	}
	uint32_t *slots = data_slots(d, to, false);
	code_writes(d, to, in->vec);
	if (to->kind == SASS_UREG && to->reg != NO_REG)
		for (unsigned k = 0; k < 4; k++)
			slots[k] = (FRAME_UNIFORM + (to->reg + k) * 128) | BASE_FRAME;
	in->target = d->code->section;
	in->extra = slots;
	in->fn = plain ? ldc_slots : ldc;
}

/* ---- atomics ---- */

/* Operands of 8 bytes come from pairs and go to one; those of 4 are where they are. */
struct atomic {
	struct inst plain;     /* what exec/atom.c executes, and observers keep */
	uint32_t lo[3], hi[3]; /* result, b, c */
	bool flag;             /* the result is whether it was swapped */
	uint32_t pred; /* set: the hardware clears it for local memory, which it cannot do */
};

static void
gather(struct warp *w, uint32_t lo, uint32_t hi, uint32_t to, uint32_t mask)
{
	const uint32_t *l = at(w, lo), *h = at(w, hi);
	uint64_t *v = at(w, to);
	FOR_LANES(i, mask)
		v[i] = l[i] | (uint64_t)h[i] << 32;
}

static int
atomic(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct atomic *a = in->extra;
	bool wide = in->bytes == 8;
	if (wide) {
		gather(w, a->lo[1], a->hi[1], SCRATCH(1), mask);
		gather(w, a->lo[2], a->hi[2], SCRATCH(2), mask);
	}
	int act = select_atom(NULL)(w, &a->plain, mask);
	if (act != ACT_NEXT)
		return act;
	write_pred(w, a->pred, mask, FULL);
	uint32_t *lo = at(w, a->lo[0]), *hi = at(w, a->hi[0]);
	const uint64_t *was = at(w, SCRATCH(0)), *want = at(w, SCRATCH(1));
	const uint32_t *was32 = at(w, SCRATCH(0)), *want32 = at(w, a->lo[1]);
	FOR_LANES(i, mask) {
		bool swapped = wide ? was[i] == want[i] : was32[i] == want32[i];
		uint64_t v = a->flag ? swapped : wide ? was[i] : was32[i];
		lo[i] = (uint32_t)v;
		if (wide)
			hi[i] = (uint32_t)(v >> 32);
	}
	return ACT_NEXT;
}

static enum ptx_type
atomic_type(struct sass_line *l)
{
	static const struct {
		const char *name;
		enum ptx_type type;
	} types[] = { { "S32", PTX_S32 }, { "S64", PTX_S64 }, { "U64", PTX_U64 }, { "64", PTX_U64 },
		{ "F32", PTX_F32 }, { "F64", PTX_F64 }, { "U32", PTX_U32 } };
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (sass_mod(l, types[i].name))
			return types[i].type;
	sass_mod(l, "32");
	return PTX_U32;
}

static const struct {
	const char *name;
	enum ptx_mod op;
} atomics[] = { { "ADD", PTX_MOD_AADD }, { "MIN", PTX_MOD_AMIN }, { "MAX", PTX_MOD_AMAX },
	{ "INC", PTX_MOD_AINC }, { "DEC", PTX_MOD_ADEC }, { "AND", PTX_MOD_MAND },
	{ "OR", PTX_MOD_MOR }, { "XOR", PTX_MOD_MXOR }, { "EXCH", PTX_MOD_EXCH },
	{ "CAS", PTX_MOD_CAS }, { "CAST", PTX_MOD_CAS } };

static void
pair(struct decoded *d, unsigned k, const struct sass_operand *o, struct atomic *a, bool read)
{
	uint32_t *slots = data_slots(d, o, read);
	if (o->kind != SASS_REG)
		d->wrong = "these operands";
	a->lo[k] = slots[0];
	a->hi[k] = o->reg == NO_REG && !read ? slots[0] + 128 : slots[1];
}

void
sass_atom(struct decoded *d)
{
	static const struct sass_operand none = { .kind = SASS_REG, .reg = NO_REG };
	struct sass_line *l = d->l;
	struct inst *in = d->in;
	struct atomic *a = sim_arena_alloc(&d->code->m->arena, sizeof *a);
	struct pinst *src = (struct pinst *)in->src;
	bool red = !strncmp(l->op, "RED", 3), found = false;
	unsigned k = 0;
	/* POPC.INC.32 adds the lanes that name the place: each adds 1; its result is not known */
	bool count = sass_mod(l, "POPC");
	if (count && (!sass_mod(l, "INC") || l->o[0].reg != NO_REG)) {
		d->wrong = "POPC with a result";
		return;
	}
	found = count;
	in->mode = PTX_MOD_AADD;
	for (size_t i = 0; i < sizeof atomics / sizeof atomics[0] && !found; i++)
		if ((found = sass_mod(l, atomics[i].name)))
			in->mode = (uint8_t)atomics[i].op;
	a->flag = sass_mod(l, "CAST");
	sass_mod(l, "SPIN");
	src->types[0] = atomic_type(l);
	src->op = red ? PTX_OP_RED : PTX_OP_ATOM;
	if (in->mode == PTX_MOD_CAS)
		code_add_mod(src, PTX_MOD_CAS);
	in->bytes = (uint8_t)type_bytes(src->types[0]);
	in->vec = 1;
	is_ordered(l);
	sass_mod(l, "FTZ");
	sass_mod(l, "RN");
	a->pred = OPERAND_SINK;
	if (l->o[k].kind == SASS_PRED && l->o[k++].reg != NO_REG)
		a->pred = (FRAME_PREDS + l->o[0].reg * 4) | BASE_FRAME;
	const struct sass_operand *to = red ? &none : &l->o[k++], *where = &l->o[k++];
	pair(d, 0, to, a, false);
	code_writes(d, to, in->bytes == 8 && !a->flag ? 2 : 1);
	pair(d, 1, k < l->n ? &l->o[k] : &none, a, true);
	if (count)
		a->lo[1] = code_value_slot(d->code, 1);
	k++;
	pair(d, 2, k < l->n ? &l->o[k] : &none, a, true);
	address(d, where, space_of(l->op));
	in->free_red = !count && to->reg == NO_REG && type_kind(src->types[0]) != 'f' &&
		in->mode != PTX_MOD_CAS && in->mode != PTX_MOD_EXCH && in->mode != PTX_MOD_AINC &&
		in->mode != PTX_MOD_ADEC;
	in->extra = a;
	in->fn = found ? atomic : NULL;
	a->plain = *in;
	a->plain.d = SCRATCH(0);
	a->plain.b = in->bytes == 8 ? SCRATCH(1) : a->lo[1];
	a->plain.c = in->bytes == 8 ? SCRATCH(2) : a->lo[2];
}

/* QSPC.E.S P, R, [address]: is it in shared memory (.S), local (.L), global (.G)? */
static int
qspc(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint64_t addr[WARP];
	uint32_t r = 0, *d = at(w, in->d);
	mem_addresses(w, in, addr);
	FOR_LANES(i, mask) {
		uint64_t window = addr[i] >> WINDOW_SHIFT;
		bool yes = in->mode ? window == in->mode : !window || window > WINDOW_FUNC;
		r |= (uint32_t)yes << i;
		d[i] = yes;
	}
	write_pred(w, x->p[0], mask, r);
	return ACT_NEXT;
}

void
sass_qspc(struct decoded *d)
{
	static const char *const names[] = { "G", "S", "L", NULL };
	int which = sass_mod_of(d->l, names);
	unsigned n = d->l->n;
	sass_mod(d->l, "E");
	if (n != 3 || which < 0) {
		d->wrong = "these operands";
		return;
	}
	d->l->n = 2;
	sass_read_operands(d, "PR");
	if (!d->wrong)
		address(d, &d->l->o[2], SPACE_GENERIC);
	d->in->mode = (uint8_t)which;
	d->in->fn = qspc;
}

/* ---- fences, and what a functional machine has no need of ---- */

void
sass_membar(struct decoded *d)
{
	bool team = sass_mod(d->l, "CTA"), gpu = sass_mod(d->l, "GPU") || sass_mod(d->l, "GL");
	bool all = sass_mod(d->l, "SYS");
	sass_mod(d->l, "ALL");
	sass_mod(d->l, "SC");
	sass_mod(d->l, "VC");
	d->in->ordered = !team && (gpu || all);
	((struct pinst *)d->in->src)->op = PTX_OP_MEMBAR;
	if (team)
		code_add_mod((struct pinst *)d->in->src, PTX_MOD_CTA);
	d->in->fn = d->in->ordered ? exec_order : exec_nop;
}

void
sass_nothing(struct decoded *d)
{
	if (!strcmp(d->l->op, "NOP") && d->l->n && !sass_mod(d->l, "TRIG"))
		d->wrong = "these operands";
	for (unsigned i = 0; i < d->l->nmods; i++)
		d->l->used[i] = true;
	d->in->fn = exec_nop;
}
