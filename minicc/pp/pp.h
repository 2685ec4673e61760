/* The preprocessor (C11 6.10, with GNU's extensions): turns a file into a list of tokens.
 * It starts no process: the options hold the host compiler's predefined macros and folders, which
 * hostcc.h finds. Errors are reported to the diag; the list has the tokens before them. */
#ifndef PP_H
#define PP_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"
#include "pp/token.h"

struct pp_macro_option {
	bool undef;       /* -U */
	const char *text; /* NAME, NAME=BODY, NAME(A,B)=BODY; for -U the name */
};

struct pp_options {
	VEC(const char *) quote_dirs;       /* -iquote: searched for "…" only */
	VEC(const char *) include_dirs;     /* -I */
	VEC(const char *) system_dirs;      /* -isystem, minicc's own, then the host cc's */
	VEC(const char *) force_includes;   /* -include */
	VEC(struct pp_macro_option) macros; /* -D and -U in their order */
	const char *predefined;             /* #define lines, read first; or NULL */
	const char *main_text;              /* stands for what the main file holds; or NULL */
	bool short_enums;                   /* the host's enumerations are packed */
	bool strict;                        /* -std=c99, c11: asm and typeof are identifiers */
	bool list_macros;                   /* -dM: fill in pp_context.macros */
	bool text_only;                     /* -E: constants are not converted, nor checked */
	bool no_line_info;                  /* keep no struct macro_origin (faster) */
};

/* Files that were read, in order of first use, for -MMD. */
struct pp_dependency {
	const char *path;
	bool is_system;
};
struct pp_dependencies {
	struct pp_dependency *v;
	size_t n, cap;
};

struct pp_context {
	struct arena *arena; /* tokens, files and messages' texts live here */
	struct interner *names;
	struct sources *sources;
	struct diag *diag;
	const struct pp_options *options;
	struct pp_dependencies deps; /* filled in */
	const char *macros;          /* #define lines, filled in with list_macros */
};

/* Preprocess the file PATH, "-" being standard input. Return false if there were errors. */
bool preprocess(struct pp_context *, const char *path, struct token_list *out);
/* The same for a text of SIZE bytes and a '\0' behind them, called NAME in messages. */
bool preprocess_text(struct pp_context *, const char *name, const char *text, size_t size,
	struct token_list *out);

#endif
