/*
 * front.h: one C source through preprocessor and parser, for test programs.
 *
 * front_parse() reads a file, front_text() a text in memory, with the host compiler's predefined
 * macros and folders.  Messages are collected as text.  Call front_free() when done with the unit.
 */
#ifndef TESTS_PARSE_FRONT_H
#define TESTS_PARSE_FRONT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pp/hostcc.h"
#include "c/parse.h"
#include "pp/pp.h"

struct front {
	struct arena *arena;
	struct sources *sources;
	struct diag *diag;
	struct pp_options options;
	struct unit *unit; /* NULL: stopped before the end */
	struct token_list tokens;
	char *messages;
	size_t size;
	FILE *out;
	unsigned errors, warnings;
};

static inline void
front_begin(struct front *f)
{
	static const char *const flags[] = { NULL };
	struct hostcc cc = { 0 };
	size_t i;

	memset(f, 0, sizeof *f);
	f->arena = arena_new();
	f->sources = sources_new(f->arena);
	f->out = open_memstream(&f->messages, &f->size);
	f->diag = diag_new(f->sources, f->out);
	if (!hostcc_find(f->arena, f->diag, "cc", flags, NULL, &cc))
		return;
	vec_push(f->arena, &f->options.include_dirs, "minicc/include");
	for (i = 0; i < cc.n_system_dirs; i++)
		vec_push(f->arena, &f->options.system_dirs, cc.system_dirs[i]);
	f->options.predefined = cc.predefined;
}

static inline void
front_end(struct front *f)
{
	f->errors = diag_errors(f->diag);
	f->warnings = diag_warnings(f->diag);
	fflush(f->out);
}

/* TEXT NULL: the file NAME. */
static inline bool
front_preprocess(struct front *f, const char *name, const char *text)
{
	struct pp_context pp = {
		.arena = f->arena,
		.names = interner_new(f->arena),
		.sources = f->sources,
		.diag = f->diag,
		.options = &f->options,
	};

	return text ? preprocess_text(&pp, name, text, strlen(text), &f->tokens) :
		      preprocess(&pp, name, &f->tokens);
}

static inline void
front_run(struct front *f, const char *name, const char *text)
{
	front_begin(f);
	if (setjmp(*diag_stop(f->diag)) == 0 && front_preprocess(f, name, text))
		f->unit = parse_unit(f->arena, f->diag, f->sources, f->tokens, name);
	front_end(f);
}

static inline void
front_parse(struct front *f, const char *path)
{
	front_run(f, path, NULL);
}

static inline void
front_text(struct front *f, const char *name, const char *text)
{
	front_run(f, name, text);
}

static inline void
front_free(struct front *f)
{
	fclose(f->out);
	free(f->messages);
	diag_free(f->diag);
	arena_free(f->arena);
}

#endif
