/*
 * decode.c: lines of a listing to instructions that warps execute.  A row of ops.h says which
 * operands an operation has and who selects its handler; what is left over, an unknown operation, a
 * modifier that nobody understood, an operand of another kind, is refused by name and place.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/code.h"

struct row {
	const char *name;
	enum op_class cls;
	const char *pattern;
	void (*select)(struct decoded *d);
};

#define OP(name, class, pattern, select) { name, OP_##class, pattern, select },
#define SAME OP
static const struct row rows[] = {
#include "code/ops.h"
}, rows35[] = {
#include "code/ops35.h"
};
#undef OP
#undef SAME

/* ---- families ---- */

static const struct family families[] = {
	{ .from = 35,
		.to = 37,
		.bytes = 8,
		.group = 64,
		.rows = rows35,
		.nrows = sizeof rows35 / sizeof rows35[0],
		.stack = true,
		.bank0 = { .ntid = 0x28,
			.nctaid = 0x34,
			.window = { 0x20, 0x24 },
			.window_bytes = 4,
			.stack = 0x44,
			.dynamic_shared = 0x114,
			.gridid = 0xdc,
			.nsmid = 0x130 } },
	{ .from = 70,
		.to = 99,
		.bytes = 16,
		.bank0 = { .ntid = 0x00,
			.nctaid = 0x0c,
			.window = { 0x18, 0x20 },
			.window_bytes = 8,
			.stack = 0x28,
			.dynamic_shared = 0x2c,
			.gridid = 0x30,
			.nsmid = 0x10c } },
};

const struct family *
family_of(unsigned sm)
{
	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
		if (sm >= families[i].from && sm <= families[i].to)
			return &families[i];
	return NULL;
}

/* A group's control word counts as the place of its first instruction. */
uint32_t
code_index(const struct family *f, uint64_t at)
{
	uint64_t n = f->group / f->bytes - (f->group != 0), in_group;
	if (!f->group)
		return (uint32_t)(at / f->bytes);
	in_group = at % f->group / f->bytes;
	return (uint32_t)(at / f->group * n + (in_group ? in_group - 1 : 0));
}

uint64_t
code_offset(const struct family *f, uint32_t index)
{
	uint32_t n = f->group ? f->group / f->bytes - 1 : 0;
	if (!f->group)
		return (uint64_t)index * f->bytes;
	return (uint64_t)(index / n) * f->group + (index % n + 1) * f->bytes;
}

/* ---- slots ---- */

uint32_t
code_value_slot(struct code *c, uint32_t value)
{
	unsigned k = 0;
	while (k < c->nvalues && c->values[k] != value)
		k++;
	if (k == c->nvalues)
		ARENA_PUSH(&c->m->arena, c->values, c->nvalues, c->values_cap, value);
	return k * 128 | BASE_CONST;
}

uint32_t
code_bank_slot(struct code *c, unsigned bank, unsigned offset)
{
	for (unsigned i = 0; i < c->nslots; i++)
		if (c->slots[i].bank == bank && c->slots[i].offset == offset)
			return c->slots[i].operand;
	struct bank_slot s = { (FRAME_REGS + (c->regs + c->nslots) * 128) | BASE_FRAME, bank,
		offset };
	ARENA_PUSH(&c->m->arena, c->slots, c->nslots, c->slots_cap, s);
	return s.operand;
}

static uint32_t
register_slot(const struct sass_operand *o, unsigned more)
{
	return ((o->kind == SASS_UREG ? FRAME_UNIFORM : FRAME_REGS) + (o->reg + more) * 128) |
		BASE_FRAME;
}

static uint32_t
pred_slot(const struct sass_operand *o)
{
	return (FRAME_PREDS + (o->reg + (o->kind == SASS_UPRED ? 8 : 0)) * 4) | BASE_FRAME;
}

static bool
is_pred(const struct sass_operand *o)
{
	return o->kind == SASS_PRED || o->kind == SASS_UPRED;
}

static bool
is_reg(const struct sass_operand *o)
{
	return o->kind == SASS_REG || o->kind == SASS_UREG;
}

