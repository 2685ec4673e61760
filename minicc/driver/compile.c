/* The driver's main loop: finds the library folder, compiles each source, links. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/driver.h"
#include "ptxgen.h"

void
driver_error(const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	va_start(ap, fmt);
	fputs("minicc: error: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
}

const char *
driver_output_name(struct driver *d, const char *source, const char *suffix)
{
	const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
	const char *dot = strrchr(name, '.');

	return arena_printf(d->arena, "%.*s%s",
		(int)(dot && dot != name ? (size_t)(dot - name) : strlen(name)), name, suffix);
}

/* ---- where things are ---- */

/* Look beside the executable: ../lib/minicc if installed, ../lib in the build tree. */
static const char *
find_lib_dir(struct arena *a)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	char *slash, *dir, *real;

	if (n < 0)
		return "/usr/local/lib/minicc";
	self[n] = '\0';
	slash = strrchr(self, '/');
	dir = arena_printf(a, "%.*s/../lib/minicc", (int)(slash - self), self);
	if (access(dir, F_OK) != 0)
		dir = arena_printf(a, "%.*s/../lib", (int)(slash - self), self);
	real = realpath(dir, NULL);
	if (real)
		dir = arena_strdup(a, real);
	free(real);
	return dir;
}

/* For clang: glibc's headers define as types what are keywords of gcc's and ours. */
static const char clang_types[] = "#define _Float32 __clang_Float32\n"
				  "#define _Float64 __clang_Float64\n"
				  "#define _Float32x __clang_Float32x\n"
				  "#define _Float64x __clang_Float64x\n";

/* Complete the user's preprocessor options with the system's.  Our omp.h comes before cc's. */
static void
complete_pp(struct driver *d)
{
	struct pp_options *pp = &d->pp;
	const char *ours = arena_printf(d->arena, "%s/include", d->lib_dir);

	*pp = d->o->pp;
	pp->predefined = arena_printf(d->arena, "%s#define _OPENMP 201511\n%s", d->cc.predefined,
		driver_cc_is_clang(d) ? clang_types : "");
	vec_push(d->arena, &pp->system_dirs, ours);
	for (size_t i = 0; !d->o->no_std_includes && i < d->cc.n_system_dirs; i++)
		vec_push(d->arena, &pp->system_dirs, d->cc.system_dirs[i]);
	for (size_t i = 0; i < d->o->after_dirs.n; i++)
		vec_push(d->arena, &pp->system_dirs, d->o->after_dirs.v[i]);
}

/* ---- inputs ---- */

static bool
same_file(const char *a, const char *b)
{
	struct stat sa, sb;

	return stat(a, &sa) == 0 && stat(b, &sb) == 0 && S_ISREG(sa.st_mode) &&
		sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}

static bool
check_inputs(const struct options *o)
{
	bool good = true;

	for (size_t i = 0; i < o->inputs.n; i++) {
		const struct input *in = &o->inputs.v[i];
		struct stat st;

		if (in->kind == INPUT_WORD || strcmp(in->text, "-") == 0)
			continue;
		if (stat(in->text, &st) != 0 && errno == ENOENT)
			driver_error("no such file or directory: '%s'", in->text);
		else if (access(in->text, R_OK) != 0)
			driver_error("cannot read '%s': %s", in->text, strerror(errno));
		else if (S_ISDIR(st.st_mode))
			driver_error("'%s' is a directory", in->text);
		else if (o->output && same_file(in->text, o->output))
			driver_error("'%s' is input and output", in->text);
		else
			continue;
		good = false;
	}
	return good;
}

static bool
assemble(struct driver *d, const struct input *in, const char *out)
{
	const char *written = output_begin(d, out);
	struct words command = { 0 };

	if (!written)
		return false;
	vec_push(d->arena, &command, d->cc.path);
	driver_add_cc_flags(d, &command);
	vec_push(d->arena, &command, "-c");
	vec_push(d->arena, &command, "-o");
	vec_push(d->arena, &command, written);
	if (in->language) {
		vec_push(d->arena, &command, "-x");
		vec_push(d->arena, &command, in->language);
	}
	vec_push(d->arena, &command, in->text);
	return driver_run(d, &command) == 0 && output_commit(d, written, out, false);
}

/* Return the object that a source becomes: -o or its own name with -c, else a temporary file. */
static const char *
object_for(struct driver *d, const char *source)
{
	if (d->o->stage == STAGE_LINK)
		return temp_file(d, ".o");
	if (d->o->stage != STAGE_OBJECT)
		return NULL;
	return d->o->output ? d->o->output : driver_output_name(d, source, ".o");
}

