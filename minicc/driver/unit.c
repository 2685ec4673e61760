/* One C source through the compiler: preprocess, parse, PTX, host C, object. Each step stops the
 * source, not the driver, when it found errors. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/job.h"
#include "driver/machine.h"
#include "host/host.h"
#include "c/parse.h"
#include "pp/print.h"

/* ---- output files ---- */

bool
job_write(struct job *j, const char *path, void (*write)(struct job *, FILE *, void *ctx),
	void *ctx)
{
	const char *written;
	FILE *f;

	if (strcmp(path, "-") == 0) {
		write(j, stdout, ctx);
		return fflush(stdout) == 0; /* main reports errors of standard output */
	}
	written = output_begin(j->d, path);
	if (!written)
		return false;
	f = fopen(written, "w");
	if (f)
		write(j, f, ctx);
	if (!f || ferror(f) || fclose(f) != 0) {
		driver_error("cannot write '%s': %s", path, strerror(errno));
		temp_forget(j->d->temps, written, strcmp(written, path) != 0);
		return false;
	}
	return j->d->o->dry_run || output_commit(j->d, written, path, false);
}

const char *
job_read(struct job *j, const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t n, room = 0;
	ssize_t size = f ? getdelim(&text, &room, '\0', f) : -1;

	if (f)
		fclose(f);
	n = size > 0 ? (size_t)size : 0;
	const char *kept = n ? arena_strndup(j->arena, text, n) : NULL;
	free(text);
	return kept;
}

static const char *
output_path(struct job *j, const char *suffix)
{
	const struct options *o = j->d->o;

	return o->output ? o->output : suffix ? driver_output_name(j->d, j->path, suffix) : "-";
}

/* ---- preprocess ---- */

static bool
run_preprocessor(struct job *j)
{
	struct driver *d = j->d;
	bool good = preprocess(&j->pp, j->path, &j->tokens);

	if (good && (d->o->deps || d->o->deps_also))
		good = driver_write_deps(d, &j->pp.deps, j->path,
			j->object && d->o->stage == STAGE_LINK ? d->o->output : j->object);
	return good;
}

static void
write_preprocessed(struct job *j, FILE *out, void *ctx)
{
	struct tok_printer p = {
		.out = out,
		.sources = j->pp.sources,
		.markers = !j->d->o->no_markers,
	};

	(void)ctx;
	print_tokens(&p, j->tokens.tok, j->tokens.tok + j->tokens.n - 1);
	tok_printer_end_line(&p);
}

static void
write_macros(struct job *j, FILE *out, void *ctx)
{
	(void)ctx;
	fputs(j->pp.macros, out);
}

/* ---- parse ---- */

/* Set j->unit unless it has errors.  Its messages go to DIAG, hostseq's to the job's. */
static void
rewrite_tokens(struct job *j, struct diag *diag)
{
	struct unit *unit;

	if (setjmp(*diag_stop(diag)) != 0)
		return;
	unit = parse_unit(j->arena, diag, j->pp.sources, j->tokens, j->path);
	if (diag_errors(diag) > 0)
		return;
	j->unit = unit;
	j->tokens = omp_sequential_on_host(j->arena, j->diag, unit);
}

/* Make of the unit what -scheme=hostseq reads in its place.  Return the unit itself, for checks of
 * what the user wrote, or NULL: it has errors, of which the second reading speaks. */
static const struct unit *
move_sequential_code(struct job *j)
{
	char *said = NULL;
	size_t size;
	FILE *held = open_memstream(&said, &size);
	struct diag *diag = held ? diag_new(j->pp.sources, held) : NULL;

	if (diag)
		rewrite_tokens(j, diag);
	if (held)
		fclose(held);
	diag_free(diag);
	free(said);
	diag_stop_on_errors(j->diag);
	return j->unit;
}

/* ---- device code ---- */

static bool
asks_for(const struct options *o, const char *warning)
{
	for (size_t i = 0; i < o->cc_flags.n; i++)
		if (strncmp(o->cc_flags.v[i], warning, strlen(warning)) == 0)
			return true;
	return false;
}

/* Return whether types are laid out on the device as on the host.  Where that cannot be, nothing
 * may be mapped. */