static uint32_t
constant_slot(struct decoded *d, const struct sass_operand *o, unsigned more)
{
	struct code *c = d->code;
	unsigned at = (unsigned)o->value + more;
	uint32_t v = 0;
	if (o->reg != NO_REG || o->ureg != NO_REG)
		d->wrong = "a constant behind a register";
	else if (o->bank == 0 || o->bank == 3 || (o->bank == 2 && !c->section))
		return code_bank_slot(c, o->bank, at);
	else if (o->bank == 2 && c->bank2 && at + 4 <= c->bank2->size)
		memcpy(&v, c->bank2->bytes + at, 4);
	else if (o->bank == 4 && c->bank4 && at + 4 <= c->bank4->size)
		memcpy(&v, c->bank4->bytes + at, 4);
	else
		d->wrong = "a constant outside its bank";
	return code_value_slot(c, v);
}

/* ---- operands by pattern ---- */

/* Read a source of kind a, f, A, S (an A with a sign) or F. */
static void
source(struct decoded *d, const struct sass_operand *o, char kind, struct sass_source *s)
{
	struct code *c = d->code;
	bool wide = kind == 'A' || kind == 'S' || kind == 'F', is_float = kind == 'f' || kind == 'F';
	*s = (struct sass_source){ .keep = FULL };
	switch (o->kind) {
	case SASS_REG:
	case SASS_UREG:
		s->lo = o->reg == NO_REG ? code_value_slot(c, 0) : register_slot(o, 0);
		s->hi = o->reg == NO_REG ? s->lo : register_slot(o, 1);
		break;
	case SASS_SYMBOL:
		if (o->unknown)
			d->wrong = o->name;
		/* fall through */
	case SASS_IMM:
		s->lo = code_value_slot(c, wide && is_float ? 0 : (uint32_t)o->value);
		s->hi = code_value_slot(c, (uint32_t)(is_float ? o->value : o->value < 0 ? -1 : 0));
		break;
	case SASS_FLOAT:
		s->hi = code_value_slot(c, (uint32_t)o->value);
		s->lo = wide ? code_value_slot(c, 0) : s->hi;
		break;
	case SASS_CONST:
		s->lo = constant_slot(d, o, 0);
		s->hi = wide ? constant_slot(d, o, 4) : s->lo;
		break;
	default: d->wrong = "an operand that is no source"; return;
	}
	if (o->kind == SASS_FLOAT) /* its sign stands in the word */
		return;
	if (is_float && o->abs)
		s->keep = 0x7fffffff;
	if (is_float && o->neg)
		s->flip = 0x80000000;
	if (!is_float && (o->neg || o->not_)) {
		s->flip = FULL;
		s->plus = o->neg;
	}
	if ((!is_float && o->abs) || (is_float && o->not_) || (kind == 'A' && s->flip))
		d->wrong = "a sign before this operand";
}

static void
result(struct decoded *d, const struct sass_operand *o, bool pair)
{
	if (!is_reg(o)) {
		d->wrong = "a result that is no register";
		return;
	}
	code_writes(d, o, pair ? 2 : 1);
	d->x->carry = o->carry;
	d->in->d = o->reg == NO_REG ? OPERAND_SINK : register_slot(o, 0);
	d->x->hi = o->reg == NO_REG ? OPERAND_SINK + 128 : register_slot(o, 1);
}

static void
pred_written(struct decoded *d, const struct sass_operand *o)
{
	code_writes(d, o, 1);
	d->x->p[d->x->np++] = o->reg == NO_REG ? OPERAND_SINK : pred_slot(o);
}

static void
pred_read(struct decoded *d, const struct sass_operand *o)
{
	uint32_t at = o->reg == NO_REG ? code_value_slot(d->code, FULL) : pred_slot(o);
	d->x->q[d->x->nq].at = at;
	d->x->q[d->x->nq++].negated = o->not_;
}

/* Read CC where the operation is a jump: the lanes that jump are those in which the test holds. */
static void
condition(struct decoded *d, const struct sass_operand *o)
{
	int test = *o->name ? sass_test_named(o->name) : 0;
	if (o->kind != SASS_CC || test < 0)
		d->wrong = "its condition";
	d->x->cc = (uint8_t)test;
}