static bool
compile_all(struct driver *d, struct words *objects)
{
	bool good = true;

	for (size_t i = 0; i < d->o->inputs.n; i++) {
		const struct input *in = &d->o->inputs.v[i];
		const char *object;

		if (in->kind == INPUT_OBJECT && d->o->stage != STAGE_LINK)
			fprintf(stderr,
				"minicc: warning: '%s' not used, because nothing is linked\n",
				in->text);
		if (in->kind != INPUT_C && in->kind != INPUT_ASM)
			continue;
		object = object_for(d, in->text);
		if (!object && d->o->stage >= STAGE_OBJECT)
			return false;
		vec_push(d->arena, objects, object);
		if (in->kind == INPUT_C)
			good &= driver_compile(d, in->text, object);
		else if (d->o->stage >= STAGE_OBJECT)
			good &= assemble(d, in, object);
	}
	return good;
}

static int
link_and_run(struct driver *d, const struct words *objects)
{
	const char *program = d->o->output ? d->o->output : d->o->run ? temp_file(d, "") : "a.out";

	if (!program || !driver_link(d, objects, program))
		return 1;
	if (!d->o->run)
		return 0;
	if (!strchr(program, '/'))
		program = arena_printf(d->arena, "./%s", program);
	return driver_run_program(d, program);
}

/* ---- what needs no input ---- */

static void
list_switches(void)
{
	for (int i = 0; ptxgen_switch_name(i); i++)
		printf("%-12s %s\n", ptxgen_switch_name(i), ptxgen_switch_help(i));
}

static void
list_schemes(void)
{
	const struct scheme *s;

	printf("%-11s %s\n", "auto",
		"the best one for each target region (default); -Rpass=scheme says which");
	for (int i = 0; (s = scheme_at(i)); i++)
		printf("%-11s %s (%s)\n", scheme_name(s), scheme_summary(s), scheme_source(s));
	puts("(hostseq)   not of a kernel: parallel regions become kernels of their own, sequential code "
	     "is the host's (Bertolli et al. 2014, §2)");
}

/* Return true if the job was only to say something. */
static bool
only_answers(const struct options *o)
{
	if (o->help)
		options_help(stdout);
	else if (o->version)
		puts("minicc " MINICC_VERSION ": C with OpenMP target regions to PTX");
	else if (o->list_schemes)
		list_schemes();
	else if (o->list_switches)
		list_switches();
	else
		return false;
	return true;
}

static bool
check_scheme(const char *name)
{
	const struct scheme *s;

	if (!name || scheme_find(name))
		return true;
	if (strcmp(name, "hostseq") == 0) {
		driver_error(
			"'hostseq' makes other kernels, which -compare cannot set beside these: "
			"expected '-scheme=hostseq -compare=LIST'");
		return false;
	}
	driver_error("unknown scheme '%s'; these are known:", name);
	fprintf(stderr, "  auto\n");
	for (int i = 0; (s = scheme_at(i)); i++)
		fprintf(stderr, "  %s\n", scheme_name(s));
	return false;
}

static bool
check_schemes(const struct options *o)
{
	bool good = check_scheme(o->scheme);

	for (size_t i = 0; i < o->variants.n && good; i++)
		if (!o->variants.v[i].o->scheme || strcmp(o->variants.v[i].o->scheme, "all") != 0)
			good = check_scheme(o->variants.v[i].o->scheme);
	return good;
}

int
driver_main(struct arena *arena, const struct options *o, struct temps *temps)
{
	struct driver d = { .arena = arena, .o = o, .temps = temps };
	struct words objects = { 0 };

	if (only_answers(o))
		return 0;
	if (o->explain)
		return driver_explain(o->explain, stdout) ? 0 : 1;
	if (!check_schemes(o) || (!o->ask_cc && !check_inputs(o)))
		return 1;
	if (o->serve)
		return driver_serve(arena, o, temps);
	d.lib_dir = find_lib_dir(arena);
	if (!driver_find_cc(&d))
		return 1;
	if (o->ask_cc)
		return driver_ask_cc(&d);
	if (!driver_check_doubtful(&d))
		return 1;
	complete_pp(&d);
	if (!compile_all(&d, &objects))
		return 1;
	return o->stage == STAGE_LINK ? link_and_run(&d, &objects) : 0;
}
