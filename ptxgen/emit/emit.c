/*
 * emit.c: a module as PTX text: header, files, variables, functions and kernels.
 *
 * The files of this room are the only files that spell PTX.  The text is written to be read:
 * registers carry the names of variables, blocks the papers' labels, and each source line stands as
 * a comment before its code, with a .loc for debuggers and for the simulator's messages.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "emit/internal.h"
#include "ir/live.h"
#include "pass/loop/loops.h"
#include "pass/pass.h"

/* ---- places ---- */

static uint32_t
file_number(struct emitter *e, uint32_t file)
{
	const char *name = place_file(e->m->sources, (struct place){ .file = file, .line = 1 });

	for (size_t i = 0; i < e->files.n; i++)
		if (e->files.v[i] == file ||
			strcmp(name,
				place_file(e->m->sources,
					(struct place){ .file = e->files.v[i], .line = 1 })) == 0)
			return i + 1;
	vec_push(e->arena, &e->files, file);
	return e->files.n;
}

static void
emit_source_line(struct emitter *e, struct place p)
{
	size_t size;
	const char *text = source_line(e->m->sources, p, &size);

	if (!text)
		return;
	while (size && (*text == ' ' || *text == '\t')) {
		text++;
		size--;
	}
	if (size > 100)
		size = 100;
	fprintf(e->out, "\n\t// %u: ", p.line);
	for (size_t i = 0; i < size; i++)
		fputc(text[i] >= 32 && text[i] < 127 ? text[i] :
				text[i] == '\t'      ? ' ' :
						       '?',
			e->out);
	fputc('\n', e->out);
}

void
emit_place(struct emitter *e, struct place p)
{
	if (!place_known(p) || (p.file == e->last.file && p.line == e->last.line))
		return;
	if (e->o->line_comments)
		emit_source_line(e, p);
	list_piece(e, PTX_COMMENT, p);
	fprintf(e->out, "\t.loc \t%u %u %u\n", file_number(e, p.file), p.line, p.col ? p.col : 1);
	e->last = p;
	list_piece(e, PTX_LOC, p);
}

/* ---- variables ---- */

static const char *
linkage_text(const struct ir_symbol *s)
{
	switch (s->linkage) {
	case LINK_VISIBLE: return ".visible ";
	case LINK_EXTERN: return ".extern ";
	case LINK_WEAK: return ".weak ";
	default: return "";
	}
}

static bool
all_zero(const struct ir_symbol *s)
{
	for (uint64_t i = 0; s->bytes && i < s->size; i++)
		if (s->bytes[i])
			return false;
	return !s->relocs;
}

static const struct ir_reloc *
reloc_at(const struct ir_symbol *s, uint64_t offset)
{
	const struct ir_reloc *r = s->relocs;

	while (r && r->offset != offset)
		r = r->next;
	return r;
}

/* Emit an object with addresses inside as an array of 64-bit words.  The others are arrays of
 * bytes. */
static void
emit_words(struct emitter *e, const struct ir_symbol *s)
{
	for (uint64_t at = 0; at < s->size; at += 8) {
		const struct ir_reloc *r = reloc_at(s, at);
		uint64_t word = 0;

		fputs(at ? ", " : "", e->out);
		if (r && r->target->kind == SYM_FUNC) {
			fputs(r->target->name, e->out);
		} else if (r) {
			fprintf(e->out, "generic(%s)", r->target->name);
			if (r->addend)
				fprintf(e->out, "%+" PRId64, r->addend);
		} else {
			if (s->bytes)
				memcpy(&word, s->bytes + at, s->size - at < 8 ? s->size - at : 8);
			fprintf(e->out, "%" PRIu64, word);
		}
	}
}

/* Emit the declaration, without initialiser and semicolon. */
static void
emit_declarator(struct emitter *e, const struct ir_symbol *s, const char *linkage)
{
	static const char *const space[] = {
		[SPACE_GLOBAL] = ".global",
		[SPACE_SHARED] = ".shared",
		[SPACE_CONST] = ".const",
	};
	uint64_t words = (s->size + 7) / 8;

	fprintf(e->out, "%s%s .align %" PRIu64 " ", linkage, space[s->space],
		s->relocs && s->align < 8 ? 8 : s->align);
	if (s->relocs)
		fprintf(e->out, ".u64 %s[%" PRIu64 "]", s->name, words);
	else if (s->linkage == LINK_EXTERN && !s->size)
		fprintf(e->out, ".b8 %s[]", s->name);
	else
		fprintf(e->out, ".b8 %s[%" PRIu64 "]", s->name, s->size ? s->size : 1);
}