/* Read operands from number *k on by a pattern. */
static void
operands(struct decoded *d, const char *pattern, unsigned *k)
{
	struct sass_line *l = d->l;
	unsigned nsources = 0;
	for (const char *p = pattern; *p && !d->wrong; p++) {
		const struct sass_operand *o = *k < l->n ? &l->o[*k] : NULL;
		bool optional = *p == 'p' || *p == 'Q' || *p == 'I';
		if (optional && (!o || (*p != 'I' && !is_pred(o))))
			continue;
		if (!o) {
			d->wrong = "fewer operands than are expected";
			return;
		}
		(*k)++;
		switch (*p) {
		case 'R':
		case 'W': result(d, o, *p == 'W'); break;
		case 'p':
		case 'P': pred_written(d, o); break;
		case 'q':
		case 'Q': pred_read(d, o); break;
		case 'a':
		case 'f':
		case 'A':
		case 'S':
		case 'F': source(d, o, *p, &d->x->s[nsources++]); break;
		case 'i':
		case 'I': d->x->imm = (uint64_t)o->value; break;
		case 'l': d->x->base = o->value; break;
		case 'c': condition(d, o); break;
		case 'b': d->in->e = (FRAME_BARRIERS + o->reg * 128) | BASE_FRAME; break;
		default: break;
		}
	}
}

void
sass_read_operands(struct decoded *d, const char *pattern)
{
	unsigned k = 0;
	operands(d, pattern, &k);
	if (!d->wrong && k != d->l->n)
		d->wrong = "more operands than are expected";
}

/* ---- modifiers ---- */

bool
sass_mod(struct sass_line *l, const char *name)
{
	for (unsigned i = 0; i < l->nmods; i++)
		if (!strcmp(l->mods[i], name))
			return l->used[i] = true;
	return false;
}

int
sass_mod_of(struct sass_line *l, const char *const *names)
{
	for (int k = 0; names[k]; k++)
		if (*names[k] && sass_mod(l, names[k]))
			return k;
	return -1;
}

/* ---- one instruction ---- */

static const struct row *
find_row(const struct family *f, const char *name)
{
	for (size_t i = 0; i < f->nrows; i++)
		if (!strcmp(f->rows[i].name, name))
			return &f->rows[i];
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (!strcmp(rows[i].name, name))
			return &rows[i];
	return NULL;
}

static void
guard(struct decoded *d)
{
	const char *g = d->l->guard;
	struct sass_operand o = { .kind = SASS_PRED, .reg = NO_REG };
	if (!g)
		return;
	if (*g == '!') {
		o.not_ = true;
		g++;
	}
	if (*g == 'U') {
		o.kind = SASS_UPRED;
		g++;
	}
	if (g[1] != 'T')
		o.reg = (uint32_t)(g[1] - '0');
	d->in->guard = o.reg == NO_REG ? code_value_slot(d->code, FULL) : pred_slot(&o);
	d->in->guard_kind = o.not_ ? GUARD_IF_NOT : GUARD_IF;
}

static bool
has_word(const struct sass_line *l, const char *name)
{
	unsigned i = 0;
	while (i < l->nmods && strcmp(l->mods[i], name))
		i++;
	return i < l->nmods;
}

static enum op_form
form_of(const struct sass_line *l, const struct row *r)
{
	bool to_register = l->n && l->o[0].kind == SASS_REG;
	if (*l->op == 'U' || r->select == sass_r2ur || !strcmp(l->op, "VOTEU"))
		return FORM_UNIFORM;
	if (r->select == sass_brx || r->select == sass_brx35 || r->select == sass_ret ||
		(r->select == sass_call && to_register))
		return FORM_INDIRECT;
	if (r->select == sass_bsync)
		return FORM_CONVERGE;
	if (r->select == sass_warpsync && has_word(l, "EXCLUSIVE"))
		return FORM_EXCLUSIVE;
	if (r->select == sass_ldc && l->n == 2 && l->o[1].bank == 2)
		return FORM_TABLE;
	if (!strcmp(l->op, "I2FP"))
		return FORM_ALU;
	if (l->narrow && !strcmp(l->op, "LDG"))
		return FORM_TEXTURE;
	if (l->narrow && l->word[1] == 4)
		return FORM_DUAL;
	return has_word(l, "STRONG") && !has_word(l, "SM") && !has_word(l, "CTA") ? FORM_BEYOND :
										    FORM_PLAIN;
}

