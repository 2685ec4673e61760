/*
 * compile.h: one text through the compiler, for the fuzz targets: preprocessed, parsed and, when it
 * has no errors, made into PTX and host C.  Nothing is read but the text and minicc's omp.h; no
 * process is started.  What is wrong with the text is not looked at, only that nothing breaks.
 */
#ifndef TESTS_FUZZ_COMPILE_H
#define TESTS_FUZZ_COMPILE_H

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "driver/driver.h"
#include "host/host.h"
#include "c/parse.h"
#include "pp/pp.h"
#include "ptxgen.h"

struct fuzzed {
	struct arena *arena;
	struct diag *diag;
	struct pp_context pp;
	struct pp_options options;
	struct token_list tokens;
	struct unit *unit;
	FILE *sink;
};

/* What little of the host's predefined macros the device library and omp.h ask for. */
static const char fuzz_predefined[] =
	"#define __x86_64__ 1\n#define __SIZE_TYPE__ unsigned long\n#define __PTRDIFF_TYPE__ long\n"
	"#define __WCHAR_TYPE__ int\n#define __CHAR_BIT__ 8\n#define __INT_MAX__ 2147483647\n";

static inline bool
fuzz_preprocess(struct fuzzed *f, const char *name, const char *text, struct token_list *tokens)
{
	struct pp_context pp = f->pp;

	return preprocess_text(&pp, name, text, strlen(text), tokens);
}

static struct unit *
fuzz_device_library(void *ctx, const char *name)
{
	struct fuzzed *f = ctx;
	const char *text = driver_device_source(f->arena, name);
	struct token_list tokens;

	if (!text || !fuzz_preprocess(f, name, text, &tokens))
		diag_fatal(f->diag, (struct place){ 0 }, "no library '%s' here", name);
	return parse_unit(f->arena, f->diag, f->pp.sources, tokens, name);
}

static inline void
fuzz_generate(struct fuzzed *f, unsigned choice)
{
	static const int archs[] = { 35, 70, 90 };
	struct ptxgen_options options = {
		.narchs = 1,
		.archs = { archs[choice % 3] },
		.scheme = choice & 8 ? scheme_at((int)(choice >> 4) % 7) : NULL,
		.optimize = !(choice & 4),
		.devirtualize = true,
		.contract = CONTRACT_ON,
		.dump_file = f->sink,
		.device_library = fuzz_device_library,
		.device_library_ctx = f,
	};
	struct ptxgen_result result = { 0 };
	struct host_options host = { .lib_dir = "/nowhere" };

	diag_stop_on_errors(f->diag);
	if (!ptxgen_unit(f->arena, f->diag, f->unit, &options, &result))
		return;
	diag_stop_on_errors(f->diag);
	host_write(f->sink, f->arena, f->diag, f->unit, &result, &host);
}

/* CHOICE picks architecture, scheme and optimisation; GENERATE: not only the front end. */
static inline void
fuzz_compile(const char *text, bool generate, unsigned choice)
{
	struct fuzzed *f = calloc(1, sizeof *f);
	char *written = NULL;
	size_t size;

	f->sink = open_memstream(&written, &size);
	f->arena = arena_new();
	f->options.predefined = fuzz_predefined;
	vec_push(f->arena, &f->options.system_dirs, "minicc/include");
	f->pp = (struct pp_context){
		.arena = f->arena,
		.names = interner_new(f->arena),
		.sources = sources_new(f->arena),
		.options = &f->options,
	};
	f->diag = f->pp.diag = diag_new(f->pp.sources, f->sink);
	if (setjmp(*diag_stop(f->diag)) == 0 && fuzz_preprocess(f, "fuzz.c", text, &f->tokens)) {
		f->unit = parse_unit(f->arena, f->diag, f->pp.sources, f->tokens, "fuzz.c");
		if (generate)
			fuzz_generate(f, choice);
	}
	diag_free(f->diag);
	fclose(f->sink);
	free(written);
	arena_free(f->arena);
	free(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
