/* The preprocessor by itself, for the tests:
 *
 *	pp_tool [options] FILE		prints like cc -E
 *	  -P		without line markers
 *	  -tokens	one token a line: place, kind, spelling, value
 *	  -convert	constants are converted, and found wrong, as when compiling
 *	  -time N	preprocesses N times and prints the mean time
 *	  -cc CC	the host compiler; -nostd: none of its macros and folders
 *	  -strict	as with -std=c11
 *	  -std=… -O…	passed to it; -I -D -U -include -isystem -W… -w as usual
 *	  -deps		prints the files that were read
 *
 * Not installed; the compiler proper has -E. */
#include <string.h>
#include <stdlib.h>
#include <time.h>

#include "pp/hostcc.h"
#include "pp/pp.h"
#include "pp/print.h"

struct tool {
	struct arena *arena;
	struct diag *diag;
	struct sources *sources;
	struct pp_options options;
	const char *cc, *path;
	VEC(const char *) flags;
	bool plain, tokens, deps, bare, convert;
	int times;
};

static void
take_macro(struct tool *t, const char *text, bool undef)
{
	struct pp_macro_option m = { undef, text };
	vec_push(t->arena, &t->options.macros, m);
}

static const char *
value_of(char ***argv, size_t n)
{
	return (**argv)[n] ? **argv + n : *++*argv;
}

static void
take_option(struct tool *t, char ***argv)
{
	struct pp_options *o = &t->options;
	const char *s = **argv;
	if (!strcmp(s, "-P"))
		t->plain = true;
	else if (!strcmp(s, "-tokens"))
		t->tokens = true;
	else if (!strcmp(s, "-convert"))
		t->convert = true;
	else if (!strcmp(s, "-deps"))
		t->deps = true;
	else if (!strcmp(s, "-nostd"))
		t->bare = true;
	else if (!strcmp(s, "-time"))
		t->times = atoi(*++*argv);
	else if (!strcmp(s, "-cc"))
		t->cc = *++*argv;
	else if (!strncmp(s, "-std=", 5) || !strncmp(s, "-O", 2))
		vec_push(t->arena, &t->flags, s);
	else if (!strcmp(s, "-strict"))		/* what the driver makes of -std=c99, c11 */
		o->strict = true;
	else if (!strcmp(s, "-include"))
		vec_push(t->arena, &o->force_includes, *++*argv);
	else if (!strcmp(s, "-isystem"))
		vec_push(t->arena, &o->system_dirs, *++*argv);
	else if (!strncmp(s, "-I", 2))
		vec_push(t->arena, &o->include_dirs, value_of(argv, 2));
	else if (!strncmp(s, "-D", 2) || !strncmp(s, "-U", 2))
		take_macro(t, value_of(argv, 2), s[1] == 'U');
	else if (!diag_option(t->diag, s))
		t->path = s;
}

static void
print_value(const struct token *k)
{
	switch (k->kind) {
	case TK_INTCONST:
	case TK_CHARCONST:
		printf(" = %lld type %d", (long long)k->i.value, (int)k->i.type);
		break;
	case TK_FLOATCONST:
		printf(" = %La type %d", k->f.value, (int)k->f.type);
		break;
	case TK_STRING:
		printf(" = %u x %u type %d:", k->s.len, k->s.width, (int)k->s.type);
		for (size_t i = 0; i < (size_t)k->s.len * k->s.width; i++)
			printf(" %02x", (unsigned char)k->s.data[i]);
		break;
	default:
		break;
	}
}

static void
print_list(const struct tool *t, const struct token_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct token *k = &list->tok[i];
		printf("%s:%u:%u: %s %s", place_file(t->sources, k->place), k->place.line,
			k->place.col,
			token_kind_name(k->kind), k->text);
		print_value(k);
		for (const struct macro_origin *o = k->origin; o; o = o->outer)
			printf(" <- %s:%u", o->macro, o->spelled.line);
		printf("\n");
	}
}

static bool
once(struct tool *t, struct arena *a, bool print)
{
	struct token_list list;
	struct pp_context cx = { .arena = a, .names = interner_new(a), .sources = t->sources,
		.diag = t->diag, .options = &t->options };
	bool ok = preprocess(&cx, t->path, &list);
	struct tok_printer p = { .out = stdout, .sources = t->sources, .markers = !t->plain };
	if (print && t->tokens)
		print_list(t, &list);
	else if (print && list.n)
		print_tokens(&p, list.tok, list.tok + list.n);
	if (print && p.started)
		tok_printer_end_line(&p);
	for (size_t i = 0; t->deps && i < cx.deps.n; i++)
		printf("%s%s\n", cx.deps.v[i].path, cx.deps.v[i].is_system ? " (system)" : "");
	if (t->times && getenv("PP_TOOL_SIZE"))
		fprintf(stderr, "%zu tokens, %zu bytes\n", list.n, arena_used(a));
	return ok;
}

static double
seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The shortest of several runs, each from nothing but the host compiler's answers. */
static bool
measure(struct tool *t)
{
	double best = 1e9;
	for (int i = 0; i < t->times; i++) {
		double from = seconds();
		struct arena *a = arena_new();
		struct sources *s = t->sources = sources_new(a);
		(void)s;
		if (!once(t, a, false))
			return false;
		arena_free(a);
		double took = seconds() - from;
		best = took < best ? took : best;
	}
	printf("%.3f ms\n", best * 1e3);
	return true;
}

static bool
ask_host(struct tool *t)
{
	struct hostcc host;
	vec_push(t->arena, &t->flags, NULL);
	t->options.text_only = !t->tokens && !t->times && !t->convert;
	if (t->bare)
		return true;
	if (!hostcc_find(t->arena, t->diag, t->cc, t->flags.v, getenv("HOSTCC_CACHE"), &host))
		return false;
	t->options.predefined = host.predefined;
	for (size_t i = 0; i < host.n_system_dirs; i++)
		vec_push(t->arena, &t->options.system_dirs, host.system_dirs[i]);
	return true;
}

int
main(int argc, char **argv)
{
	struct tool t = { .cc = "cc" };
	(void)argc;
	t.arena = arena_new();
	t.sources = sources_new(t.arena);
	t.diag = diag_new(t.sources, stderr);
	for (argv++; *argv; argv++)
		take_option(&t, &argv);
	bool ok = false;
	struct arena *a = arena_new();
	if (setjmp(*diag_stop(t.diag)) == 0 && t.path && ask_host(&t))
		ok = t.times ? measure(&t) : once(&t, a, true);
	arena_free(a);
	diag_free(t.diag);
	arena_free(t.arena);
	return ok ? 0 : 1;
}