static void
emit_variable(struct emitter *e, const struct ir_symbol *s)
{
	if (place_known(s->place) && e->o->line_comments)
		emit_source_line(e, s->place);
	list_from_here(e);
	emit_declarator(e, s, s->forward ? ".visible " : linkage_text(s));
	if (s->linkage != LINK_EXTERN && s->space != SPACE_SHARED && !all_zero(s)) {
		fputs(" = {", e->out);
		if (s->relocs)
			emit_words(e, s);
		for (uint64_t i = 0; !s->relocs && i < s->size; i++)
			fprintf(e->out, "%s%u", i ? ", " : "", s->bytes[i]);
		fputc('}', e->out);
	}
	fputs(";\n", e->out);
	if (s->linkage != LINK_EXTERN)
		list_variable(e, s);
}

/* ---- functions ---- */

static const char *
result_text(struct emitter *e, const struct ir_func *f)
{
	if (f->result.bytes || f->result.type != IR_NONE)
		return arena_printf(e->scratch, "(%s) ",
			param_text(e, &f->result, name_beside(e, "result")));
	return "";
}

static void
emit_kernel_params(struct emitter *e)
{
	const struct ir_func *f = e->f;

	for (int i = 0; i < f->nparams; i++) {
		const struct ir_param *p = &f->params[i];
		fputs(i ? ",\n\t" : "\n\t", e->out);
		if (p->bytes)
			fprintf(e->out, ".param .align %" PRIu64 " .b8 %s[%" PRIu64 "]", p->align,
				e->param_names[i], p->bytes);
		else
			fprintf(e->out, ".param %s %s",
				p->type == IR_F32                 ? ".f32" :
					p->type == IR_F64         ? ".f64" :
					ir_mem_bytes(p->mem) == 8 ? ".u64" :
					ir_mem_bytes(p->mem) == 4 ? ".u32" :
					ir_mem_bytes(p->mem) == 2 ? ".u16" :
								    ".u8",
				e->param_names[i]);
	}
	fputc('\n', e->out);
}

/*
 * ptxas takes 32 registers, so that a multiprocessor is full of blocks, unless it needs many more, and
 * then issues a loop's loads one by one.  With some more it issues them together, which gains more than
 * the blocks that no longer fit; a kernel whose threads load but once is better off with the blocks.
 * Where the size of a block is known, kernels may have 64 by the blocks that are to fit; with so many
 * where it may be any, the fewer blocks cost some kernels more than that brings.  Without a loop a few
 * registers above 32 bring nothing.
 */
enum {
	LOOP_REGISTERS = 40,
	REGISTERS_FIRST = 48,
	SPARE_REGISTERS = 8, /* for what ptxas computes besides */
	FEW_LIVE = 16,       /* with so few 32 do for any order */
	STRAIGHT_REGISTERS = 32,
	STRAIGHT_LIVE = 28,        /* without a loop, so many fit into 32 as a rule */
	FULL_THREADS = 65536 / 64, /* of a multiprocessor, when each has 64 of its registers */
	MOST_THREADS = 65536 / STRAIGHT_REGISTERS,
	FULL_BLOCKS = 16, /* that any multiprocessor holds */
};

/* Return the most registers that are live at once in the kernel and its regions; INT_MAX if it calls
 * something else. */
static int
most_live(struct emitter *e, const struct ir_func *f)
{
	int most = 0;

	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_CALL && !i->call->to_part)
				return INT_MAX;
	for (const struct ir_func *g = f; g && (g == f || !g->is_kernel); g = g->next_part) {
		int live = live_most(e->scratch, g);
		most = live > most ? live : most;
	}
	return most;
}

/* What decides how many registers a kernel is to have. */
struct pressure {
	int live; /* most_live */
	const struct loop *loops;
};

/* Return whether a loop of the kernel waits for its loads together: it does not where each iteration
 * stores what it has loaded, except that blocks of known size keep the registers that they have had. */
