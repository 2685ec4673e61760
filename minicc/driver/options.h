/* The command line, parsed: what to make of which files, and the options of each tool.
 *
 * options_parse() reads argv into a struct options and reports errors in it; it opens and runs
 * nothing. options.def lists the options, options_cc.def the -f and -W words that cc knows.
 * Defaults that need the file system (the library folder, cc) are found by the driver. */
#ifndef DRIVER_OPTIONS_H
#define DRIVER_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "pp/pp.h"
#include "ptxgen.h"

#define MINICC_VERSION "1.1"

/* Where compilation ends. If several options name a stage, the earliest applies, as in gcc. */
enum stage {
	STAGE_PREPROCESS,
	STAGE_DEPS,
	STAGE_CHECK,
	STAGE_VIEW,
	STAGE_PTX,
	STAGE_HOST_C,
	STAGE_OBJECT,
	STAGE_LINK
};

enum input_kind {
	INPUT_C,      /* C source */
	INPUT_ASM,    /* .s, .S: cc assembles it */
	INPUT_OBJECT, /* .o, .a, .so and anything else for the linker */
	INPUT_WORD,   /* -lX, -LX, -Wl,X: for the linker, in its place among the files */
};

struct input {
	enum input_kind kind;
	const char *text;     /* path or word */
	const char *language; /* of assembler, by -x; NULL: by its suffix */
};

struct options;

/* A column of -compare: a scheme with options of its own. */
struct variant {
	const char *title; /* as written: "jumptable:-O0" */
	const struct options *o;
};

struct words {
	const char **v;
	size_t n, cap;
};

enum { MAX_ARCHS = 3 };

struct archs {
	int v[MAX_ARCHS], n; /* 35, 70, 90, each once */
};

struct options {
	struct words words; /* the command line, its @FILEs read */
	enum stage stage;
	const char *output; /* -o or NULL */
	VEC(struct input) inputs;
	size_t n_sources; /* INPUT_C and INPUT_ASM among them */
	bool save_temps, list_macros;
	bool run;
	struct words run_args;

	struct pp_options pp;    /* of the user; the driver adds the system's */
	struct words after_dirs; /* -idirafter */
	bool no_std_includes, no_markers;

	struct words cc_flags;    /* for compiling host C and for linking */
	struct words macro_flags; /* those that change cc's predefined macros */
	struct words doubtful;    /* -W… and -f… that cc may not know */
	struct words diag_flags;  /* -W…, -w, -Rpass…: for diag_option */
	bool fopenmp, no_openmp;  /* given */
	bool check_host;          /* -fcheck-host */

	const char *scheme;   /* -scheme=NAME; NULL: auto */
	bool host_sequential; /* -scheme=hostseq, which is none of ptxgen's: its kernels get auto */
	bool list_schemes;
	struct archs archs;       /* -arch=; none: the default */
	struct archs code;        /* -code=: machine code for these, too */
	bool optimize;            /* false with -O0 */
	bool no_devirtualize;     /* -fno-devirtualize */
	bool strict_grids;        /* -dynpar=strict */
	const char *contract;     /* "on", "fast", "off"; NULL: not given */
	struct float_modes modes; /* -ftz=, -prec-div=, -prec-sqrt=, -use_fast_math */
	const char *dump;         /* -d letters or NULL */
	unsigned device_without;  /* PTXGEN_SWITCH_* bits of -fno-device-NAME */
	bool list_switches;       /* -fno-device-list */
	bool wraps;               /* -fwrapv */
	bool nonaliased_maps;
	bool ordered_reductions; /* -fdeterministic-reduction */
	int simd;                /* enum simd_form of ir.h */
	int simdlen;             /* 0: as the clauses say */
	int max_registers;       /* 0: no limit */

	const char *compare;          /* the list of -compare= or NULL */
	int compare_width;            /* 0: the terminal's */
	const char *html;             /* -html=FILE or NULL */
	bool profile, steps, untimed; /* with html; steps, untimed: profile is set, too */
	int run_seconds;              /* what a run of -profile may take; 0: no limit */
	bool serve;
	VEC(struct variant) variants; /* for STAGE_VIEW; never empty then */

	bool deps, deps_also, deps_system, deps_phony;
	const char *deps_file;
	struct words deps_targets; /* quoted already */

	bool verbose, dry_run, help, version;
	const char *explain; /* --explain or NULL */
	const char *ask_cc;  /* an option that cc answers: -dumpmachine */
};

/* Fill in the options.  Return false, after messages on ERR, if the command line is wrong. */
bool options_parse(struct arena *, int argc, char **argv, FILE *err, struct options *);
void options_help(FILE *);
bool options_have_arch(const struct archs *, int arch);
/* Return whether cc is known to accept an -f or -W word (given without -f, -W, no- and =value). */
bool options_cc_knows(char letter, const char *word);
/* Return whether WORD alone is an option that the page of -serve may add to the command line. */
bool options_for_page(const char *word);
/* Return "; did you mean '-WORD'?" for an unknown word, or "". */
const char *options_guess(struct arena *, const char *word);
/* Return TEXT with make's special characters quoted. */
const char *options_make_quote(struct arena *, const char *text);
/* Replace each word @FILE by the words in FILE; keep it if FILE cannot be read.  Return false after
 * a message on ERR. */
bool options_expand(struct arena *, FILE *err, int argc, char **argv, struct words *out);

#endif