static bool
lays_out_as_host(struct job *j)
{
	static const char *const others[] = { "-fpack-struct", "-fshort-wchar",
		"-funsigned-bitfields", "-fno-signed-bitfields", "-mms-bitfields" };
	const struct driver *d = j->d;

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		if (!asks_for(d->o, others[i]))
			continue;
		driver_error("%s: device code does not follow '%s'; compile files with target "
			     "regions without it",
			j->path, others[i]);
		return false;
	}
	if (strstr(d->cc.predefined, "#define __LP64__ 1\n") &&
		strstr(d->cc.predefined, "#define __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__\n"))
		return true;
	driver_error("%s: target regions need a host with pointers and longs of 8 bytes, lowest "
		     "byte first; '%s' compiles for another",
		j->path, d->cc.path);
	return false;
}

/* Return a source of the device library, which ptxgen asks for when a kernel needs a function of
 * it. */
static struct unit *
device_library(void *ctx, const char *name)
{
	struct job *j = ctx;
	const char *file = arena_printf(j->arena, "%s.c", name);
	const char *text = driver_device_source(j->arena, name);
	struct pp_options options = {
		.predefined = j->d->pp.predefined,
		.short_enums = j->d->pp.short_enums,
	};
	struct pp_context pp = j->pp;
	struct token_list tokens;
	struct unit *unit;

	if (!text)
		diag_bug("device library", "there is no '%s'", file);
	for (size_t i = 0; i < j->d->cc.n_system_dirs; i++)
		vec_push(j->arena, &options.system_dirs, j->d->cc.system_dirs[i]);
	pp.options = &options;
	pp.deps = (struct pp_dependencies){ 0 };
	preprocess_text(&pp, arena_printf(j->arena, "<minicc>/%s", file), text, strlen(text),
		&tokens);
	diag_stop_on_errors(j->diag);
	unit = parse_unit(j->arena, j->diag, j->pp.sources, tokens, file);
	source_of(j->pp.sources, tokens.tok->place.file)->is_system = true; /* no remarks on it */
	return unit;
}

static void
set_archs(struct ptxgen_options *to, const struct options *o)
{
	static const int all[] = { 35, 70, 90 };

	to->narchs = o->archs.n;
	for (int i = 0; i < o->archs.n; i++)
		to->archs[i] = o->archs.v[i];
	if (o->archs.n > 0)
		return;
	if (o->stage == STAGE_PTX || o->stage == STAGE_CHECK || o->stage == STAGE_VIEW) {
		to->archs[to->narchs++] = 70;
		return;
	}
	for (int i = 0; i < PTXGEN_MAX_ARCHS; i++)
		to->archs[to->narchs++] = all[i];
}

static bool
has_device_code(const struct unit *u)
{
	for (int i = 0; i < u->ndecls; i++)
		if (u->decls[i]->declare_target && u->decls[i]->is_definition)
			return true;
	return u->ntargets > 0;
}

struct ptxgen_options
job_device_options(struct job *j, const struct options *o)
{
	struct ptxgen_options options = {
		.scheme = o->scheme ? scheme_find(o->scheme) : NULL,
		.optimize = o->optimize,
		.devirtualize = !o->no_devirtualize,
		.strict_grids = o->strict_grids,
		.contract = !o->contract || strcmp(o->contract, "on") == 0 ? CONTRACT_ON :
			strcmp(o->contract, "off") == 0                    ? CONTRACT_OFF :
									     CONTRACT_FAST,
		.modes = o->modes,
		.without = o->device_without,
		.wraps = o->wraps,
		.maps_disjoint = o->nonaliased_maps,
		.ordered_reductions = o->ordered_reductions,
		.simd = o->simd,
		.simdlen = o->simdlen,
		.max_registers = o->max_registers,
		.line_comments = o->stage == STAGE_PTX || o->stage == STAGE_HOST_C,
		.dump = o->dump,
		.dump_file = stderr,
		.device_library = device_library,
		.device_library_ctx = j,
	};

	set_archs(&options, o);
	return options;
}

static bool
run_ptxgen(struct job *j)
{
	struct ptxgen_options options = job_device_options(j, j->d->o);

	return !has_device_code(j->unit) ||
		(lays_out_as_host(j) &&
			ptxgen_unit(j->arena, j->diag, j->unit, &options, &j->device));
}

/* Return whether other files may use something of the image. */
static bool
is_visible(const struct ptxgen_image *image)
{
	return strstr(image->text, ".visible .func") || strstr(image->text, ".visible .global") ||
		strstr(image->text, ".weak ");
}

/* Assemble the images for -code=: code that runs, unless it wants other files or the device runtime;
 * and what can be linked, if it does or others may want it. */