static bool
loads_in_loop(const struct ir_func *f, const struct pressure *p)
{
	for (const struct loop *l = p->loops; l; l = l->next)
		if (loop_count(l, IR_LD) && (f->max_threads || !loop_count(l, IR_ST)))
			return true;
	return false;
}

/* Return the blocks of so many threads that are to fit: one at least, of more threads than there are where a master's
 * warp comes on top. */
static int
full_blocks(const struct ir_func *f)
{
	int blocks = FULL_THREADS / f->max_threads;

	if (f->kernel->registers_first || blocks < 1)
		return 1;
	return blocks < FULL_BLOCKS ? blocks : FULL_BLOCKS;
}

/* Return whether the kernel is to have so many registers, which are more than ptxas would take. */
static bool
wants(const struct ir_func *f, const struct pressure *p, int registers)
{
	return p->live <= registers - SPARE_REGISTERS &&
		(f->kernel->registers_first || (p->live > FEW_LIVE && loads_in_loop(f, p)));
}

/* Return whether a kernel without a loop fits into 32 registers where ptxas may take a few more, so that a
 * quarter of the threads would no longer fit. */
static bool
fits_straight(const struct ir_func *f, const struct pressure *p)
{
	return p->live > FEW_LIVE && p->live <= STRAIGHT_LIVE && !p->loops &&
		!f->kernel->registers_first;
}

static void
choose_limit(struct emitter *e, const struct ir_func *f)
{
	bool first = f->kernel->registers_first;
	int registers = first ? REGISTERS_FIRST : LOOP_REGISTERS;
	struct pressure p = { most_live(e, f),
		loops_find(e->scratch, graph_new(e->scratch, f, false)) };

	if (!f->max_threads && fits_straight(f, &p))
		fprintf(e->out, "\n.maxnreg %d", STRAIGHT_REGISTERS);
	else if (f->max_threads >= MOST_THREADS / FULL_BLOCKS && fits_straight(f, &p))
		fprintf(e->out, "\n.minnctapersm %d", MOST_THREADS / f->max_threads);
	else if (f->max_threads > 1 && (first || wants(f, &p, REGISTERS_FIRST)))
		fprintf(e->out, "\n.minnctapersm %d", full_blocks(f));
	else if (!f->max_threads && wants(f, &p, registers))
		fprintf(e->out, "\n.maxnreg %d", registers);
}

static void
emit_limits(struct emitter *e, const struct ir_func *f)
{
	if (f->max_threads)
		fprintf(e->out, "\n.maxntid %d, 1, 1", f->max_threads);
	if (e->o->max_registers)
		fprintf(e->out, "\n.maxnreg %d", e->o->max_registers);
	else
		choose_limit(e, f);
}

static void
emit_signature(struct emitter *e, const struct ir_func *f, const char *linkage)
{
	if (f->is_kernel) {
		fprintf(e->out, ".visible .entry %s(", f->name);
		emit_kernel_params(e);
	} else {
		fprintf(e->out, "%s.func %s%s(", linkage, result_text(e, f), f->name);
		emit_params(e, f->params, f->nparams, e->param_names);
	}
	fputc(')', e->out);
	if (f->noreturn && !f->is_kernel)
		fputs("\n.noreturn", e->out);
	if (f->is_kernel)
		emit_limits(e, f);
}

static void
mark(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_REG)
		((bool *)ctx)[v->u.reg] = true;
}

/* Return which registers occur.  Passes leave many behind. */
static bool *
used_registers(struct emitter *e)
{
	bool *used = NEWN(e->scratch, bool, e->f->nregs);

	for (struct ir_block *b = e->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			ir_visit_uses(i, mark, used);
			used[i->dst] = true;
		}
		ir_visit_term_uses(b, mark, used);
	}
	return used;
}

static void
emit_registers(struct emitter *e)
{
	static const char *const type[] = { "", ".pred", ".b32", ".b64", ".f32", ".f64" };

	for (enum ir_type t = IR_PRED; t <= IR_F64; t++) {
		int column = 0;
		for (uint32_t r = 1; r < e->f->nregs; r++) {
			if (e->f->regs[r].type != t || !e->used[r])
				continue;
			if (column == 0)
				fprintf(e->out, "\t.reg %s \t%s", type[t], e->reg_names[r]);
			else
				fprintf(e->out, ", %s", e->reg_names[r]);
			column = column == 11 ? 0 : column + 1;
			if (column == 0)
				fputs(";\n", e->out);
		}
		if (column)
			fputs(";\n", e->out);
	}
}

