/* The preprocessor's start, loop and output; see pp.h for its use and internal.h for its parts. */
#include "pp/internal.h"

#include <string.h>

/* Room for the tokens of most units; pages that are never touched cost nothing. */
enum { FIRST_NAMES = 1 << 14, FIRST_TOKENS = 1 << 16 };

void
names_grow(struct pp *pp, uint32_t id)
{
	size_t n = pp->n_names ? pp->n_names : FIRST_NAMES;
	while (n <= id)
		n *= 2;
	struct name *names = NEWN(pp->arena, struct name, n);
	if (pp->n_names)
		memcpy(names, pp->names, pp->n_names * sizeof *names);
	pp->names = names;
	pp->n_names = n;
}

static struct name *
known_name(struct pp *pp, const char *text)
{
	return name_of(pp, intern_str(pp->cx->names, text));
}

bool
pp_is_defined(struct pp *pp, const char *macro)
{
	return known_name(pp, macro)->macro;
}

static void
enter_names(struct pp *pp)
{
	bool gnu = !pp->cx->options->strict;
#define KEYWORD(kind, text) known_name(pp, text)->keyword = TK_##kind;
#define ALIAS(kind, text) known_name(pp, text)->keyword = TK_##kind;
#define GNU_ALIAS(kind, text) \
	if (gnu) \
		known_name(pp, text)->keyword = TK_##kind;
#include "pp/tokens.def"
#define DIRECTIVE(id, text) known_name(pp, text)->directive = D_##id;
#define SPECIAL(id, text) known_name(pp, text)->special = S_##id;
#include "pp/names.def"
}

/* ---- output ---- */

/* Convert a constant; a wrong one is reported and becomes a harmless one. */
static void
convert(struct pp *pp, const struct pptok *t, struct token *k)
{
	bool ok = true, text_only = pp->cx->options->text_only;
	switch (t->kind) {
	case TK_IDENT: {
		uint8_t keyword = name_of(pp, t->text)->keyword;
		k->kind = keyword ? (enum token_kind)keyword : TK_IDENT;
		break;
	}
	case PP_NUMBER:
		k->kind = TK_INTCONST;
		ok = text_only || pp_number(pp, t, k);
		break;
	case TK_CHARCONST:
		k->kind = TK_CHARCONST;
		ok = text_only || pp_char_constant(pp, t, k);
		break;
	case TK_STRING:
		k->kind = TK_STRING;
		ok = text_only || pp_string(pp, t, k);
		break;
	default: k->kind = (enum token_kind)t->kind;
	}
	if (!ok && t->kind != TK_STRING) {
		k->kind = TK_INTCONST;
		k->i.value = 0;
		k->i.type = LIT_INT;
	}
}

void
pp_emit(struct pp *pp, const struct pptok *t)
{
	if (pp->out.n >= MOST_TOKENS)
		diag_fatal(pp->diag, t->place, "the program is too large (over %d tokens)",
			MOST_TOKENS);
	struct token k = { .place = t->place, .text = t->text, .origin = t->origin };
	k.space_before = t->flags & PP_SPACE;
	k.bol = t->flags & PP_BOL;
	k.index = (uint32_t)pp->out.n;
	convert(pp, t, &k);
	vec_push(pp->arena, &pp->out, k);
}

static void
run(struct pp *pp, struct token_list *out)
{
	struct pptok t;
	do {
		pp_expand(pp, &t);
		if (t.kind == TK_IDENT && name_of(pp, t.text)->special == S_PRAGMA)
			pp_pragma_operator(pp, &t);
		else
			pp_emit(pp, &t);
	} while (t.kind != TK_EOF);
	*out = (struct token_list){
		.tok = pp->out.v, .n = pp->out.n, .names = pp->cx->names, .host = pp->host
	};
	if (pp->cx->options->list_macros)
		pp->cx->macros = pp_macro_list(pp);
}

/* ---- start ---- */

static const char own_macros[] = "#define __minicc__ 1\n"
				 "#undef _OPENMP\n"
				 "#define _OPENMP 201511\n";

/* Return -D and -U as the lines that they stand for. */
static const char *
command_line(struct pp *pp)
{
	const struct pp_options *o = pp->cx->options;
	const char *text = "";
	for (size_t i = 0; i < o->macros.n; i++) {
		const struct pp_macro_option *m = &o->macros.v[i];
		const char *eq = strchr(m->text, '=');
		if (m->undef)
			text = arena_printf(pp->arena, "%s#undef %s\n", text, m->text);
		else if (eq)
			text = arena_printf(pp->arena, "%s#define %.*s %s\n", text,
				(int)(eq - m->text), m->text, eq + 1);
		else
			text = arena_printf(pp->arena, "%s#define %s 1\n", text, m->text);
	}
	return text;
}

/* Enter texts and files in the reverse of their order: each lies above the one before. */
static void
enter_beginnings(struct pp *pp)
{
	const struct pp_options *o = pp->cx->options;
	const char *options = command_line(pp);
	for (size_t i = o->force_includes.n; i-- > 0;)
		pp_enter_forced(pp, o->force_includes.v[i]);
	pp_enter_text(pp, "<command line>", options, strlen(options));
	pp_enter_text(pp, "<built-in>", own_macros, strlen(own_macros));
	if (o->predefined)
		pp_enter_text(pp, "<built-in>", o->predefined, strlen(o->predefined));
}

/* Return what the host's C is like.  gcc tells by the type alone that wchar_t is unsigned. */
static struct host_abi
host_abi(const struct pp_options *o)
{
	const char *macros = o->predefined ? o->predefined : "";

	return (struct host_abi){
		.unsigned_char = strstr(macros, "#define __CHAR_UNSIGNED__ ") != NULL,
		.unsigned_wchar = strstr(macros, "#define __WCHAR_TYPE__ unsigned ") != NULL,
		.short_enums = o->short_enums,
		.short_long_double = strstr(macros, "#define __SIZEOF_LONG_DOUBLE__ 8\n") != NULL,
		.aligns_unnamed = strstr(macros, "#define __aarch64__ ") != NULL,
	};
}

static struct pp *
begin(struct pp_context *cx, const char *name)
{
	struct pp *pp = NEW(cx->arena, struct pp);
	pp->cx = cx;
	pp->arena = cx->arena;
	pp->diag = cx->diag;
	pp->base_file = name;
	pp->host = host_abi(cx->options);
	pp->out.v = NEWN(pp->arena, struct token, FIRST_TOKENS);
	pp->out.cap = FIRST_TOKENS;
	enter_names(pp);
	pp_define_builtins(pp);
	return pp;
}

bool
preprocess(struct pp_context *cx, const char *path, struct token_list *out)
{
	unsigned errors = diag_errors(cx->diag);
	struct pp *pp = begin(cx, path);
	*out = (struct token_list){ 0 };
	if (!pp_enter_main(pp, path))
		return false;
	enter_beginnings(pp);
	run(pp, out);
	return diag_errors(cx->diag) == errors;
}

bool
preprocess_text(struct pp_context *cx, const char *name, const char *text, size_t size,
	struct token_list *out)
{
	unsigned errors = diag_errors(cx->diag);
	struct pp *pp = begin(cx, name);
	pp_enter_text(pp, name, text, size);
	enter_beginnings(pp);
	run(pp, out);
	return diag_errors(cx->diag) == errors;
}