static bool
assemble_images(struct job *j)
{
	const struct ptxgen_result *r = &j->device;
	bool linked = r->needs_link || r->launches_grids;

	if (j->d->o->code.n && r->nimages && r->launches_grids)
		fprintf(stderr,
			"minicc: warning: '%s' stays PTX on a GPU: it launches kernels from the "
			"device; the simulator runs its machine code\n",
			j->path);
	for (int i = 0; i < r->nimages; i++) {
		struct ptxgen_image *image = &j->device.images[i];

		if (!options_have_arch(&j->d->o->code, image->arch))
			continue;
		if (!linked && !driver_assemble(j->d, j->arena, image, false, j->path))
			return false;
		if ((linked || is_visible(image)) &&
			!driver_assemble(j->d, j->arena, image, true, j->path))
			return false;
	}
	return true;
}

static void
write_ptx(struct job *j, FILE *out, void *ctx)
{
	(void)ctx;
	if (j->device.nimages == 0) {
		fprintf(stderr, "minicc: warning: '%s' has no device code\n", j->path);
		fprintf(out, "// no device code in %s\n", j->path);
		return;
	}
	fputs(j->device.images[0].text, out);
}

/* ---- host code ---- */

static void
write_host(struct job *j, FILE *out, void *ctx)
{
	struct host_options options = {
		.readable = j->d->o->stage == STAGE_HOST_C,
		.serial = j->d->o->no_openmp,
		.ahead = j->d->o->optimize && !(j->d->o->device_without >> PTXGEN_SWITCH_AHEAD & 1),
		.lib_dir = j->d->lib_dir,
	};

	(void)ctx;
	host_write(out, j->arena, j->diag, j->unit, &j->device, &options);
}

/* Silence warnings that look at comments, or keep silent in macros: cc sees neither any more.
 * Asked for by name they come all the same. */
static void
silence_source_warnings(struct driver *d, struct words *command)
{
	static const char *const names[] = { "implicit-fallthrough", "address",
		"tautological-compare", "misleading-indentation" };

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!asks_for(d->o, arena_printf(d->arena, "-W%s", names[i])))
			vec_push(d->arena, command, arena_printf(d->arena, "-Wno-%s", names[i]));
}

/* Name files that cc writes beside the object after it, and not after the name that it has until it
 * is complete. */
static void
name_side_files(struct job *j, struct words *command)
{
	static const char *const makers[] = { "--coverage", "-ftest-coverage", "-fprofile-arcs",
		"-gsplit-dwarf", "-fstack-usage", "-fcallgraph-info" };
	struct arena *a = j->d->arena;
	const char *slash = strrchr(j->object, '/'), *name = slash ? slash + 1 : j->object;
	bool wanted = false;

	for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++)
		wanted |= asks_for(j->d->o, makers[i]);
	if (!wanted || driver_cc_is_clang(j->d))
		return;
	vec_push(a, command, "-dumpdir");
	vec_push(a, command, arena_strndup(a, j->object, (size_t)(name - j->object)));
	vec_push(a, command, "-dumpbase");
	vec_push(a, command, name);
	vec_push(a, command, "-dumpbase-ext");
	vec_push(a, command, ".o");
}

/* Add the words of -fcheck-host: cc calls a function of a sanitizer's at each load and store, and
 * those are libdevrt's (devrt/host/access.c), since no sanitizer is linked.  gcc's
 * -fsanitize=address leaves out a store behind a load, clang's -fsanitize=thread many variables of
 * the stack. */
static void
add_checks_of_host(struct job *j, struct words *command)
{
	static const char *const all[] = { "-g1", "-gdwarf-4", "-fno-omit-frame-pointer",
		"-fno-builtin-memcpy", "-fno-builtin-memmove", "-fno-builtin-memset", NULL };
	static const char *const gcc[] = { "-fsanitize=thread", "-Wno-tsan", NULL };
	static const char *const clang[] = { "-fsanitize=address",
		"-fno-sanitize-address-use-after-scope", "-finstrument-functions-after-inlining",
		"-mllvm", "-asan-instrumentation-with-call-threshold=0", "-mllvm", "-asan-stack=0",
		"-mllvm", "-asan-globals=0", "-mllvm", "-asan-opt=0", "-mllvm",
		"-asan-use-stack-safety=0", "-mllvm", "-asan-guard-against-version-mismatch=0",
		NULL };

	for (const char *const *w = all; *w; w++)
		vec_push(j->d->arena, command, *w);
	for (const char *const *w = driver_cc_is_clang(j->d) ? clang : gcc; *w; w++)
		vec_push(j->d->arena, command, *w);
}

