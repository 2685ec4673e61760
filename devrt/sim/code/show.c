/*
 * show.c: machine code as the stepper shows it: functions, instructions, the registers that they
 * write.
 */
#include <stdio.h>
#include <string.h>

#include "code/code.h"

void
code_writes(struct decoded *d, const struct sass_operand *o, unsigned n)
{
	static const struct {
		const char *letter;
		uint32_t at, step;
	} files[] = {
		[SASS_REG] = { "R", FRAME_REGS, 128 },
		[SASS_UREG] = { "UR", FRAME_UNIFORM, 128 },
		[SASS_PRED] = { "P", FRAME_PREDS, 4 },
		[SASS_UPRED] = { "UP", FRAME_PREDS + 32, 4 },
	};
	struct described *to = (struct described *)d->in->src;
	if (!to || o->kind > SASS_UPRED || o->reg == NO_REG)
		return;
	for (unsigned k = 0; k < n && to->nwritten < CODE_WRITTEN; k++) {
		struct code_register *r = &to->written[to->nwritten++];
		snprintf(r->name, sizeof r->name, "%s%u", files[o->kind].letter,
			(o->reg + k) & 255);
		r->operand = (files[o->kind].at + (o->reg + k) * files[o->kind].step) | BASE_FRAME;
		r->pred = o->kind == SASS_PRED || o->kind == SASS_UPRED;
	}
}

unsigned
code_pieces(const struct sim_func *f)
{
	return f->machine->listing.n;
}

struct code_piece
code_piece(const struct sim_func *f, unsigned k)
{
	const struct code *c = f->machine;
	const struct sass_section *s = &c->listing.sections[k];
	return (struct code_piece){ s->name, code_index(c->family, s->base), s->n };
}

const struct code_register *
code_written(const struct inst *in, unsigned *n)
{
	const struct described *d = (const struct described *)in->src;
	*n = d->nwritten;
	return d->written;
}

/* The result stands first, or behind a predicate; a store has none. */
static bool
is_result(const struct sass_line *l, unsigned k)
{
	bool behind = k == 1 && (l->o[0].kind == SASS_PRED || l->o[0].kind == SASS_UPRED);
	return (!k || behind) && strncmp(l->op, "ST", 2) && strncmp(l->op, "RED", 3);
}

bool
code_reads(const struct inst *in, uint32_t operand)
{
	const struct sass_line *l = ((const struct described *)in->src)->line;
	for (unsigned k = 0; k < l->n; k++) {
		const struct sass_operand *o = &l->o[k];
		bool reg = o->kind == SASS_REG || o->kind == SASS_MEM;
		uint32_t from = FRAME_REGS + o->reg * 128, n = o->kind == SASS_MEM ? 2 : 1;
		if (o->kind == SASS_REG && !strncmp(l->op, "ST", 2) && in->vec)
			n = in->vec;
		if (!reg || o->reg == NO_REG || (o->kind == SASS_REG && is_result(l, k)))
			continue;
		if ((operand & ~3u) - from < n * 128)
			return true;
	}
	return false;
}

void
code_print(const struct sim_func *f, const struct inst *in, struct sim_log *out)
{
	const struct code *c = f->machine;
	uint64_t at = code_offset(c->family, (uint32_t)(in - c->inst));
	for (unsigned i = 0; i < c->listing.nlabels; i++) {
		const struct sass_label *y = &c->listing.labels[i];
		if (y->name[1] == 'L' && c->listing.sections[y->section].base + y->address == at)
			sim_log_printf(out, "%s:\n", y->name);
	}
	sim_log_printf(out, "\t%s;\n", ((const struct described *)in->src)->line->text);
}
