/*
 * list.c: notes down what the printer writes, line by line, for views (listing.h).
 *
 * The printer calls list_piece after each thing it wrote; what has come to the text since the
 * last call are lines of that kind.  Without a listing nothing happens.
 */
#include <string.h>

#include "emit/internal.h"

static struct ptx_function *
current(struct emitter *e)
{
	return &vec_last(&e->listing->functions);
}

/* Skip what is before this in the text. */
void
list_from_here(struct emitter *e)
{
	if (!e->listing)
		return;
	fflush(e->out);
	e->listed = *e->size;
}

/* Note that the text of f begins here. */
void
list_function(struct emitter *e, const struct ir_func *f)
{
	struct ptx_function none = {
		.name = f->name,
		.is_kernel = f->is_kernel,
		.place = f->place,
	};

	if (!e->listing)
		return;
	list_from_here(e);
	vec_push(e->listing->arena, &e->listing->functions, none);
	for (uint32_t r = 1; r < f->nregs; r++)
		current(e)->registers += e->used[r];
	for (const struct ir_slot *s = f->slots; s; s = s->next)
		if (s->kind == SLOT_SHARED)
			current(e)->shared_bytes += s->size;
}

void
list_block(struct emitter *e, const struct ir_block *b)
{
	struct ptx_block block = { .id = b->id, .named = b->label != NULL };
	struct ir_block *to[2] = { b->to[0], b->to[1] };
	int n = b->term == TERM_JUMP ? 1 : b->term == TERM_BRANCH ? 2 : 0;

	if (!e->listing)
		return;
	block.label = arena_strdup(e->listing->arena, e->block_names[b->id]);
	block.place = b->first ? b->first->place : b->place;
	block.exits = b->term == TERM_EXIT || b->term == TERM_RET;
	for (int i = 0; i < n; i++)
		vec_push(e->listing->arena, &block.to, to[i]->id);
	for (int i = 0; b->term == TERM_TABLE && i < b->ntable; i++)
		vec_push(e->listing->arena, &block.to, b->table[i]->id);
	vec_push(e->listing->arena, &current(e)->blocks, block);
}

void
list_piece(struct emitter *e, enum ptx_line_kind kind, struct place place)
{
	if (!e->listing)
		return;
	fflush(e->out);
	while (e->listed < *e->size) {
		const char *text = *e->text + e->listed;
		size_t n = strcspn(text, "\n");
		struct ptx_line line = {
			.text = arena_strndup(e->listing->arena, text, n),
			.kind = n ? kind : PTX_BLANK,
			.place = place,
			.block = (int)current(e)->blocks.n - 1,
		};

		vec_push(e->listing->arena, &current(e)->lines, line);
		e->listed += n + (text[n] == '\n');
	}
}

/* Note what has been written as the declaration of a variable.  Initial values are cut. */
void
list_variable(struct emitter *e, const struct ir_symbol *v)
{
	enum { MOST = 120 };
	struct ptx_function f = { .name = v->name, .is_variable = true, .place = v->place };
	struct ptx_line line = { .kind = PTX_MEMORY, .place = v->place, .block = -1 };
	size_t n;

	if (!e->listing)
		return;
	fflush(e->out);
	n = *e->size - e->listed;
	n -= n && (*e->text)[*e->size - 1] == '\n';
	line.text = arena_printf(e->listing->arena, "%.*s%s", (int)(n < MOST ? n : MOST),
		*e->text + e->listed, n < MOST ? "" : " ...");
	f.shared_bytes = v->space == SPACE_SHARED ? v->size : 0;
	vec_push(e->listing->arena, &f.lines, line);
	vec_push(e->listing->arena, &e->listing->functions, f);
	e->listed = *e->size;
}

static void
list_use(void *ctx, struct ir_value *v)
{
	struct emitter *e = ctx;

	if (v->kind == VAL_SYMBOL)
		vec_push(e->listing->arena, &current(e)->uses, v->u.symbol->name);
}

void
list_inst(struct emitter *e, const struct ir_inst *i)
{
	enum ptx_line_kind kind = i->op == IR_CALL        ? PTX_CALL :
		i->op == IR_BAR || i->op == IR_BAR_ARRIVE ? PTX_BARRIER :
							    PTX_INST;

	if (!e->listing)
		return;
	list_piece(e, kind, e->last);
	if (i->op == IR_CALL && i->call->callee)
		vec_push(e->listing->arena, &current(e)->uses, i->call->callee->name);
	ir_visit_uses((struct ir_inst *)i, list_use, e);
}
