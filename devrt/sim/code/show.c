/*
 * show.c: machine code as the stepper shows it: functions, instructions, the registers that they
 * write; and as a listing, behind the PTX that it was made of.
 */
#include <stdio.h>
#include <string.h>

#include "code/code.h"
#include "machine_code.h"

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

/* Return whether operand k is the result: it stands first, or behind a predicate; a store has
 * none. */
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

/* ---- the listing ---- */

/* Return a line of the PTX in the cubin, whose lines end in zeros, or NULL: there is none. */
static const char *
ptx_line(const struct code *c, unsigned object, const struct sass_line *l, size_t *len)
{
	const struct elf_section *s = l->ptx ? elf_find(&c->elf, "", l->ptx, object) : NULL;
	const char *at = s ? (const char *)s->bytes : NULL, *end = at ? at + s->size : NULL;
	for (int n = 1; at && n < l->ptx_line; n++)
		if ((at = memchr(at, 0, (size_t)(end - at))))
			at++;
	if (!at || at >= end)
		return NULL;
	*len = strnlen(at, (size_t)(end - at));
	size_t blanks = strspn(at, " \t");
	*len -= blanks;
	return at + blanks;
}

/* Write "	// PAR_REG1: 72: mov.u32 %r1, %tid.x;", where another line or region begins. */
static void
put_origin(const struct sim_func *f, unsigned object, const struct sass_line *l,
	const struct inst *in, struct sim_log *out)
{
	const char *label = region_label(f, in);
	size_t n;
	const char *text = ptx_line(f->machine, object, l, &n);
	if (!text)
		sim_log_printf(out, "\t// of no line of PTX\n");
	else
		sim_log_printf(out, "\t// %s%s%d: %.*s\n", label ? label : "", label ? ": " : "",
			l->ptx_line, (int)n, text);
}

static void
put_instruction(const struct code *c, const struct sass_line *l, struct sim_log *out)
{
	char control[SASS_CONTROL_TEXT];
	if (c->family->group)
		sass_control_text_35((unsigned)l->word[1], control);
	else
		sass_control_text(sass_control(l->word[1]), control);
	sim_log_printf(out, "\t%04llx  %s  %s;\n", (unsigned long long)l->address, control,
		l->text);
}

static void
put_section(const struct sim_func *f, unsigned k, struct sim_log *out)
{
	const struct code *c = f->machine;
	const struct sass_section *s = &c->listing.sections[k];
	const struct inst *first = &c->inst[code_index(c->family, s->base)];
	const struct sass_line *before = NULL;
	sim_log_printf(out, "%s%s:\n", k ? "\n" : "", s->name);
	for (unsigned i = 0; i < s->n; i++) {
		const struct sass_line *l = &s->lines[i];
		for (unsigned y = 0; y < c->listing.nlabels; y++)
			if (c->listing.labels[y].section == k &&
				c->listing.labels[y].address == l->address &&
				(*c->listing.labels[y].name == '$' ||
					c->listing.labels[y].name[1] == 'L'))
				sim_log_printf(out, "%s:\n", c->listing.labels[y].name);
		if (!before || before->ptx_line != l->ptx_line || before->ptx != l->ptx)
			put_origin(f, s->object, l, &first[i], out);
		put_instruction(c, l, out);
		before = l;
	}
}

void
sim_code_print(struct sim_module *m, struct sim_log *out)
{
	for (unsigned k = 0; m->nentries && k < m->entries[0]->machine->listing.n; k++)
		put_section(m->entries[0], k, out);
}