/* Declarations that let libdevrt see what the C library's functions do to memory, where it has them
 * as well. */
static const char library_calls[] =
	"void *memcpy(void *, const void *, __typeof__(sizeof 0)) __asm__(\"__asan_memcpy\");\n"
	"void *memmove(void *, const void *, __typeof__(sizeof 0)) __asm__(\"__asan_memmove\");\n"
	"void *memset(void *, int, __typeof__(sizeof 0)) __asm__(\"__asan_memset\");\n"
	"void *realloc(void *, __typeof__(sizeof 0)) __asm__(\"devrt_host_realloc\");\n"
	"void free(void *) __asm__(\"devrt_host_free\");\n";

static void
cc_command(struct job *j, struct words *command, const char *source, const char *object)
{
	const struct options *o = j->d->o;
	struct arena *a = j->d->arena;

	vec_push(a, command, j->d->cc.path);
	if (o->check_host)
		add_checks_of_host(j, command);
	driver_add_cc_flags(j->d, command);
	if (!o->no_openmp && (o->fopenmp || (j->unit && host_needs_openmp(j->unit)))) {
		j->d->link_openmp = true;
		vec_push(a, command, "-fopenmp");
		if (!driver_cc_is_clang(j->d))
			vec_push(a, command, "-foffload=disable");
	}
	silence_source_warnings(j->d, command);
	name_side_files(j, command);
	vec_push(a, command, "-x");
	vec_push(a, command, "cpp-output");
	vec_push(a, command, "-c");
	vec_push(a, command, "-o");
	vec_push(a, command, object);
	vec_push(a, command, source);
}

typedef void write_fn(struct job *, FILE *, void *ctx);

static void
write_for_cc(struct job *j, FILE *out, void *ctx)
{
	write_fn *const *write = ctx;

	if (j->d->o->check_host)
		fprintf(out, "# 1 \"%s\" 3\n%s", j->path, library_calls);
	(*write)(j, out, NULL);
}

/* Compile to an object what WRITE writes. */
static bool
compile_text(struct job *j, write_fn *write)
{
	struct driver *d = j->d;
	const char *source = temp_file(d, ".i"),
		   *written = source ? output_begin(d, j->object) : NULL;
	struct words command = { 0 };
	int status;

	if (!written || !job_write(j, source, write_for_cc, &write))
		return false;
	if (j->unit)
		diag_stop_on_errors(j->diag);
	cc_command(j, &command, source, written);
	status = driver_run(d, &command);
	if (status > 128)
		driver_error("'%s' was ended by signal %d", d->cc.path, status - 128);
	temp_forget(d->temps, source, true);
	return status == 0 && output_commit(d, written, j->object, false);
}

static bool
compile_host(struct job *j)
{
	j->d->link_runtime |= j->device.nimages > 0 || j->unit->nhost_directives > 0;
	return compile_text(j, write_host);
}

/* ---- -save-temps ---- */

static void
write_image(struct job *j, FILE *out, void *ctx)
{
	const struct ptxgen_image *image = ctx;

	(void)j;
	fputs(image->text, out);
}

/* Save the source preprocessed, the PTX of each architecture and the host C, by the source's
 * name. */
static bool
save_temps(struct job *j)
{
	const char *dot = strrchr(j->path, '.');
	bool good = !j->unit ||
		job_write(j, driver_output_name(j->d, j->path, ".host.c"), write_host, NULL);

	if (good && (!dot || strcmp(dot, ".i") != 0))
		good = job_write(j, driver_output_name(j->d, j->path, ".i"), write_preprocessed,
			NULL);
	for (int i = 0; i < j->device.nimages && good; i++) {
		struct ptxgen_image *image = &j->device.images[i];
		const char *suffix = arena_printf(j->arena, ".sm_%d.ptx", image->arch);

		good = job_write(j, driver_output_name(j->d, j->path, suffix), write_image, image);
	}
	return good;
}

/* ---- all steps ---- */

/* Return whether the file has OpenMP.  Without it there is no part for us: what is wrong with it,
 * and which of GNU C's extensions it may use, is for cc to say. */
static bool
has_openmp(const struct job *j)
{
	for (size_t i = 0; i < j->tokens.n; i++)
		if (j->tokens.tok[i].kind == TK_PRAGMA_OMP)
			return true;
	return false;
}