static void
emit_slots(struct emitter *e)
{
	for (const struct ir_slot *s = e->f->slots; s; s = s->next) {
		if (s->kind == SLOT_FRAME)
			continue;
		const char *space = s->kind == SLOT_LOCAL ? ".local" : ".shared";
		const char *name = e->slot_names[s->id];
		if ((s->size == 4 || s->size == 8) && s->align == s->size)
			fprintf(e->out, "\t%s .align %" PRIu64 " .b%" PRIu64 " %s;\n", space,
				s->align, s->size * 8, name);
		else
			fprintf(e->out, "\t%s .align %" PRIu64 " .b8 %s[%" PRIu64 "];\n", space,
				s->align, name, s->size ? s->size : 1);
	}
}

static void
emit_jump(struct emitter *e, const struct ir_block *b, const struct ir_block *to)
{
	if (to != b->next)
		fprintf(e->out, "\tbra \t%s;\n", e->block_names[to->id]);
	list_piece(e, PTX_BRANCH, e->last);
}

static void
emit_branch(struct emitter *e, const struct ir_block *b)
{
	bool swap = b->to[0] == b->next;

	fprintf(e->out, "\t@%s", swap ? "!" : "");
	emit_value(e, IR_PRED, b->cond);
	fprintf(e->out, " bra \t%s;\n", e->block_names[b->to[swap]->id]);
	emit_jump(e, b, b->to[!swap]);
}

static void
emit_table(struct emitter *e, const struct ir_block *b)
{
	fprintf(e->out, "$table%u: .branchtargets", ++e->tables);
	for (int i = 0; i < b->ntable; i++)
		fprintf(e->out, "%s %s", i ? "," : "", e->block_names[b->table[i]->id]);
	fputs(";\n", e->out);
	list_piece(e, PTX_DECLARATION, e->last);
	fputs("\tbrx.idx \t", e->out);
	emit_value(e, IR_I32, b->cond);
	fprintf(e->out, ", $table%u;\n", e->tables);
	list_piece(e, PTX_BRANCH, e->last);
}

static void
emit_terminator(struct emitter *e, const struct ir_block *b)
{
	if (b->term != TERM_JUMP || b->to[0] != b->next)
		emit_place(e, b->place);
	switch (b->term) {
	case TERM_JUMP: emit_jump(e, b, b->to[0]); break;
	case TERM_BRANCH: emit_branch(e, b); break;
	case TERM_TABLE: emit_table(e, b); break;
	case TERM_RET:
		emit_return(e, b->cond);
		fputs("\tret;\n", e->out);
		break;
	case TERM_EXIT: fputs("\tret;\n", e->out); break;
	case TERM_UNREACHABLE: fputs("\ttrap;\n", e->out); break;
	default: diag_bug("emit", "%s: block b%u has no PTX terminator", e->f->name, b->id);
	}
	list_piece(e, PTX_INST, e->last);
}

/* Return which blocks get a label: those that something jumps to.  The papers' names are always
 * shown. */
static bool *
find_targets(struct emitter *e)
{
	bool *target = NEWN(e->scratch, bool, e->f->nblocks + 1);

	for (const struct ir_block *b = e->f->blocks; b; b = b->next) {
		for (int i = 0; i < 2; i++)
			if ((b->term == TERM_JUMP && i == 0) || b->term == TERM_BRANCH)
				if (b->to[i] != b->next)
					target[b->to[i]->id] = true;
		for (int i = 0; b->term == TERM_TABLE && i < b->ntable; i++)
			target[b->table[i]->id] = true;
		if (b->label)
			target[b->id] = true;
	}
	return target;
}

/* Return the place of what a label stands before. */
static struct place
first_place(const struct emitter *e, const struct ir_block *b)
{
	struct place p = b->first ? b->first->place : b->place;

	return place_known(p) ? p : e->last;
}

