/*
 * choice_device.c: target_device={…} of a metadirective in host code [7.1]: which device a program
 * has is known when it runs, so the selector becomes a condition (choice.c).
 *
 *	kind(gpu)               !omp_is_initial_device() || (d >= 0 && d < omp_get_num_devices())
 *	kind(host)              not that
 *	device_num(e) alone     e >= -1 && e <= omp_get_num_devices()
 *
 * d is device_num's argument, or the default device.  The routines are those of <omp.h>.
 */
#include <string.h>

#include "omp/newer/internal.h"

struct text {
	struct arena *arena;
	struct diag *diag;
	struct token_list unit;
	const struct token *at; /* the selector: what is written gets its place */
	struct omp_tokens out;
	const struct token *num, *num_end; /* device_num's argument; NULL: none */
	struct omp_sides sides;
};

/* ---- writing ---- */

/* Check that a routine of <omp.h> is declared. */
static void
check_known(struct text *x, const char *name)
{
	for (size_t i = 0; i < x->unit.n; i++)
		if (x->unit.tok[i].kind == TK_IDENT && x->unit.tok[i].text == name)
			return;
	diag_fatal(x->diag, x->at->place,
		"'target_device' needs #include <omp.h>: the device is known when the program runs");
}

static void
put_one(struct text *x, const char *spelling)
{
	struct token t = omp_made_token(x->unit, x->at, spelling);

	if (t.kind == TK_IDENT)
		check_known(x, t.text);
	vec_push(x->arena, &x->out, t);
}

static void
put_device(struct text *x)
{
	put_one(x, "(");
	for (const struct token *t = x->num; t != x->num_end; t++)
		vec_push(x->arena, &x->out, *t);
	if (!x->num) {
		put_one(x, "omp_get_default_device");
		put_one(x, "(");
		put_one(x, ")");
	}
	put_one(x, ")");
}

/* Write words with spaces between them.  D is the device. */
static void
put(struct text *x, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, " ");

		if (n == 1 && *text == 'D')
			put_device(x);
		else if (n > 0)
			put_one(x, arena_strndup(x->arena, text, n));
		text += n + (text[n] == ' ');
	}
}

/* ---- reading ---- */

/* Read kind(gpu, any) and the like.  NAME stands before its parenthesis. */
static void
read_names(struct text *x, const struct token *name, const struct token *end)
{
	for (const struct token *t = name + 2; t < end; t++) {
		struct omp_sides s;

		if (t->kind == TK_COMMA)
			continue;
		s = omp_trait_sides(x->arena, x->diag, &x->unit, name->text, t);
		x->sides.device &= s.device;
		x->sides.host &= s.host;
	}
}

static void
read_traits(struct text *x, const struct token *t, const struct token *end)
{
	while (t + 1 < end) {
		const struct token *close = t[1].kind == TK_LPAREN ?
			omp_skip_brackets(t + 1, end) - 1 :
			t;

		if (strcmp(t->text, "device_num") == 0 && close > t) {
			x->num = t + 2;
			x->num_end = close;
		} else if (close > t) {
			read_names(x, t, close);
		}
		t = close + 1;
	}
}

struct omp_run
omp_target_device(struct arena *a, struct diag *d, struct token_list unit, struct omp_run selector)
{
	struct text x = {
		.arena = a,
		.diag = d,
		.unit = unit,
		.at = selector.t,
		.sides = { true, true },
	};

	read_traits(&x, selector.t + 3, selector.end - 1);
	if (x.sides.device && x.sides.host)
		put(&x, "D >= - 1 && D <= omp_get_num_devices ( )");
	else if (x.sides.device || x.sides.host)
		put(&x, x.sides.host ? "! ( " : "( ");
	else
		put(&x, "0");
	if (x.sides.device != x.sides.host)
		put(&x, "! omp_is_initial_device ( ) || ( D >= 0 && D < omp_get_num_devices ( ) ) )");
	return (struct omp_run){ x.out.v, x.out.v + x.out.n };
}