/* Name registers for a scoreboard, from the instruction's text: doubles are pairs, and what memory
 * moves may be a pair or four.  The first register is the result, but not behind an address
 * (stores). */
static void
name_registers(const struct sass_line *l, const struct row *r, struct static_inst *s)
{
	unsigned moved = has_word(l, "128") ? 4 : has_word(l, "64") ? 2 : 1;
	bool first = strpbrk(r->pattern, "RW?");
	s->has_registers = true;
	for (unsigned i = 0; i < l->n; i++) {
		const struct sass_operand *o = &l->o[i];
		bool written = first && o->kind == SASS_REG;
		uint8_t *to = written ? s->written : s->read;
		uint8_t *count = written ? &s->nwritten : &s->nread;
		unsigned n = o->kind == SASS_REG ? moved : 1;
		first = first && o->kind != SASS_REG && o->kind != SASS_MEM;
		if ((o->kind != SASS_REG && o->kind != SASS_MEM && o->kind != SASS_CONST) ||
			o->reg == NO_REG)
			continue;
		n = n == 1 && (o->wide || r->cls == OP_FP64) ? 2 : n;
		for (unsigned k = 0; k < n && *count < STATIC_REGISTERS; k++)
			to[(*count)++] = (uint8_t)(o->reg + k);
	}
}

static void
select_row(struct decoded *d)
{
	const char *name = d->l->op;
	const struct family *f = d->code->family;
	const struct row *r = find_row(f, name);
	bool uniform = !r && *name == 'U' && !f->stack;
	if (uniform)
		r = find_row(f, name + 1);
	if (!r) {
		d->wrong = "";
		return;
	}
	struct static_inst *s = &d->code->schedule[d->in - d->code->inst];
	*s = (struct static_inst){ .cls = r->cls, .form = form_of(d->l, r) };
	s->control = d->l->narrow ? sass_control_35((unsigned)d->l->word[1]) :
				    sass_control(d->l->word[1]);
	if (d->l->narrow)
		name_registers(d->l, r, s);
	if (strcmp(r->pattern, "?"))
		sass_read_operands(d, r->pattern);
	if (!d->wrong)
		r->select(d);
	if (!d->wrong && !d->in->fn)
		d->wrong = "this form of it";
	if (!d->wrong && f->stack && sass_mod(d->l, "S"))
		sass_then_sync(d);
	if (!d->wrong && d->x->carry && !d->x->sets_cc)
		d->wrong = "CC";
	for (unsigned i = 0; !d->wrong && i < d->l->nmods; i++)
		if (!d->l->used[i])
			d->wrong = d->l->mods[i];
	if (!d->wrong)
		origin_of(d, r->cls);
	if (uniform && !d->wrong) {
		d->in->inner = d->in->fn;
		d->in->fn = code_uniform;
	}
}

static bool
refuse(const struct sass_line *l, const struct sass_section *s, const char *wrong,
	struct sim_log *log)
{
	char name[96];
	int n = snprintf(name, sizeof name, "%s", l->op);
	for (unsigned i = 0; i < l->nmods && n > 0 && (size_t)n < sizeof name; i++)
		n += snprintf(name + n, sizeof name - (size_t)n, ".%s", l->mods[i]);
	sim_log_printf(log, "error: machine code: %s: %04llx: '%s' is not executed yet%s%s\n",
		s->name, (unsigned long long)l->address, name, *wrong ? ": " : "", wrong);
	return false;
}

/* Return what observers, and the operations shared with PTX, read of an instruction. */
static struct pinst *
described(struct code *c, const struct sass_line *l)
{
	struct described *new = sim_arena_alloc(&c->m->arena, sizeof *new);
	struct pinst *p = &new->p;
	p->op = PTX_OP_MOV;
	p->guard = l->guard ? 0 : NO_REG;
	p->place = (struct ptx_place){ c->source, l->at };
	p->types[0] = PTX_U32;
	p->file = l->file;
	p->line = l->line;
	new->line = l;
	return p;
}

