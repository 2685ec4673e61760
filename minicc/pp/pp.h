/* The preprocessor (C11 6.10, with GNU's extensions): a file in, the flat list of tokens out.
 *
 * No process is started: the host compiler's predefined macros and its folders come in through the
 * options (hostcc.h finds them). Errors go to the diag; the list is complete up to there. */
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
	const char *predefined;             /* #define lines that come before; NULL for none */
	bool short_enums;                   /* the host has them */
	bool strict;                        /* -std=c99, c11: asm and typeof are identifiers */
	bool list_macros;                   /* -dM: fill in pp_context.macros */
	bool text_only;                     /* -E: constants are not converted (nor found wrong) */
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
	const char *macros;          /* #define lines, filled in when asked for */
};

/* PATH "-" is the standard input. False if there were errors. */
bool preprocess(struct pp_context *, const char *path, struct token_list *out);
/* The same for a text in memory, called NAME in messages. The text ends in '\0'. */
bool preprocess_text(struct pp_context *, const char *name, const char *text, size_t size,
	struct token_list *out);

#endif