static void
emit_body(struct emitter *e)
{
	bool *target = find_targets(e);

	fputs("\n{\n", e->out);
	list_piece(e, PTX_DECLARATION, e->f->place);
	emit_registers(e);
	list_piece(e, PTX_REGISTERS, (struct place){ 0 });
	emit_slots(e);
	list_piece(e, PTX_MEMORY, (struct place){ 0 });
	for (const struct ir_block *b = e->f->blocks; b; b = b->next) {
		list_block(e, b);
		if (target[b->id])
			fprintf(e->out, "\n%s:\n", e->block_names[b->id]);
		if (b->unrolled)
			fputs("\t.pragma \"nounroll\";\n", e->out);
		list_piece(e, PTX_LABEL, first_place(e, b));
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			emit_place(e, i->place);
			emit_inst(e, i);
			list_inst(e, i);
			for (int k = i->vector; k > 1; k--)
				i = i->next;
		}
		emit_terminator(e, b);
	}
	fputs("}\n", e->out);
	list_piece(e, PTX_DECLARATION, (struct place){ 0 });
}

static void
begin_function(struct emitter *e, const struct ir_func *f)
{
	arena_free(e->scratch);
	e->scratch = arena_new();
	e->f = f;
	e->tables = e->calls = 0;
	e->last = (struct place){ 0 };
	e->used = used_registers(e);
	name_function(e);
}

static void
emit_function(struct emitter *e, const struct ir_func *f, const char *linkage)
{
	begin_function(e, f);
	fputc('\n', e->out);
	list_function(e, f);
	if (e->o->line_comments && place_known(f->place))
		fprintf(e->out, "// %s:%u\n", place_file(e->m->sources, f->place), f->place.line);
	emit_signature(e, f, linkage);
	emit_body(e);
}

/* ---- the module ---- */

static void
emit_declarations(struct emitter *e)
{
	for (const struct ir_symbol *s = e->m->symbols; s; s = s->next) {
		if (s->kind == SYM_VAR && s->forward) {
			emit_declarator(e, s, ".extern ");
			fputs(";\n", e->out);
		}
		if (s->kind != SYM_FUNC || !s->func || s->func->is_kernel)
			continue;
		begin_function(e, s->func);
		fputc('\n', e->out);
		emit_signature(e, s->func, linkage_text(s));
		fputs(";\n", e->out);
	}
}

static void
emit_files(struct emitter *e, FILE *out)
{
	for (size_t i = 0; i < e->files.n; i++)
		fprintf(out, ".file \t%zu \"%s\"\n", i + 1,
			place_file(e->m->sources,
				(struct place){ .file = e->files.v[i], .line = 1 }));
}

static void
emit_definitions(struct emitter *e)
{
	const struct ir_module *m = e->m;

	name_symbols(e);
	emit_declarations(e);
	fputc('\n', e->out);
	for (const struct ir_symbol *s = m->symbols; s; s = s->next)
		if (s->kind == SYM_VAR)
			emit_variable(e, s);
	for (const struct ir_symbol *s = m->symbols; s; s = s->next)
		if (s->kind == SYM_FUNC && s->func && s->func->blocks)
			emit_function(e, s->func, linkage_text(s));
	for (int i = 0; i < m->nkernels; i++)
		emit_function(e, m->kernels[i], "");
}

/* Emit .file, which comes before the .loc that name it.  Which files there are is known only at the
 * end. */
void
emit_module(const struct ir_module *m, const struct target *t, const struct ptxgen_options *o,
	struct ptx_listing *listing, FILE *out)
{
	char *text = NULL;
	size_t size = 0;
	struct emitter e = {
		.m = m,
		.t = t,
		.o = o,
		.arena = arena_new(),
		.listing = listing,
		.text = &text,
		.size = &size,
	};

	e.out = open_memstream(&text, &size);
	if (!e.out)
		out_of_memory();
	emit_definitions(&e);
	fclose(e.out);
	fprintf(out, "// Generated by minicc\n\n.version %s\n.target sm_%d\n.address_size 64\n\n",
		t->ptx_version, t->arch);
	emit_files(&e, out);
	fwrite(text, 1, size, out);
	free(text);
	arena_free(e.scratch);
	arena_free(e.arena);
}
