/* The command line: see options.h. Words are matched against the rows of options.def; the longest
 * spelling that fits decides, and one switch says what each row means. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "driver/options.h"
#include "ptxgen.h"

enum option_id {
#define SPELLING(id, spelling, form, arg, help)
#define OPTION(id, spelling, form, arg, help) OPT_##id,
#include "driver/options.def"
};

enum form { ALONE, JOINED, NEXT, EITHER, BEHIND };

struct row {
	int id;
	const char *spelling;
	enum form form;
	const char *arg, *help;
};

static const struct row rows[] = {
#define OPTION(id, spelling, form, arg, help) { OPT_##id, spelling, form, arg, help },
#include "driver/options.def"
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

struct parsing {
	struct arena *arena;
	FILE *err;
	struct options *o;
	struct words in;
	size_t at;                /* the next word */
	enum input_kind language; /* the language of -x; INPUT_OBJECT: by the files' names */
	const char *language_name;
	bool failed;
};

static void
complain(struct parsing *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fprintf(p->err, "minicc: error: ");
	vfprintf(p->err, fmt, ap);
	fputc('\n', p->err);
	va_end(ap);
	p->failed = true;
}

static void
push(struct parsing *p, struct words *list, const char *word)
{
	vec_push(p->arena, list, word);
}

/* The -W or -f words that cc is known to take. */
static const char *const *
cc_words(char letter)
{
	static const char *const w[] = {
#define W(name) #name,
#define F(name)
#include "driver/options_cc.def"
		NULL
	}, *const f[] = {
#define W(name)
#define F(name) #name,
#include "driver/options_cc.def"
		NULL
	};

	return letter == 'W' ? w : f;
}

bool
options_cc_knows(char letter, const char *word)
{
	for (const char *const *list = cc_words(letter); *list; list++)
		if (strcmp(*list, word) == 0)
			return true;
	return false;
}

/* Return the word up to its '=', behind which it is the user's own. */
static const char *
name_of(struct arena *a, const char *word)
{
	return arena_strndup(a, word, strcspn(word, "="));
}

const char *
options_guess(struct arena *a, const char *word)
{
	const char *name = name_of(a, word), *guess = NULL;

	for (int i = 0; i < N_ROWS; i++)
		guess = nearest_of(name, guess, name_of(a, rows[i].spelling));
	if (word[1] == 'W' || word[1] == 'f')
		for (const char *const *list = cc_words(word[1]); *list; list++)
			guess = nearest_of(name, guess, arena_printf(a, "-%c%s", word[1], *list));
	return guess ? arena_printf(a, "; did you mean '%s'?", guess) : "";
}

/* Return the name that a word is about: of "no-error=unused" "unused", of "stack-usage=100" "stack-
 * usage". */
static const char *
bare_name(struct arena *a, const char *word)
{
	if (strncmp(word, "no-", 3) == 0)
		word += 3;
	if (strncmp(word, "error=", 6) == 0)
		word += 6;
	return arena_strndup(a, word, strcspn(word, "="));
}

/* Return whether cc knows the word.  Words that are not in the list wait until cc can be asked: it
 * stops at one that it does not know. */
static bool
known_to_cc(struct parsing *p, const char *word)
{
	if (options_cc_knows(word[1], bare_name(p->arena, word + 2)))
		return true;
	push(p, &p->o->doubtful, word);
	return false;
}

static void
set_stage(struct options *o, enum stage s)
{
	if (s < o->stage)
		o->stage = s;
}

/* ---- what single options mean ---- */

bool
options_have_arch(const struct archs *archs, int arch)
{
	for (int i = 0; i < archs->n; i++)
		if (archs->v[i] == arch)
			return true;
	return false;
}

static void
add_arch(struct archs *to, int arch)
{
	if (!options_have_arch(to, arch))
		to->v[to->n++] = arch;
}

