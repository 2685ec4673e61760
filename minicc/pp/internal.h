/* The preprocessor's own types, shared by the files of this room; nobody else includes this.
 *
 *	lex.c		bytes of one file -> preprocessing tokens (C11 5.1.1.2, phases 2 and 3)
 *	directive.c	lines that begin with #
 *	include.c	finding and entering files
 *	if.c		#if expressions
 *	define.c	macro definitions
 *	expand.c	macro calls: arguments, rescanning
 *	subst.c	one macro's replacement list with its arguments put in; # and ##
 *	builtin.c	__LINE__ and the other macros that are computed; __has_attribute …
 *	pragma.c	#pragma and _Pragma
 *	number.c, string.c	constants -> values (phase 5 and 7)
 *	pp.c		start, loop, output
 * Tokens come from a stack: at its bottom the file that is being read, above it the token lists of
 * macros that are being expanded. A macro is disabled while its list is on the stack; its name,
 * read meanwhile, is marked and never expands again (C11 6.10.3.4p2). */
#ifndef PP_INTERNAL_H
#define PP_INTERNAL_H

#include "pp/pp.h"

/* Kinds beyond those of token.h. */
enum {
	PP_NUMBER = TK_COUNT,
	PP_NEWLINE,    /* the end of a directive */
	PP_ARG_END,    /* the end of an argument that is being expanded */
	PP_PARAM,      /* in replacement lists: parameter number .param */
	PP_STRINGIFY,  /* # before a parameter */
	PP_PASTE,      /* ## */
	PP_VA_OPT,     /* __VA_OPT__; the .param tokens after it are its ( … ) */
	PP_PLACEMARKER /* C11 6.10.3.3p2 */
};

enum {
	PP_SPACE = 1,    /* white space or a newline before it */
	PP_BOL = 2,      /* first on its line */
	PP_NO_EXPAND = 4 /* names a macro that was disabled when it was read */
};

enum {
	MOST_INCLUDES = 200,
	MOST_NESTED_ARGS = 1500,
	MOST_BUFFERED = 1 << 22,
	MOST_TOKENS = 1 << 23,
	MOST_STEPS = 64 * 1000 * 1000
};

struct pptok {
	uint8_t kind;
	uint8_t flags;
	uint16_t param;
	struct place place;
	const char *text; /* interned */
	const struct macro_origin *origin;
};

struct pp;

/* ---- lexer ---- */

enum { N_PUNCTS = 54 }; /* spellings of punctuators: rows of lex.c's table */

struct lexer {
	struct pp *pp;
	const char *p, *end; /* *end is '\0' */
	const char *line_start;
	uint32_t file, line; /* as presumed */
	uint8_t flags;       /* for the next token */
	bool in_directive;   /* a newline is a token */
	bool spliced;        /* the token holds a backslash-newline */
	bool quiet;          /* no messages about unmatched quotes */
};

void lexer_init(struct lexer *, struct pp *, const char *text, size_t size, uint32_t file);
void lex(struct lexer *, struct pptok *);
/* Read <name> or "name" after #include, with its delimiters. Return false if neither is next. */
bool lex_header_name(struct lexer *, struct pptok *);
/* In a skipped group: move to the '#' of the next directive. Return false at the end of the file. */
bool lex_skip_to_directive(struct lexer *);
void lex_end_directive(struct lexer *); /* skip the rest of the line and its newline */

/* ---- names and macros ---- */

enum directive {
	D_NONE,
#define DIRECTIVE(id, text) D_##id,
#include "pp/names.def"
};

enum special {
	S_NONE,
#define SPECIAL(id, text) S_##id,
#include "pp/names.def"
};

enum builtin {
	B_NONE,
#define BUILTIN(id, text) B_##id,
#include "pp/names.def"
};

struct macro {
	const char *name;
	struct place place;
	const char **params;
	uint16_t n_params; /* including the variadic one, which is last */
	bool function_like, variadic;
	bool pasting;    /* has ##, and so needs substitution even without parameters */
	bool disabled;   /* its expansion is on the stack */
	uint8_t builtin; /* enum builtin */
	const struct pptok *body;
	size_t n_body;
};

struct header;
struct saved_macro;

/* What is known of an identifier, indexed by its intern_id. */
struct name {
	struct macro *macro;
	struct header *header;      /* the file with this path */
	struct header *angle;       /* file that <this> was resolved to */
	int angle_dir;              /* where that was found: header.dir */
	struct saved_macro *pushed; /* #pragma push_macro */
	uint8_t keyword;            /* enum token_kind */
	uint8_t directive;
	uint8_t special;
};

struct saved_macro {
	struct saved_macro *below;
	struct macro *macro;
};

/* ---- files ---- */

struct header {
	const char *path; /* interned */
	struct source_file *source;
	int dir; /* index in the search list where it was found last; -1: beside the includer */
	bool is_system;
	bool once;         /* #pragma once */
	const char *guard; /* its include guard: all of it is in #ifndef GUARD … #endif */
	uint64_t device, inode;
};

struct conditional {
	struct conditional *below;
	struct place place;
	bool taken; /* one of its groups has been read */
	bool seen_else;
	bool is_guard;
};

enum guard_state { GUARD_START, GUARD_INSIDE, GUARD_AFTER, GUARD_NONE };