static bool
decode_section(struct code *c, struct sass_section *s, struct inst *at, struct sim_log *log)
{
	c->bank2 = elf_find(&c->elf, ".nv.constant2.", s->name, s->object);
	c->bank4 = elf_find(&c->elf, ".nv.constant4", "", s->object);
	c->source = &c->m->sources[s->object];
	c->base = s->base;
	c->section = c->bank2 ? (unsigned)(c->bank2 - c->elf.sections) : 0;
	for (unsigned i = 0; i < s->n; i++) {
		struct inst *in = &at[i];
		struct sass *x = sim_arena_alloc(&c->m->arena, sizeof *x);
		struct decoded d = { c, in, x, &s->lines[i], NULL };
		in->src = described(c, d.l);
		in->slot = NO_REG;
		in->rpc = NO_PC;
		in->id = c->m->dev->ninsts++;
		in->extra = x;
		guard(&d);
		select_row(&d);
		if (d.wrong)
			return refuse(d.l, s, d.wrong, log);
	}
	return true;
}

/* ---- all ---- */

struct names {
	struct code *code;
	struct listing *l;
	unsigned section; /* index in the listing */
	uint64_t here;
};

/* Find a label next to a line that nvdisasm left out, and the label with it: what the relocation
 * adds to the function. */
static bool
addend(const struct names *n, uint64_t *value)
{
	const struct sass_section *s = &n->l->sections[n->section];
	const struct elf *elf = &n->code->elf;
	const struct elf_section *text = elf_find(elf, ".text.", s->name, s->object);
	for (unsigned i = 0; i < elf->nrelocs; i++) {
		const struct elf_reloc *r = &elf->relocs[i];
		if (&elf->sections[r->target] == text && r->offset == n->here - s->base &&
			r->has_addend) {
			*value = (uint64_t)r->addend;
			return true;
		}
	}
	return false;
}

static bool
resolve(void *ctx, const char *name, size_t len, uint64_t *value, unsigned *bank)
{
	struct names *n = ctx;
	unsigned object = n->l->sections[n->section].object;
	if (len == 1 && *name == '.') {
		*value = CODE_BASE + n->here;
		return true;
	}
	for (unsigned i = 0; i < n->l->nlabels; i++) {
		const struct sass_label *y = &n->l->labels[i];
		if (n->l->sections[y->section].object == object && strlen(y->name) == len &&
			!memcmp(y->name, name, len)) {
			/* (function + label@srel): the label as seen from its section */
			bool relative = !strncmp(name + len, "@srel", 5);
			*value = y->address +
				(relative ? 0 : CODE_BASE + n->l->sections[y->section].base);
			return true;
		}
	}
	return code_symbol(n->code, object, name, len, value, bank) ||
		(!strncmp(name + len, "@srel", 5) && addend(n, value));
}

static void
note_registers(struct code *c, const struct sass_line *l)
{
	for (unsigned k = 0; k < l->n; k++)
		if ((l->o[k].kind == SASS_REG || l->o[k].kind == SASS_MEM) &&
			l->o[k].reg != NO_REG && l->o[k].reg + 4 > c->regs)
			c->regs = l->o[k].reg + 4;
}

static bool
read_operands(struct code *c, struct listing *l, struct sim_log *log)
{
	for (unsigned k = 0; k < l->n; k++)
		for (unsigned i = 0; i < l->sections[k].n; i++) {
			struct sass_line *line = &l->sections[k].lines[i];
			struct names n = { c, l, k, l->sections[k].base + line->address };
			const char *wrong = sass_operands(&c->m->arena, line, resolve, &n);
			if (wrong)
				return refuse(line, &l->sections[k], wrong, log);
			note_registers(c, line);
		}
	return true;
}

bool
code_decode(struct code *c, struct sim_log *log)
{
	struct listing *l = &c->listing;
	c->regs = 32;
	if (!read_operands(c, l, log))
		return false;
	for (unsigned k = 0; k < l->n; k++)
		if (!decode_section(c, &l->sections[k],
			    &c->inst[code_index(c->family, l->sections[k].base)], log))
			return false;
	return true;
}