/* Read the LIST behind OPTION. */
static void
option_archs(struct parsing *p, struct archs *to, const char *option, const char *list)
{
	to->n = 0;
	while (*list) {
		size_t n = strcspn(list, ",");
		int arch = n == 5 && strncmp(list, "sm_35", 5) == 0 ? 35 :
			n == 5 && strncmp(list, "sm_70", 5) == 0    ? 70 :
			n == 5 && strncmp(list, "sm_90", 5) == 0    ? 90 :
								      0;

		if (!arch)
			complain(p, "unknown architecture '%.*s' (expected sm_35, sm_70 or sm_90)",
				(int)n, list);
		else
			add_arch(to, arch);
		list += n + (list[n] == ',');
	}
	if (!p->failed && to->n == 0)
		complain(p, "%s needs a list of sm_35, sm_70, sm_90", option);
}

static void
option_contract(struct parsing *p, const char *arg, const char *word)
{
	if (strcmp(arg, "on") && strcmp(arg, "off") && strcmp(arg, "fast"))
		complain(p, "'%s': expected on, off or fast", word);
	p->o->contract = arg;
	push(p, &p->o->cc_flags, word);
}

/* Read one of nvcc's options that are on or off. */
static bool
option_truth(struct parsing *p, const char *arg, const char *word)
{
	if (strcmp(arg, "true") && strcmp(arg, "false"))
		complain(p, "'%s': expected true or false", word);
	return strcmp(arg, "true") == 0;
}

static void
option_fast_math(struct options *o, bool on)
{
	o->modes = (struct float_modes){ on, on, on, on };
}

static void
option_switch(struct parsing *p, const char *arg, const char *word, bool off)
{
	int number = ptxgen_switch(arg);

	if (off && strcmp(arg, "list") == 0)
		p->o->list_switches = true;
	else if (number < 0)
		complain(p, "'%s': no such optimisation (-fno-device-list names them)", word);
	else if (off)
		p->o->device_without |= 1u << number;
	else
		p->o->device_without &= ~(1u << number);
}

static void
option_simd(struct parsing *p, const char *arg, const char *word)
{
	int form = ptxgen_simd_form(arg);

	if (form < 0)
		complain(p, "'%s': expected auto, spmd, generic or off", word);
	else
		p->o->simd = form;
}

static void
option_simdlen(struct parsing *p, const char *arg, const char *word)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (*end || n < 1 || n > 32 || (n & (n - 1)))
		complain(p, "'%s': expected 1, 2, 4, 8, 16 or 32", word);
	else
		p->o->simdlen = (int)n;
}

static void
option_registers(struct parsing *p, const char *arg, const char *word)
{
	char *end;
	long n = strtol(arg, &end, 10);

	if (*end || end == arg || n < 16 || n > 255)
		complain(p, "'%s': expected a number from 16 to 255", word);
	else
		p->o->max_registers = (int)n;
}

/* ---- other compilers' words ---- */

/* Apply one part of a compound word; return false if it means nothing here. */
typedef bool part_fn(struct parsing *, const char *part);

static void
option_parts(struct parsing *p, const char *list, const char *word, part_fn *take)
{
	while (*list) {
		size_t n = strcspn(list, ",");
		const char *part = arena_strndup(p->arena, list, n);

		if (!take(p, part))
			fprintf(p->err,
				"minicc: warning: '%s' in '%s' means nothing here, ignored\n", part,
				word);
		list += n + (list[n] == ',');
	}
}

/* Take sm_80, compute_80 or cc80: such a GPU loads sm_70's image.  Without a choice it has all of
 * them. */