static void
release_messages(struct job *j)
{
	if (!j->held)
		return;
	fclose(j->held);
	j->held = NULL;
	diag_redirect(j->diag, stderr);
	fputs(j->said, stderr);
	free(j->said);
}

static bool
run_steps(struct job *j)
{
	const struct options *o = j->d->o;
	const struct unit *written = NULL;
	bool good = run_preprocessor(j);

	if (has_openmp(j))
		release_messages(j);
	if (!good)
		return false;
	if (o->stage == STAGE_PREPROCESS)
		return job_write(j, output_path(j, NULL),
			o->list_macros ? write_macros : write_preprocessed, NULL);
	if (o->stage == STAGE_DEPS)
		return true;
	j->tokens.device_arch = o->archs.n == 1 ? o->archs.v[0] : 0;
	if (o->host_sequential)
		written = move_sequential_code(j);
	j->unit = parse_unit(j->arena, j->diag, j->pp.sources, j->tokens, j->path);
	omp_check_const_maps(j->diag, j->unit);
	diag_stop_on_errors(j->diag);
	release_messages(j);
	written = written ? written : j->unit;
	omp_check_lost_values(j->diag, written);
	omp_check_unset(j->diag, written);
	omp_check_early_uses(j->diag, written);
	if (o->optimize && !(o->device_without >> PTXGEN_SWITCH_UNUSED_MAPS & 1))
		omp_drop_unused_maps(j->diag, j->unit);
	if (o->optimize && !(o->device_without >> PTXGEN_SWITCH_TABLES & 1))
		omp_keep_tables(j->diag, j->unit);
	if (o->device_without >> PTXGEN_SWITCH_BY_VALUE & 1)
		omp_pass_in_memory(j->unit);
	if (o->stage == STAGE_VIEW)
		return job_compare(j);
	if (!run_ptxgen(j))
		return false;
	diag_stop_on_errors(j->diag);
	if (o->stage == STAGE_CHECK)
		return true;
	if (o->stage == STAGE_PTX)
		return job_write(j, output_path(j, ".ptx"), write_ptx, NULL);
	if (!assemble_images(j))
		return false;
	if (o->stage == STAGE_HOST_C)
		return job_write(j, output_path(j, ".host.c"), write_host, NULL);
	return compile_host(j) && (!o->save_temps || save_temps(j));
}

static void
job_start(struct job *j)
{
	const struct options *o = j->d->o;

	j->arena = arena_new();
	j->pp = (struct pp_context){
		.arena = j->arena,
		.names = interner_new(j->arena),
		.sources = sources_new(j->arena),
		.options = &j->d->pp,
	};
	j->diag = j->pp.diag = diag_new(j->pp.sources, stderr);
	for (size_t i = 0; i < o->diag_flags.n; i++)
		diag_option(j->diag, o->diag_flags.v[i]);
	if (o->stage < STAGE_OBJECT || strcmp(j->path, "-") == 0) /* that is read only once */
		return;
	j->held = open_memstream(&j->said, &j->said_size);
	if (j->held)
		diag_redirect(j->diag, j->held);
}

static void
job_end(struct job *j)
{
	if (j->held) {
		fclose(j->held);
		free(j->said);
	}
	diag_free(j->diag);
	arena_free(j->arena);
}

/* Leave to cc a file without OpenMP that is wrong, or that uses what we do not know. */
static bool
leave_to_cc(struct job *j)
{
	struct pp_options as_text = j->d->pp;

	job_end(j);
	*j = (struct job){ .d = j->d, .path = j->path, .object = j->object };
	job_start(j);
	release_messages(j);
	as_text.text_only = true;
	j->pp.options = &as_text;
	if (setjmp(*diag_stop(j->diag)) == 0)
		j->finished = run_preprocessor(j) && compile_text(j, write_preprocessed) &&
			(!j->d->o->save_temps || save_temps(j));
	return j->finished;
}

bool
driver_compile(struct driver *d, const char *path, const char *object)
{
	struct job *j = NEW(d->arena, struct job);
	bool good;

	*j = (struct job){ .d = d, .path = path, .object = object };
	job_start(j);
	if (setjmp(*diag_stop(j->diag)) == 0)
		j->finished = run_steps(j);
	good = j->held ? leave_to_cc(j) : j->finished && diag_errors(j->diag) == 0;
	diag_end(j->diag);
	job_end(j);
	return good;
}