struct input {
	struct input *below;
	struct lexer lx;
	struct header *header; /* NULL: text in memory */
	const char *dir;       /* where "…" looks first, with the '/'; "": working folder */
	int found;             /* header.dir when it was entered, for #include_next */
	struct conditional *conditionals;
	enum guard_state guard_state;
	const char *guard;
};

/* ---- expansion ---- */

struct tokbuf {
	struct tokbuf *next_free;
	struct pptok *v;
	size_t n, cap;
};

struct expansion {
	struct expansion *below;
	const struct pptok *first, *next, *end;
	struct macro *macro;  /* enabled again at the end; or NULL */
	struct tokbuf *owned; /* freed at the end; or NULL */
	bool barrier;         /* ends with a PP_ARG_END */
	bool stamp;           /* give the tokens the place and origin below */
	uint8_t lead;         /* flags of the first token */
	struct place place;
	const struct macro_origin *origin;
};

struct arg {
	size_t from, to; /* in the call's raw tokens */
	struct tokbuf *expanded;
};

struct call {
	struct call *next_free;
	struct macro *macro;
	struct place place;
	const struct macro_origin *origin;
	struct tokbuf *raw;
	VEC(struct arg) args;
	bool omitted; /* the variadic argument was not given at all */
};

struct pp {
	struct pp_context *cx;
	struct arena *arena;
	struct diag *diag;
	struct name *names;
	size_t n_names;
	struct input *in;
	unsigned depth;
	struct expansion *top, *free_expansions;
	struct tokbuf *free_bufs;
	struct call *free_calls;
	unsigned arg_depth;
	uint64_t steps;      /* tokens fetched from lists */
	size_t buffered;     /* tokens in buffers that are in use */
	struct pptok unread; /* put back, at the file's level */
	bool has_unread;
	bool in_pragma;  /* reading the tokens of a #pragma omp */
	uint8_t pending; /* flags of an empty expansion, for the next token */
	uint32_t counter;
	const char *punct_text[N_PUNCTS];
	uint8_t punct_first[128], punct_count[128]; /* rows of lex.c's table */
	VEC(struct header *) headers;
	const char *base_file;
	struct host_abi host;
	VEC(struct token) out;
};

void names_grow(struct pp *, uint32_t id);
bool pp_is_defined(struct pp *, const char *macro);

static inline struct name *
name_of(struct pp *pp, const char *text)
{
	uint32_t id = intern_id(text);
	if (id >= pp->n_names)
		names_grow(pp, id);
	return &pp->names[id];
}

/* expand.c: read a token unexpanded; read one fully expanded; put one back (one at most). */
void pp_fetch(struct pp *, struct pptok *);
void pp_expand(struct pp *, struct pptok *);
void pp_unread(struct pp *, const struct pptok *);
struct expansion *pp_push(struct pp *, const struct pptok *v, size_t n);
void pp_pop(struct pp *);
struct tokbuf *tokbuf_new(struct pp *);
void tokbuf_free(struct pp *, struct tokbuf *);
void tokbuf_cut(struct pp *, struct tokbuf *, size_t n); /* shorten to N tokens */
struct pptok *tokbuf_push(struct pp *, struct tokbuf *, const struct pptok *);

/* subst.c */
void pp_expand_arg(struct pp *, struct call *, struct arg *);
void pp_substitute(struct pp *, struct call *, struct tokbuf *out);
const char *pp_spell(struct arena *, const struct pptok *v, size_t n); /* spelling, on one line */

/* define.c */
void pp_define(struct pp *);
void pp_undef(struct pp *);
void pp_define_builtins(struct pp *);

/* list.c: return #define lines of all macros */
const char *pp_macro_list(struct pp *);

/* builtin.c */
void pp_builtin_macro(struct pp *, const struct macro *, const struct pptok *name,
	struct pptok *out);
int64_t pp_has(struct pp *, enum special, const char *scope, const char *name);

/* directive.c: read the file's next token; execute directives before it. */
void pp_file_token(struct pp *, struct pptok *);
void pp_extra_tokens(struct pp *, const char *directive);
void pp_rest_of_line(struct pp *, struct tokbuf *out);

/* if.c */
bool pp_condition(struct pp *);

/* include.c */
void pp_include(struct pp *, const char *directive, bool next);
const char *pp_header_name(struct pp *); /* "<name>" or "\"name\""; NULL: none follows */
bool pp_has_include(struct pp *, const char *header_name, bool next);
void pp_once(struct pp *);
void pp_enter_text(struct pp *, const char *name, const char *text, size_t size);
bool pp_enter_main(struct pp *, const char *path);
void pp_enter_forced(struct pp *, const char *name);

/* pragma.c: read a #pragma line. Return true, and a token, unless nothing is left of it. */
bool pp_pragma_line(struct pp *, const struct pptok *hash, struct pptok *out);
void pp_pragma_operator(struct pp *, const struct pptok *name);

/* pp.c */
void pp_emit(struct pp *, const struct pptok *);

/* number.c, string.c: convert a constant. Return false after a message. */
bool pp_number(struct pp *, const struct pptok *, struct token *out);
bool pp_char_constant(struct pp *, const struct pptok *, struct token *out);
bool pp_string(struct pp *, const struct pptok *, struct token *out);

#endif