static bool
take_arch(struct parsing *p, const char *name)
{
	static const char *const all[] = { "native", "ccnative", "ccall", "ccall-major" };
	static const char *const before[] = { "sm_", "compute_", "cc" };
	static const int ours[] = { 90, 70, 35 };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(name, all[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		size_t n = strlen(before[i]);
		int asked = strncmp(name, before[i], n) == 0 ? atoi(name + n) : 0;

		for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
			if (asked >= ours[k]) {
				add_arch(&p->o->archs, ours[k]);
				return true;
			}
	}
	return false;
}

static bool
take_gpu(struct parsing *p, const char *part)
{
	if (strncmp(part, "maxregcount:", 12) != 0)
		return take_arch(p, part);
	option_registers(p, part + 12, part);
	return true;
}

/* Take a word for the compiler of device code, which is also its linker. */
static bool
take_device_word(struct parsing *p, const char *word)
{
	const char *value = strchr(word, '=');

	if (value && (strncmp(word, "-march=", 7) == 0 || strncmp(word, "-misa=", 6) == 0))
		return take_arch(p, value + 1);
	return strncmp(word, "-O", 2) == 0 || strncmp(word, "-l", 2) == 0;
}

/* Take nvptx64-nvidia-cuda, nvptx-none=-march=sm_70 or gpu. */
static bool
take_target(struct parsing *p, const char *part)
{
	const char *words = *part == '-' ? part : strchr(part, '=');

	if (words && *words == '=')
		words++;
	return (*part == '-' || strncmp(part, "nvptx", 5) == 0 || strcmp(part, "gpu") == 0 ||
		       strcmp(part, "default") == 0) &&
		(!words || take_device_word(p, words));
}

/* Take Cray's -h omp and -hlist=m. */
static bool
take_cray(struct parsing *p, const char *part)
{
	bool omp = strcmp(part, "omp") == 0, none = strcmp(part, "noomp") == 0;

	p->o->fopenmp |= omp;
	p->o->no_openmp |= none;
	if (strncmp(part, "list=", 5) != 0)
		return omp || none;
	push(p, &p->o->diag_flags, "-Rpass");
	return true;
}

/* Apply another option.  Return false if it is not one of these. */
static bool
apply_other(struct parsing *p, int id, const char *word, const char *arg)
{
	switch (id) {
	case OPT_OTHER_ARCH: option_parts(p, arg, word, take_arch); return true;
	case OPT_OTHER_GPU: option_parts(p, arg, word, take_gpu); return true;
	case OPT_OTHER_DEVICE: option_parts(p, arg, word, take_device_word); return true;
	case OPT_OTHER_TARGETS: option_parts(p, arg, word, take_target); return true;
	case OPT_OTHER_CRAY: option_parts(p, arg, word, take_cray); return true;
	case OPT_OTHER:
		fprintf(p->err, "minicc: warning: unknown option '%s' ignored\n", word);
		return true;
	case OPT_OTHER_REMARKS: push(p, &p->o->diag_flags, "-Rpass"); return true;
	}
	return false;
}

/* ---- what single options mean, continued ---- */

static void
option_standard(struct parsing *p, const char *arg, const char *word)
{
	static const char *const years[] = { "89", "90", "99", "9x", "11", "1x", "17", "18", "2x",
		"23", NULL };
	bool gnu = strncmp(arg, "gnu", 3) == 0, known = strncmp(arg, "iso9899:", 8) == 0;
	const char *year = gnu ? arg + 3 : *arg == 'c' ? arg + 1 : "";

	for (int i = 0; years[i]; i++)
		known |= strcmp(year, years[i]) == 0;
	if (!known)
		complain(p, "unknown language standard in '%s' (expected c99, c11, gnu11 …)", word);
	p->o->pp.strict = !gnu;
	push(p, &p->o->cc_flags, word);
	push(p, &p->o->macro_flags, word);
}

static void
option_warning(struct parsing *p, const char *word)
{
	push(p, &p->o->diag_flags, word);
	const char *name = word + (strncmp(word, "-Wno-", 5) == 0 ? 5 : 2);

	if (strcmp(name, "lost-value") == 0 || strcmp(name, "missing-barrier") == 0 ||
		strcmp(name, "pass-failed") == 0)
		return; /* ours alone */
	if (strncmp(word, "-Wa,", 4) == 0 || known_to_cc(p, word))
		push(p, &p->o->cc_flags, word);
}

static void
option_feature(struct parsing *p, const char *word)
{
	if (!known_to_cc(p, word))
		return;
	push(p, &p->o->cc_flags, word);
	push(p, &p->o->macro_flags, word);
}

static void
option_language(struct parsing *p, const char *arg)
{
	p->language_name = arg;
	if (strcmp(arg, "c") == 0 || strcmp(arg, "cpp-output") == 0)
		p->language = INPUT_C;
	else if (strcmp(arg, "assembler") == 0 || strcmp(arg, "assembler-with-cpp") == 0)
		p->language = INPUT_ASM;
	else if (strcmp(arg, "none") == 0)
		p->language = INPUT_OBJECT;
	else
		complain(p, "language '%s' is not known to -x (expected c, assembler or none)",
			arg);
}

static void
option_macro(struct parsing *p, const char *arg, bool undef)
{
	struct pp_macro_option m = { undef, arg };

	vec_push(p->arena, &p->o->pp.macros, m);
}

static void
option_deps(struct parsing *p, int id)
{
	struct options *o = p->o;

	o->deps_system = id == OPT_DEPS || id == OPT_DEPS_ALSO;
	if (id == OPT_DEPS || id == OPT_DEPS_USER) {
		o->deps = true;
		set_stage(o, STAGE_DEPS);
	} else {
		o->deps_also = true;
	}
}

static void
add_link_word(struct parsing *p, const char *word)
{
	struct input in = { .kind = INPUT_WORD, .text = word };

	vec_push(p->arena, &p->o->inputs, in);
}

/* Return the scheme's word.  "auto" is no scheme but the choice of one. */
static const char *
scheme_word(const char *word)
{
	return strcmp(word, "auto") == 0 ? NULL : word;
}

static void
option_width(struct parsing *p, const char *arg)
{
	int n = 0;

	while (isdigit((unsigned char)*arg) && n < 10000)
		n = 10 * n + *arg++ - '0';
	if (*arg || n < 40 || n >= 10000)
		complain(p, "-compare-width= needs a number of columns from 40 to 9999");
	p->o->compare_width = n;
}

static void
option_dynpar(struct parsing *p, const char *arg)
{
	p->o->strict_grids = strcmp(arg, "strict") == 0;
	if (!p->o->strict_grids && strcmp(arg, "relaxed") != 0)
		complain(p, "-dynpar= needs strict or relaxed");
}

/* Apply an option of device code, messages or what is asked for.  Return false if it is not one of
 * these. */
static bool
apply_making(struct parsing *p, int id, const char *word, const char *arg)
{
	struct options *o = p->o;

	switch (id) {
	case OPT_OUTPUT: o->output = arg; return true;
	case OPT_COMPILE: set_stage(o, STAGE_OBJECT); return true;
	case OPT_PTX: set_stage(o, STAGE_PTX); return true;
	case OPT_PREPROCESS: set_stage(o, STAGE_PREPROCESS); return true;
	case OPT_NO_MARKERS: o->no_markers = true; return true;
	case OPT_MACROS: o->list_macros = o->pp.list_macros = true; return true;
	case OPT_SAVE_TEMPS: o->save_temps = true; return true;
	case OPT_EMIT_HOST: set_stage(o, STAGE_HOST_C); return true;
	case OPT_RUN: o->run = true; return true;
	case OPT_DEPS:
	case OPT_DEPS_USER:
	case OPT_DEPS_ALSO:
	case OPT_DEPS_USER_ALSO: option_deps(p, id); return true;
	case OPT_DEPS_FILE: o->deps_file = arg; return true;
	case OPT_DEPS_TARGET: push(p, &o->deps_targets, arg); return true;
	case OPT_DEPS_QUOTED:
		push(p, &o->deps_targets, options_make_quote(p->arena, arg));
		return true;
	case OPT_DEPS_PHONY: o->deps_phony = true; return true;
	case OPT_COMPARE:
		o->compare = arg;
		set_stage(o, STAGE_VIEW);
		return true;
	case OPT_COMPARE_WIDTH: option_width(p, arg); return true;
	case OPT_HTML:
		o->html = arg;
		set_stage(o, STAGE_VIEW);
		return true;
	case OPT_PROFILE: o->profile = true; return true;
	case OPT_PROFILE_RUN: o->profile = o->untimed = true; return true;
	case OPT_PROFILE_STEPS: o->profile = o->steps = true; return true;
	case OPT_SERVE: o->serve = true; return true;
	case OPT_DRY_RUN: o->dry_run = o->verbose = true; return true;
	case OPT_VERBOSE: o->verbose = true; return true;
	case OPT_HELP: o->help = true; return true;
	case OPT_EXPLAIN: o->explain = arg; return true;
	case OPT_VERSION: o->version = true; return true;
	case OPT_ASK_CC: o->ask_cc = word; return true;
	case OPT_SCHEME:
		o->list_schemes |= strcmp(arg, "list") == 0;
		o->host_sequential = strcmp(arg, "hostseq") == 0;
		o->scheme = o->host_sequential ? NULL : scheme_word(arg);
		return true;
	case OPT_DYNPAR: option_dynpar(p, arg); return true;
	case OPT_ARCH: option_archs(p, &o->archs, "-arch=", arg); return true;
	case OPT_CODE: option_archs(p, &o->code, "-code=", arg); return true;
	case OPT_CONTRACT: option_contract(p, arg, word); return true;
	case OPT_FMAD: o->contract = option_truth(p, arg, word) ? "on" : "off"; return true;
	case OPT_FTZ: o->modes.flush = option_truth(p, arg, word); return true;
	case OPT_PREC_DIV: o->modes.rough_division = !option_truth(p, arg, word); return true;
	case OPT_PREC_SQRT: o->modes.rough_root = !option_truth(p, arg, word); return true;
	case OPT_FAST_MATH: option_fast_math(o, true); return true;
	case OPT_DEVIRTUALIZE: o->no_devirtualize = false; return true;
	case OPT_NO_DEVIRTUALIZE: o->no_devirtualize = true; return true;
	case OPT_SWITCH_OFF: option_switch(p, arg, word, true); return true;
	case OPT_SWITCH_ON: option_switch(p, arg, word, false); return true;
	case OPT_NONALIASED: o->nonaliased_maps = true; return true;
	case OPT_DETERMINISTIC: o->ordered_reductions = true; return true;
	case OPT_NO_DETERMINISTIC: o->ordered_reductions = false; return true;
	case OPT_SIMD: option_simd(p, arg, word); return true;
	case OPT_SIMDLEN: option_simdlen(p, arg, word); return true;
	case OPT_MAX_REGISTERS: option_registers(p, arg, word); return true;
	case OPT_REMARKS: push(p, &o->diag_flags, word); return true;
	case OPT_DUMP: o->dump = arg; return true;
	}
	return false;
}

static bool
apply_preprocessor(struct parsing *p, int id, const char *arg)
{
	struct options *o = p->o;

	switch (id) {
	case OPT_DEFINE: option_macro(p, arg, false); return true;
	case OPT_UNDEF: option_macro(p, arg, true); return true;
	case OPT_INCLUDE_DIR: vec_push(p->arena, &o->pp.include_dirs, arg); return true;
	case OPT_QUOTE_DIR: vec_push(p->arena, &o->pp.quote_dirs, arg); return true;
	case OPT_SYSTEM_DIR: vec_push(p->arena, &o->pp.system_dirs, arg); return true;
	case OPT_AFTER_DIR: push(p, &o->after_dirs, arg); return true;
	case OPT_FORCE_INCLUDE: vec_push(p->arena, &o->pp.force_includes, arg); return true;
	case OPT_NO_STD_INCLUDES: o->no_std_includes = true; return true;
	}
	return false;
}

static void parse_option(struct parsing *p, const char *word);

/* Read -Wp,WORD,WORD: we are the preprocessor.  Its -MD and -MMD are followed by a file there. */
static void
option_preprocessor_words(struct parsing *p, const char *list)
{
	struct parsing q = { .arena = p->arena, .err = p->err, .o = p->o };

	while (*list) {
		size_t n = strcspn(list, ",");
		const char *word = arena_strndup(p->arena, list, n);

		push(&q, &q.in, word);
		if (strcmp(word, "-MD") == 0 || strcmp(word, "-MMD") == 0)
			push(&q, &q.in, "-MF");
		list += n + (list[n] == ',');
	}
	while (q.at < q.in.n)
		parse_option(&q, q.in.v[q.at++]);
	p->failed |= q.failed;
}

/* Apply options that, in the end, cc is told. */
static void
apply_host(struct parsing *p, const struct row *row, const char *word, const char *arg)
{
	struct options *o = p->o;

	switch (row->id) {
	case OPT_STANDARD: option_standard(p, arg, word); break;
	case OPT_ANSI: option_standard(p, "c90", "-std=c90"); break;
	case OPT_LANGUAGE: option_language(p, arg); break;
	case OPT_OPTIMIZE: o->optimize = strcmp(arg, "0") != 0; goto changes_macros;
	case OPT_WARNING: option_warning(p, word); break;
	case OPT_NO_WARNINGS:
		push(p, &o->diag_flags, word);
		push(p, &o->cc_flags, word);
		break;
	case OPT_SYNTAX_ONLY: set_stage(o, STAGE_CHECK); break;
	case OPT_OPENMP: o->fopenmp = true; break;
	case OPT_NO_OPENMP: o->no_openmp = true; break;
	case OPT_FEATURE:
		if (strcmp(word, "-fwrapv") == 0 || strcmp(word, "-fno-strict-overflow") == 0)
			o->wraps = true;
		else if (strcmp(word, "-fno-wrapv") == 0 || strcmp(word, "-fstrict-overflow") == 0)
			o->wraps = false;
		else if (strcmp(word, "-ffast-math") == 0)
			option_fast_math(o, true);
		else if (strcmp(word, "-fno-fast-math") == 0)
			option_fast_math(o, false);
		else if (strcmp(word, "-fshort-enums") == 0)
			o->pp.short_enums = true;
		else if (strcmp(word, "-fno-short-enums") == 0)
			o->pp.short_enums = false;
		option_feature(p, word);
		break;
	case OPT_DEBUG: push(p, &o->cc_flags, word); break;
	case OPT_CHECK_HOST: o->check_host = true; break;
	case OPT_CC_FLAG:
	case OPT_PTHREAD:
changes_macros:
		push(p, &o->cc_flags, word);
		if (word[1] != 'p' || row->id == OPT_PTHREAD)
			push(p, &o->macro_flags, word);
		break;
	case OPT_CC_NEXT:
		push(p, &o->cc_flags, row->spelling);
		push(p, &o->cc_flags, arg);
		break;
	case OPT_PREPROCESSOR_WORD: option_preprocessor_words(p, arg); break;
	case OPT_LINK_WORD:
		add_link_word(p,
			row->form == EITHER ? arena_printf(p->arena, "%s%s", row->spelling, arg) :
					      word);
		break;
	case OPT_LINK_NEXT:
		add_link_word(p, row->spelling);
		add_link_word(p, arg);
		break;
	default:
		fprintf(p->err, "minicc: internal error: option '%s' has no meaning\n", word);
		p->failed = true;
	}
}

/* ---- matching words with rows ---- */

static bool
row_fits(const struct row *r, const char *word)
{
	size_t n = strlen(r->spelling);

	return r->form == ALONE || r->form == NEXT ? strcmp(word, r->spelling) == 0 :
						     strncmp(word, r->spelling, n) == 0;
}

static const struct row *
find_row(const char *word)
{
	const struct row *best = NULL;

	for (int i = 0; i < N_ROWS; i++)
		if (row_fits(&rows[i], word) &&
			(!best || strlen(rows[i].spelling) > strlen(best->spelling)))
			best = &rows[i];
	return best;
}

static void
parse_option(struct parsing *p, const char *word)
{
	const struct row *row = find_row(word);
	const char *arg;

	if (!row) {
		complain(p, "unknown option '%s'%s", word, options_guess(p->arena, word));
		return;
	}
	arg = row->form == ALONE ? NULL : word + strlen(row->spelling);
	if (row->form == NEXT || row->form == BEHIND || (row->form == EITHER && *arg == '\0')) {
		if (p->at == p->in.n) {
			complain(p, "'%s' needs an argument: %s", word, row->arg);
			return;
		}
		arg = p->in.v[p->at++];
	}
	if (!apply_making(p, row->id, word, arg) && !apply_preprocessor(p, row->id, arg) &&
		!apply_other(p, row->id, word, arg))
		apply_host(p, row, word, arg);
}

bool
options_for_page(const char *word)
{
	const struct row *row = *word == '-' ? find_row(word) : NULL;

	if (!row || (row->form == EITHER && strcmp(word, row->spelling) == 0))
		return false; /* such an option's argument would be the next word */
	switch (row->id) {
	case OPT_COMPARE:
	case OPT_PROFILE:
	case OPT_PROFILE_RUN:
	case OPT_PROFILE_STEPS:
	case OPT_OPTIMIZE:
	case OPT_REMARKS:
	case OPT_DEFINE:
	case OPT_UNDEF: return true;
	}
	return row->id >= OPT_SCHEME && row->id < OPT_REMARKS;
}

static bool
has_suffix(const char *path, const char *suffix)
{
	size_t n = strlen(path), m = strlen(suffix);

	return n > m && strcmp(path + n - m, suffix) == 0;
}

static bool
is_c_source(const char *path)
{
	return has_suffix(path, ".c") || has_suffix(path, ".i");
}

static void
parse_file(struct parsing *p, const char *path)
{
	struct input in = { p->language, path, NULL };

	if (p->language != INPUT_OBJECT)
		in.language = p->language_name;
	else if (is_c_source(path))
		in.kind = INPUT_C;
	else if (has_suffix(path, ".s") || has_suffix(path, ".S"))
		in.kind = INPUT_ASM;
	else if (strcmp(path, "-") == 0 || has_suffix(path, ".h"))
		in.kind = INPUT_C;
	p->o->n_sources += in.kind == INPUT_C || in.kind == INPUT_ASM;
	vec_push(p->arena, &p->o->inputs, in);
}

/* Return whether arguments begin.  With -run they do after the first file that follows it, or at
 * once if sources came before and no further one follows; with -profile and -serve, behind "--". */
static bool
arguments_begin(const struct parsing *p, const char *word, bool file)
{
	if (strcmp(word, "--") == 0 && (p->o->profile || p->o->serve))
		return true;
	if (!p->o->run || p->at == p->in.n)
		return false;
	if (file)
		return true;
	return strcmp(word, "-run") == 0 && p->o->n_sources > 0 && !is_c_source(p->in.v[p->at]);
}

static void
parse_words(struct parsing *p)
{
	while (p->at < p->in.n) {
		const char *word = p->in.v[p->at++];
		bool file = word[0] != '-' || word[1] == '\0';

		if (file)
			parse_file(p, word);
		else if (strcmp(word, "--") != 0 || !(p->o->profile || p->o->serve))
			parse_option(p, word);
		if (arguments_begin(p, word, file))
			while (p->at < p->in.n)
				push(p, &p->o->run_args, p->in.v[p->at++]);
	}
}

/* ---- the columns of -compare ---- */

/* Read a word of NAME:OPTION:OPTION into the copy of the options that is the column's. */
static void
variant_word(struct parsing *p, const char *word)
{
	const struct row *row = find_row(word);

	if (!row || ((row->id < OPT_SCHEME || row->id >= OPT_REMARKS) && row->id != OPT_OPTIMIZE))
		complain(p, "'%s' in -compare=: expected -O0 or an option of device code", word);
	else
		parse_option(p, word);
}

/* Add one column, or one for each architecture if its options name several. */
static void
add_variant(struct parsing *p, const struct options *o, const char *title)
{
	struct options *base = p->o;

	for (int i = 0; i < (o->archs.n ? o->archs.n : 1); i++) {
		struct options *one = NEW(p->arena, struct options);
		struct variant v = { title, one };

		*one = *o;
		if (o->archs.n > 1) {
			one->archs.n = 1;
			one->archs.v[0] = o->archs.v[i];
			v.title = arena_printf(p->arena, "%s sm_%d", title, o->archs.v[i]);
		}
		vec_push(p->arena, &base->variants, v);
	}
}

/* Read NAME[:OPTION…]. */
static void
parse_variant(struct parsing *p, const char *text)
{
	struct options own = *p->o;
	struct parsing q = { .arena = p->arena, .err = p->err, .o = &own };
	size_t n = strcspn(text, ":");

	own.scheme = n ? scheme_word(arena_strndup(p->arena, text, n)) : p->o->scheme;
	for (const char *word = text + n; *word; word += n) {
		n = strcspn(++word, ":");
		variant_word(&q, arena_strndup(p->arena, word, n));
	}
	p->failed |= q.failed;
	if (own.archs.n == 0)
		own.archs.v[own.archs.n++] = 70;
	add_variant(p, &own, text);
}

/* Read the columns.  A page without a list shows the scheme asked for, else all. */
static void
parse_variants(struct parsing *p)
{
	const char *list = p->o->compare ? p->o->compare : p->o->scheme ? p->o->scheme : "all";

	while (*list && !p->failed) {
		size_t n = strcspn(list, ",");

		if (n == 0)
			complain(p,
				"-compare=: a column without a name (expected NAME,NAME:OPTION…)");
		else
			parse_variant(p, arena_strndup(p->arena, list, n));
		list += n + (list[n] == ',');
	}
	if (!p->failed && p->o->variants.n == 0)
		complain(p, "-compare= needs a list of schemes, or all");
}

/* Return whether there is something to do.  With -c, what is for the linker only gets a warning,
 * also where there is nothing else. */
static bool
has_something_to_do(const struct options *o)
{
	bool linkable = false;

	for (size_t i = 0; i < o->inputs.n; i++)
		linkable |= o->inputs.v[i].kind == INPUT_OBJECT;
	return o->n_sources > 0 ||
		(o->stage == STAGE_LINK ? o->inputs.n > 0 : o->stage == STAGE_OBJECT && linkable);
}

/* Report options that exclude each other. */
static void
check(struct parsing *p)
{
	struct options *o = p->o;
	bool one_each = o->stage != STAGE_LINK && o->stage != STAGE_CHECK;

	if (o->verbose && !o->dry_run && o->inputs.n == 0 && !o->ask_cc)
		o->ask_cc = "-v";
	if (o->help || o->version || o->explain || o->list_schemes || o->list_switches || o->ask_cc)
		return;
	if (!has_something_to_do(o))
		complain(p, "no input files");
	if (o->run && o->stage != STAGE_LINK)
		complain(p, "-run does not go with -c, -S, -E, -M, -emit-host, -compare or -html");
	if (o->html && o->n_sources > 1)
		complain(p, "-html names one file, but %zu are to be written", o->n_sources);
	if (o->profile && !o->html)
		complain(p, "-profile needs -html=FILE to write to");
	if (o->html && *o->html == '\0')
		complain(p, "-html= needs a file name");
	if (o->serve &&
		(o->n_sources != 1 || o->inputs.n != 1 || o->inputs.v[0].kind != INPUT_C ||
			strcmp(o->inputs.v[0].text, "-") == 0))
		complain(p, "-serve shows one C source");
	if (o->serve &&
		(o->html || o->output || o->run ||
			(o->stage != STAGE_LINK && !(o->stage == STAGE_VIEW && o->compare))))
		complain(p, "-serve goes with options of compilation and with -compare= only");
	if (o->stage == STAGE_VIEW && o->compare && !o->archs.n)
		o->archs = o->code;
	if (o->stage == STAGE_VIEW && !p->failed)
		parse_variants(p);
	if (o->output && one_each && o->n_sources > 1)
		complain(p, "-o names one file, but %zu are to be written", o->n_sources);
	if (o->stage == STAGE_PTX && o->archs.n > 1)
		complain(p, "-S writes PTX for one architecture; name one with -arch=");
	if (o->code.n && o->stage < STAGE_OBJECT && o->stage != STAGE_HOST_C &&
		!(o->stage == STAGE_VIEW && o->compare))
		complain(p,
			"-code= puts machine code into objects and programs; -compare shows it, "
			"and -html without being told");
	for (int i = 0; i < o->code.n; i++)
		if (o->archs.n && !options_have_arch(&o->archs, o->code.v[i]))
			complain(p,
				"-code=sm_%d is made from PTX for sm_%d; name it with -arch= too",
				o->code.v[i], o->code.v[i]);
	if (o->output && strcmp(o->output, "-") == 0 && o->stage >= STAGE_OBJECT)
		complain(p, "'-o -': objects and executables are not written to standard output");
	if (o->output && *o->output == '\0')
		complain(p, "-o needs a file name");
}

bool
options_parse(struct arena *a, int argc, char **argv, FILE *err, struct options *o)
{
	struct parsing p = { .arena = a, .err = err, .o = o, .language = INPUT_OBJECT };

	*o = (struct options){ .stage = STAGE_LINK, .optimize = true };
	if (!options_expand(a, err, argc, argv, &p.in))
		return false;
	o->words = p.in;
	parse_words(&p);
	if (!p.failed)
		check(&p);
	return !p.failed;
}
