/*
 * ptxsim_main.c: the program `ptxsim`, which runs one kernel of a PTX file from the command line.
 * `ptxsim --help` describes its small language for arguments.  It uses sim.h as libptxsim does; no
 * other file of the simulator may depend on it.
 *
 * Exit status: 0 the kernel ran, 1 it failed, a check found something or the PTX is wrong, 2 the
 * command line is wrong.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check/checks.h"
#include "steps/steps.h"
#include "timing/lines.h"
#include "timing/stats.h"

static const char usage[] =
	"usage: ptxsim [OPTION...] FILE KERNEL [ARGUMENT...]\n"
	"       ptxsim --list FILE\n"
	"       ptxsim --disassemble FILE\n"
	"Runs a kernel of a PTX file, or of a cubin, on a simulated GPU.\n"
	"\n"
	"  --device=NAME         a GPU (default v100), or a FILE.gpu that describes one\n"
	"  --devices             list the GPUs\n"
	"  --grid=X[,Y[,Z]]      teams (blocks); default 1\n"
	"  --block=X[,Y[,Z]]     threads in each; default 32\n"
	"  --shared=BYTES        dynamic shared memory of each team\n"
	"  --stack=BYTES         local memory of each thread for calls\n"
	"  --code=machine        assemble the PTX with CUDA's ptxas and run what comes out\n"
	"  --link=FILE           another text, or another cubin of ptxas -c, that belongs to FILE\n"
	"  --threads=N           use N threads of this computer; default all cores\n"
	"  --max-instructions=N  stop after N warp instructions in a team\n"
	"  --check=LIST          look for mistakes: bounds, init, race, sync, or all\n"
	"  --print=NAME[I:N]     after the run print N elements of NAME from I on, or all\n"
	"  --write=NAME:FILE     after the run write NAME's bytes to FILE\n"
	"  --stats               print how many instructions ran\n"
	"  --timing              time the run on the device's model and print where it went\n"
	"  --timing=json         the same in JSON, all digits\n"
	"  --timing=lines        in JSON, and what happened at each instruction\n"
	"  --steps=FILE          record what the warps of team 0 do: FILE.html, a page to step through,\n"
	"                        or FILE.json; then maybe ,team=N and ,steps=N (default 20000)\n"
	"  --list                print the kernels and their parameters\n"
	"  --disassemble         print the machine code of a cubin, or of PTX for the device: each\n"
	"                        instruction's schedule, behind the PTX line that it was made of\n"
	"  --help                this text\n"
	"\n"
	"One ARGUMENT for each parameter of the kernel, in order:\n"
	"  TYPE:VALUE            u32:5  s64:-1  f64:3.0  f32:1.5  u8:0xff ...\n"
	"  hex:BYTES             a structure passed by value: hex:0500000001000000\n"
	"  buf:TYPE[N]=INIT      address of N elements in device memory.  INIT is one number\n"
	"                        for all, numbers with commas (the rest is 0), iota (0, 1, 2...)\n"
	"                        or @FILE (its bytes); without INIT all are 0\n"
	"  out:TYPE[N]=INIT      the same, and printed after the run\n"
	"  =ARG                  an earlier buffer once more: =0 is argument 0, or =NAME\n"
	"  NAME=buf:...          gives a buffer a name; otherwise it is called arg0, arg1...\n"
	"\n"
	"  ptxsim --grid=4 --block=256 triad.ptx triad out:f64[1000] buf:f64[1000]=1 \\\n"
	"         b=buf:f64[1000]=iota f64:3 --print=b[0:8]\n";

enum { EXIT_FAILED = 1, EXIT_USAGE = 2, MAX_ARGS = 256, MAX_FILES = 64 };

static void die(int status, const char *fmt, ...) __attribute__((noreturn, format(printf, 2, 3)));

static void
die(int status, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fputs("ptxsim: error: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	if (status == EXIT_USAGE)
		fputs("try: ptxsim --help\n", stderr);
	exit(status);
}

static void *
xalloc(size_t bytes)
{
	void *p = calloc(1, bytes ? bytes : 1);

	if (!p)
		die(EXIT_FAILED, "out of host memory for the simulation");
	return p;
}

static char *
xstrndup(const char *s, size_t n)
{
	char *copy = xalloc(n + 1);

	return memcpy(copy, s, n);
}

/* ---- numbers ---- */

static const struct type {
	const char *name;
	char kind;
	int bytes;
} types[] = {
	{ "u8", 'u', 1 },
	{ "u16", 'u', 2 },
	{ "u32", 'u', 4 },
	{ "u64", 'u', 8 },
	{ "s8", 's', 1 },
	{ "s16", 's', 2 },
	{ "s32", 's', 4 },
	{ "s64", 's', 8 },
	{ "b8", 'u', 1 },
	{ "b16", 'u', 2 },
	{ "b32", 'u', 4 },
	{ "b64", 'u', 8 },
	{ "f32", 'f', 4 },
	{ "f64", 'f', 8 },
};

static const struct type *
find_type(const char *s, size_t len)
{
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strlen(types[i].name) == len && !memcmp(types[i].name, s, len))
			return &types[i];
	return NULL;
}

static void
put_double(const struct type *t, double value, void *out)
{
	float narrow = (float)value;

	memcpy(out, t->bytes == 4 ? (void *)&narrow : (void *)&value, (size_t)t->bytes);
}

/* Store it little endian, as the device and every machine that this runs on. */
static bool
put_integer(const struct type *t, const char *s, char **end, void *out)
{
	bool negative = s[strspn(s, " \t")] == '-';
	int bits = t->bytes * 8;

	errno = 0;
	if (t->kind == 's' || negative) {
		long long v = strtoll(s, end, 0);
		if (errno || t->kind == 'u')
			return false;
		if (bits < 64 && (v < -(1LL << (bits - 1)) || v >= 1LL << (bits - 1)))
			return false;
		memcpy(out, &v, (size_t)t->bytes);
	} else {
		unsigned long long v = strtoull(s, end, 0);
		if (errno || (bits < 64 && v >> bits))
			return false;
		memcpy(out, &v, (size_t)t->bytes);
	}
	return true;
}

/* The number at s, which ends at *end.  Ends the program when there is none or it is too large. */
static void
put_number(const struct type *t, const char *s, char **end, void *out, const char *arg)
{
	if (t->kind == 'f') {
		put_double(t, strtod(s, end), out);
		if (*end == s)
			die(EXIT_USAGE, "%s: expected a number at '%s'", arg, s);
		return;
	}
	*end = (char *)s;
	if (!put_integer(t, s, end, out))
		die(EXIT_USAGE, "%s: '%s' does not fit in %s", arg, s, t->name);
	if (*end == s)
		die(EXIT_USAGE, "%s: expected an integer at '%s'", arg, s);
}

static void
print_element(FILE *out, const struct type *t, const void *at)
{
	union {
		uint64_t u;
		double d;
		float f;
	} v = { 0 };
	int shift = 64 - t->bytes * 8;

	memcpy(&v, at, (size_t)t->bytes);
	if (t->kind == 'f')
		fprintf(out, "%.*g", t->bytes == 4 ? 9 : 17, t->bytes == 4 ? (double)v.f : v.d);
	else if (t->kind == 'u')
		fprintf(out, "%llu", (unsigned long long)v.u);
	else /* sign-extend from its width */
		fprintf(out, "%lld", (long long)(int64_t)(v.u << shift) >> shift);
}

static uint64_t
option_number(const char *option, const char *value, uint64_t most)
{
	char *end;

	errno = 0;
	unsigned long long n = strtoull(value, &end, 0);
	if (end == value || *end || *value == '-' || errno || n > most)
		die(EXIT_USAGE, "%s=%s: expected a number up to %llu", option, value,
			(unsigned long long)most);
	return n;
}

static struct sim_dim3
option_dim3(const char *option, const char *value)
{
	unsigned v[3] = { 1, 1, 1 };
	const char *p = value;
	char *end;

	for (int i = 0;; i++, p = end + 1) {
		unsigned long long n = strtoull(p, &end, 10);

		if (i == 3 || end == p || *p == '-' || n < 1 || n > INT32_MAX ||
			(*end && *end != ','))
			die(EXIT_USAGE, "%s=%s: expected X[,Y[,Z]], each 1 or more", option, value);
		v[i] = (unsigned)n;
		if (!*end)
			return (struct sim_dim3){ v[0], v[1], v[2] };
	}
}

/* ---- what the command line asks for ---- */

struct request { /* --print, --write, and each out: */
	bool write;
	const char *name, *file; /* name not NUL-terminated */
	size_t name_len, first, count;
	bool all;
	struct request *next;
};

struct buffer {
	char *name;
	const struct type *type;
	size_t count;
	uint64_t addr;
};

struct command {
	const struct sim_model *model;
	const char *file[MAX_FILES], *kernel;
	int nfiles;
	const char *arg[MAX_ARGS];
	int nargs;
	bool list, disassemble, stats, timing, json, lines, machine;
	unsigned check;        /* bits of check/checks.h */
	struct steps *steps;   /* or NULL */
	struct checks *checks; /* freed behind the device, which they observe */
	struct sim_launch launch;
	struct request *requests, **requests_end;
	struct buffer buffer[MAX_ARGS]; /* by argument; type NULL: not a buffer */
};

static void
add_request(struct command *c, struct request r)
{
	struct request *p = xalloc(sizeof *p);

	*p = r;
	*c->requests_end = p;
	c->requests_end = &p->next;
}

/* Read NAME or NAME[I:N]. */
static struct request
parse_print(const char *value)
{
	struct request r = { .name = value, .name_len = strcspn(value, "["), .all = true };
	const char *p = value + r.name_len;
	char *end;

	if (!r.name_len)
		die(EXIT_USAGE, "--print=%s: expected NAME or NAME[I:N]", value);
	if (!*p)
		return r;
	r.all = false;
	r.first = strtoull(p + 1, &end, 10);
	if (end == p + 1 || *end != ':' || p[1] == '-')
		die(EXIT_USAGE, "--print=%s: expected NAME[I:N]", value);
	p = end + 1;
	r.count = strtoull(p, &end, 10);
	if (end == p || strcmp(end, "]") || *p == '-')
		die(EXIT_USAGE, "--print=%s: expected NAME[I:N]", value);
	return r;
}

static struct request
parse_write(const char *value)
{
	const char *colon = strchr(value, ':');

	if (!colon || colon == value || !colon[1])
		die(EXIT_USAGE, "--write=%s: expected NAME:FILE", value);
	return (struct request){ .write = true,
		.name = value,
		.name_len = (size_t)(colon - value),
		.file = colon + 1,
		.all = true };
}

static const struct sim_model *
find_model(const char *name)
{
	struct sim_log why = { 0 };
	const struct sim_model *m = sim_gpu(name, strlen(name), &why);

	if (!m)
		die(EXIT_USAGE, "%s", why.text);
	return m;
}

/* Print a line for each: name, compute capability, what cuDeviceGetName says. */
static void
list_gpus(void)
{
	struct sim_log names = { 0 };

	sim_gpu_names(&names);
	for (char *name = strtok(names.text, ", "); name; name = strtok(NULL, ", ")) {
		const struct sim_model *m = find_model(name);

		printf("%-8s %d.%d  %s\n", m->name, m->cc_major, m->cc_minor, m->gpu_name);
	}
}

/* Return the value if arg is "option=value"; else NULL. */
static const char *
option_value(const char *arg, const char *option)
{
	size_t len = strlen(option);

	return !strncmp(arg, option, len) && arg[len] == '=' ? arg + len + 1 : NULL;
}

static void
parse_option(struct command *c, const char *arg)
{
	const char *v;

	if (!strcmp(arg, "--help")) {
		fputs(usage, stdout);
		exit(0);
	}
	if (!strcmp(arg, "--devices")) {
		list_gpus();
		exit(0);
	}
	if (!strcmp(arg, "--list"))
		c->list = true;
	else if (!strcmp(arg, "--disassemble"))
		c->disassemble = c->machine = true;
	else if ((v = option_value(arg, "--code"))) {
		c->machine = !strcmp(v, "machine");
		if (!c->machine && strcmp(v, "ptx"))
			die(EXIT_USAGE, "--code=%s: expected ptx or machine", v);
	} else if ((v = option_value(arg, "--link"))) {
		if (c->nfiles == MAX_FILES - 1)
			die(EXIT_USAGE, "more than %d files", MAX_FILES);
		c->file[++c->nfiles] = v;
	} else if (!strcmp(arg, "--stats"))
		c->stats = true;
	else if (!strcmp(arg, "--timing") || !strcmp(arg, "--timing=json") ||
		!strcmp(arg, "--timing=lines"))
		c->timing = true, c->json = strchr(arg, '=') != NULL,
		c->lines = !strcmp(arg, "--timing=lines");
	else if ((v = option_value(arg, "--steps"))) {
		steps_free(c->steps);
		if (!(c->steps = steps_new(v)))
			die(EXIT_USAGE,
				"--steps=%s: expected FILE.html or FILE.json, then maybe ,team=N and ,steps=N",
				v);
	} else if ((v = option_value(arg, "--device")))
		c->model = find_model(v);
	else if ((v = option_value(arg, "--grid")))
		c->launch.grid = option_dim3("--grid", v);
	else if ((v = option_value(arg, "--block")))
		c->launch.block = option_dim3("--block", v);
	else if ((v = option_value(arg, "--shared")))
		c->launch.dyn_shared = option_number("--shared", v, UINT32_MAX);
	else if ((v = option_value(arg, "--stack")))
		c->launch.stack_bytes = option_number("--stack", v, 512 << 10);
	else if ((v = option_value(arg, "--threads")))
		c->launch.host_threads = (int)option_number("--threads", v, 1024);
	else if ((v = option_value(arg, "--max-instructions")))
		c->launch.max_instructions = option_number("--max-instructions", v, UINT64_MAX);
	else if ((v = option_value(arg, "--check"))) {
		if (!checks_parse(v, &c->check))
			die(EXIT_USAGE, "--check=%s: expected bounds, init, race, sync or all", v);
	} else if ((v = option_value(arg, "--print")))
		add_request(c, parse_print(v));
	else if ((v = option_value(arg, "--write")))
		add_request(c, parse_write(v));
	else
		die(EXIT_USAGE, "%s: no such option", arg);
}

static void
parse_command(struct command *c, int argc, char **argv)
{
	c->launch.grid = (struct sim_dim3){ 1, 1, 1 };
	c->launch.block = (struct sim_dim3){ 32, 1, 1 };
	c->requests_end = &c->requests;
	for (int i = 1; i < argc; i++) {
		if (!strncmp(argv[i], "--", 2))
			parse_option(c, argv[i]);
		else if (!c->file[0])
			c->file[0] = argv[i];
		else if (!c->kernel)
			c->kernel = argv[i];
		else if (c->nargs == MAX_ARGS)
			die(EXIT_USAGE, "more than %d arguments", MAX_ARGS);
		else
			c->arg[c->nargs++] = argv[i];
	}
	if (!c->model)
		c->model = find_model("v100");
	if (!c->file[0])
		die(EXIT_USAGE, "expected a PTX file");
	if (!c->list && !c->disassemble && !c->kernel)
		die(EXIT_USAGE, "expected the name of a kernel; --list shows them");
}

/* ---- files and kernels ---- */

static char *
read_whole(const char *file, size_t *len)
{
	FILE *in = fopen(file, "rb");
	size_t cap = 1 << 16;
	char *text = xalloc(cap);

	if (!in)
		die(EXIT_FAILED, "%s: %s", file, strerror(errno));
	*len = 0;
	for (size_t n; (n = fread(text + *len, 1, cap - 1 - *len, in)) > 0;) {
		*len += n;
		if (*len + 1 < cap)
			continue;
		cap *= 2;
		text = realloc(text, cap);
		if (!text)
			die(EXIT_FAILED, "out of host memory for the simulation");
	}
	if (ferror(in))
		die(EXIT_FAILED, "%s: %s", file, strerror(errno));
	fclose(in);
	text[*len] = 0;
	return text;
}

static bool
is_cubin(const char *text, size_t len)
{
	return len > 4 && !memcmp(text, "\177ELF", 4);
}

/* Read the files; they are all texts, or all cubins. */
static void
read_files(struct command *c, char *text[MAX_FILES], size_t len[MAX_FILES])
{
	for (int i = 0; i <= c->nfiles; i++) {
		text[i] = read_whole(c->file[i], &len[i]);
		if (is_cubin(text[i], len[i]) != is_cubin(text[0], len[0]))
			die(EXIT_FAILED, "%s: PTX text and cubins are not linked with one another",
				c->file[i]);
		if (!is_cubin(text[i], len[i]) && strlen(text[i]) != len[i])
			die(EXIT_FAILED, "%s: not a text file: a zero byte at offset %zu",
				c->file[i], strlen(text[i]));
	}
}

static struct sim_module *
load(struct sim_device *dev, struct command *c)
{
	struct sim_log log = { 0 };
	char *text[MAX_FILES] = { NULL };
	size_t len[MAX_FILES] = { 0 };
	const char *const *texts = (const char *const *)text;
	struct sim_module *m;
	int n = c->nfiles + 1;

	read_files(c, text, len);
	if (is_cubin(text[0], len[0]))
		m = sim_code_load(dev, n, (const void *const *)text, len, &log);
	else if (c->machine)
		m = sim_code_assemble(dev, n, texts, c->file, &log);
	else
		m = sim_module_load(dev, n, texts, c->file, &log);
	if (log.text)
		fputs(log.text, stderr);
	sim_log_free(&log);
	for (int i = 0; i < n; i++)
		free(text[i]);
	if (!m)
		exit(EXIT_FAILED);
	return m;
}

static void
print_param(FILE *out, struct sim_param p)
{
	if (p.is_array)
		fprintf(out, "hex[%zu]", p.size);
	else
		fprintf(out, "%c%zu", p.kind, p.size * 8);
}

static void
print_signature(FILE *out, struct sim_func *f)
{
	struct sim_func_info info = sim_func_info(f);

	fprintf(out, "%s(", info.name);
	for (int i = 0; i < info.nparams; i++) {
		fputs(i ? ", " : "", out);
		print_param(out, sim_func_param(f, i));
	}
	fputs(")\n", out);
}

static void
list(struct sim_module *m)
{
	for (int i = 0; i < sim_module_entry_count(m); i++) {
		struct sim_func *f = sim_module_entry_at(m, i);
		struct sim_func_info info = sim_func_info(f);

		print_signature(stdout, f);
		printf("    %zu bytes of parameters, %zu shared, %zu local", info.param_bytes,
			info.shared_bytes, info.local_bytes);
		if (info.max_threads)
			printf(", at most %d threads a team", info.max_threads);
		putchar('\n');
	}
}

static struct sim_func *
find_kernel(struct sim_module *m, const char *file, const char *name)
{
	struct sim_func *f = sim_module_entry(m, name);

	if (f)
		return f;
	fprintf(stderr, "ptxsim: error: %s: no kernel '%s'%s\n", file, name,
		sim_module_entry_count(m) ? "; it has:" : ", and no other");
	for (int i = 0; i < sim_module_entry_count(m); i++)
		print_signature(stderr, sim_module_entry_at(m, i));
	exit(EXIT_FAILED);
}

/* ---- arguments ---- */

static void
init_from_file(const char *arg, const char *file, char *bytes, size_t n)
{
	size_t len;
	char *data = read_whole(file, &len);

	if (len > n)
		die(EXIT_FAILED, "%s: %s has %zu bytes, the buffer %zu", arg, file, len, n);
	memcpy(bytes, data, len);
	free(data);
}

static void
init_iota(const struct type *t, char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t v = i;

		if (t->kind == 'f')
			put_double(t, (double)i, bytes + i * (size_t)t->bytes);
		else
			memcpy(bytes + i * (size_t)t->bytes, &v, (size_t)t->bytes);
	}
}

static void
init_numbers(const char *arg, const struct type *t, const char *s, char *bytes, size_t count)
{
	size_t width = (size_t)t->bytes, i = 0;
	char *end;

	for (;; s = end + 1) {
		if (i == count)
			die(EXIT_USAGE, "%s: more than %zu numbers", arg, count);
		put_number(t, s, &end, bytes + i++ * width, arg);
		if (*end && *end != ',')
			die(EXIT_USAGE, "%s: expected ',' or the end at '%s'", arg, end);
		if (!*end)
			break;
	}
	if (i == 1)
		for (i = 1; i < count; i++)
			memcpy(bytes + i * width, bytes, width);
}

/* Read TYPE[N] or TYPE[N]=INIT behind "buf:". */
static void
make_buffer(struct command *c, struct sim_device *dev, int index, const char *spec)
{
	const char *arg = c->arg[index], *open = strchr(spec, '[');
	struct buffer *b = &c->buffer[index];
	char *end;

	b->type = open ? find_type(spec, (size_t)(open - spec)) : NULL;
	if (!b->type)
		die(EXIT_USAGE, "%s: expected TYPE[N], TYPE one of u8...u64, s8...s64, f32, f64",
			arg);
	b->count = strtoull(open + 1, &end, 0);
	if (end == open + 1 || open[1] == '-' || *end != ']' || (end[1] && end[1] != '='))
		die(EXIT_USAGE, "%s: expected [N] and then nothing or =INIT", arg);
	if (!b->count || b->count > c->model->global_bytes / (size_t)b->type->bytes)
		die(EXIT_USAGE, "%s: %zu elements do not fit on a %s", arg, b->count,
			c->model->name);
	size_t bytes = b->count * (size_t)b->type->bytes;
	b->addr = sim_alloc(dev, bytes);
	char *view = b->addr ? sim_host_view(dev, b->addr, bytes) : NULL;
	if (!view)
		die(EXIT_FAILED, "%s: out of device memory", arg);
	memset(view, 0, bytes);
	sim_annotate(dev, b->addr, bytes, b->name, arg, 0, NULL);
	const char *init = end[1] ? end + 2 : "0";
	if (*init == '@')
		init_from_file(arg, init + 1, view, bytes);
	else if (!strcmp(init, "iota"))
		init_iota(b->type, view, b->count);
	else
		init_numbers(arg, b->type, init, view, b->count);
	sim_host_event(dev, HOST_WRITE, b->addr, 0, bytes);
}

static struct buffer *
find_buffer(struct command *c, const char *name, size_t len)
{
	char *end;
	unsigned long i = strtoul(name, &end, 10);

	if (end == name + len && len && i < MAX_ARGS && c->buffer[i].type)
		return &c->buffer[i];
	for (int k = 0; k < c->nargs; k++)
		if (c->buffer[k].type && strlen(c->buffer[k].name) == len &&
			!memcmp(c->buffer[k].name, name, len))
			return &c->buffer[k];
	die(EXIT_USAGE, "no buffer is called '%.*s'", (int)len, name);
}

static void
put_hex(const char *arg, const char *digits, char *out, size_t bytes)
{
	size_t len = strlen(digits);

	if (len != strspn(digits, "0123456789abcdefABCDEF") || len != 2 * bytes)
		die(EXIT_USAGE, "%s: expected %zu bytes as %zu hexadecimal digits", arg, bytes,
			2 * bytes);
	for (size_t i = 0; i < bytes; i++) {
		char two[3] = { digits[2 * i], digits[2 * i + 1], 0 };
		out[i] = (char)strtoul(two, NULL, 16);
	}
}

static void
put_scalar(const char *arg, struct sim_param p, int index, char *out)
{
	const char *colon = strchr(arg, ':');
	const struct type *t = colon ? find_type(arg, (size_t)(colon - arg)) : NULL;
	char *end;

	if (!t)
		die(EXIT_USAGE,
			"argument %d, '%s': expected TYPE:VALUE, buf:TYPE[N]=INIT, "
			"out:TYPE[N] or hex:BYTES",
			index, arg);
	if (p.is_array || (size_t)t->bytes != p.size || (t->kind == 'f') != (p.kind == 'f')) {
		fprintf(stderr, "ptxsim: error: argument %d, '%s': the parameter is ", index, arg);
		print_param(stderr, p);
		fputc('\n', stderr);
		exit(EXIT_USAGE);
	}
	put_number(t, colon + 1, &end, out, arg);
	if (*end)
		die(EXIT_USAGE, "argument %d, '%s': unexpected '%s'", index, arg, end);
}

/* "buf:", "out:" or "NAME=buf:" / "NAME=out:"; gives the text behind and sets the name. */
static const char *
buffer_spec(struct command *c, int index, bool *out)
{
	const char *arg = c->arg[index], *spec = arg, *equal = strchr(arg, '=');
	char name[16];

	snprintf(name, sizeof name, "arg%d", index);
	if (equal && equal > arg &&
		(!strncmp(equal + 1, "buf:", 4) || !strncmp(equal + 1, "out:", 4)))
		spec = equal + 1;
	if (strncmp(spec, "buf:", 4) && strncmp(spec, "out:", 4))
		return NULL;
	*out = !strncmp(spec, "out:", 4);
	c->buffer[index].name = spec == arg ? xstrndup(name, strlen(name)) :
					      xstrndup(arg, (size_t)(equal - arg));
	return spec + 4;
}

static void
put_argument(struct command *c, struct sim_device *dev, int index, char *params)
{
	struct sim_param p = sim_func_param(c->launch.func, index);
	const char *arg = c->arg[index], *spec;
	bool out = false;

	if ((spec = buffer_spec(c, index, &out)) || *arg == '=') {
		if (p.is_array || p.size != 8 || p.kind == 'f')
			die(EXIT_USAGE, "argument %d, '%s': the parameter is no address", index,
				arg);
		if (spec)
			make_buffer(c, dev, index, spec);
		if (spec && out)
			add_request(c,
				(struct request){ .name = c->buffer[index].name,
					.name_len = strlen(c->buffer[index].name),
					.all = true });
		struct buffer *b = spec ? &c->buffer[index] :
					  find_buffer(c, arg + 1, strlen(arg + 1));
		memcpy(params + p.offset, &b->addr, 8);
	} else if (!strncmp(arg, "hex:", 4)) {
		put_hex(arg, arg + 4, params + p.offset, p.size);
	} else {
		put_scalar(arg, p, index, params + p.offset);
	}
}

static char *
make_params(struct command *c, struct sim_device *dev)
{
	struct sim_func_info info = sim_func_info(c->launch.func);
	char *params = xalloc(info.param_bytes);

	if (c->nargs != info.nparams) {
		fprintf(stderr, "ptxsim: error: %d arguments for %d parameters: ", c->nargs,
			info.nparams);
		print_signature(stderr, c->launch.func);
		exit(EXIT_USAGE);
	}
	for (int i = 0; i < c->nargs; i++)
		put_argument(c, dev, i, params);
	return params;
}

/* ---- results ---- */

static void
write_buffer(const struct buffer *b, const char *file, const void *bytes)
{
	FILE *out = fopen(file, "wb");

	if (!out || fwrite(bytes, (size_t)b->type->bytes, b->count, out) != b->count || fclose(out))
		die(EXIT_FAILED, "%s: %s", file, strerror(errno));
}

static void
print_buffer(const struct buffer *b, const struct request *r, const char *bytes)
{
	size_t first = r->all ? 0 : r->first, count = r->all ? b->count : r->count;

	if (first > b->count || count > b->count - first)
		die(EXIT_USAGE, "--print: %s has %zu elements", b->name, b->count);
	printf("%s:", b->name);
	for (size_t i = first; i < first + count; i++) {
		putchar(' ');
		print_element(stdout, b->type, bytes + i * (size_t)b->type->bytes);
	}
	putchar('\n');
}

static void
serve_requests(struct command *c, struct sim_device *dev)
{
	for (struct request *r = c->requests; r; r = r->next) {
		struct buffer *b = find_buffer(c, r->name, r->name_len);
		void *bytes = sim_host_view(dev, b->addr, b->count * (size_t)b->type->bytes);

		if (r->write)
			write_buffer(b, r->file, bytes);
		else
			print_buffer(b, r, bytes);
	}
}

static void
print_text(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	fwrite(text, 1, len, stdout);
}

static void
check_shape(const struct command *c)
{
	const struct sim_launch *l = &c->launch;
	struct sim_func_info info = sim_func_info(l->func);
	uint64_t threads = (uint64_t)l->block.x * l->block.y;
	int most = info.max_threads ? info.max_threads : c->model->max_threads_per_block;

	threads = threads > 4096 ? threads : threads * l->block.z;
	if (most > c->model->max_threads_per_block)
		most = c->model->max_threads_per_block;
	if (threads > (uint64_t)most || l->block.z > 64)
		die(EXIT_USAGE, "--block: a team of %s has at most %d threads, 64 in z", info.name,
			most);
	if (l->grid.y > 65535 || l->grid.z > 65535)
		die(EXIT_USAGE, "--grid: at most 65535 teams in y and in z");
	if (info.shared_bytes + l->dyn_shared > c->model->shared_per_block_optin)
		die(EXIT_USAGE, "--shared: %s and this are %zu bytes, a %s team has at most %zu",
			info.name, info.shared_bytes + l->dyn_shared, c->model->name,
			c->model->shared_per_block_optin);
}

static void
report_timing(const struct command *c, const struct timing_run *timing)
{
	struct stats *s = stats_new();
	struct sim_log out = { 0 };

	stats_launch(s, c->model, &c->launch, timing);
	(c->json ? stats_json : stats_table)(s, &out);
	fputs(out.text, stdout);
	sim_log_free(&out);
	stats_free(s);
}

static void
write_steps(const struct command *c)
{
	const char *file = steps_file(c->steps);
	struct sim_log out = { 0 };

	steps_end(c->steps);
	steps_write(c->steps, &out);
	if (!out.text)
		die(EXIT_FAILED, "%s: not written: %s", file, steps_missing(c->steps));
	FILE *to = fopen(file, "w");
	if (!to || fwrite(out.text, 1, out.len, to) != out.len || fclose(to))
		die(EXIT_FAILED, "%s: %s", file, strerror(errno));
	sim_log_free(&out);
}

static int
run(struct command *c, struct sim_device *dev)
{
	struct sim_result result = { 0 };

	check_shape(c);
	char *params = make_params(c, dev);
	for (struct request *r = c->requests; r; r = r->next)
		find_buffer(c, r->name, r->name_len); /* a wrong name is said before the run */
	c->launch.params = params;
	c->launch.print = print_text;
	struct timing_run timing;
	timing_init(&timing, c->model->timing);
	if (c->timing || c->steps)
		c->launch.timing = &timing.hooks;
	if (c->lines)
		timing.lines = lines_new();
	if (c->steps)
		timing.steps = steps_launch(c->steps, c->model, &c->launch);
	sim_run(dev, &c->launch, &result);
	if (c->steps)
		write_steps(c);
	free(params);
	fflush(stdout);
	if (result.status)
		fprintf(stderr, "ptxsim: error: %s\n",
			result.message.text ? result.message.text : "failed");
	else
		serve_requests(c, dev);
	if (c->stats)
		printf("warp instructions: %llu\nthread instructions: %llu\n",
			(unsigned long long)result.warp_instructions,
			(unsigned long long)result.thread_instructions);
	if (c->timing && !result.status)
		report_timing(c, &timing);
	lines_free(timing.lines);
	sim_log_free(&result.message);
	return result.status ? EXIT_FAILED : 0;
}

/* ---- checks ---- */

static void
say(void *ctx, const char *text)
{
	(void)ctx;
	fputs(text, stderr);
}

static void
must_be_checkable(const struct sim_module *m)
{
	struct sim_log log = { 0 };
	if (sim_module_checkable(m, &log))
		return;
	fputs(log.text, stderr);
	exit(EXIT_FAILED);
}

/* Runs under the checks; something found is a failure. */
static int
run_checked(struct command *c, struct sim_device *dev)
{
	struct checks *checks = c->check ? checks_new(dev, c->check, say, NULL) : NULL;
	struct sim_log summary = { 0 };

	if (checks) {
		sim_observe(dev, checks_observer(checks));
		c->launch.observers = sim_observers(dev);
	}
	int status = run(c, dev);
	if (checks && checks_found(checks)) {
		checks_summary(checks, &summary);
		fprintf(stderr, "ptxsim: checks: %s\n", summary.text);
		status = EXIT_FAILED;
	}
	sim_log_free(&summary);
	c->checks = checks;
	return status;
}

static void
release(struct command *c)
{
	for (struct request *r = c->requests, *next; r; r = next) {
		next = r->next;
		free(r);
	}
	for (int i = 0; i < c->nargs; i++)
		free(c->buffer[i].name);
	steps_free(c->steps);
	free(c);
}

int
main(int argc, char **argv)
{
	struct command *c = xalloc(sizeof *c);
	int status = 0;

	parse_command(c, argc, argv);
	struct sim_device *dev = sim_device_new(c->model);
	if (!dev)
		die(EXIT_FAILED, "out of host memory for the simulation");
	struct sim_module *m = load(dev, c);
	if (c->list) {
		list(m);
	} else if (c->disassemble) {
		struct sim_log text = { 0 };

		sim_code_print(m, &text);
		fputs(text.text ? text.text : "", stdout);
		sim_log_free(&text);
	} else {
		c->launch.func = find_kernel(m, c->file[0], c->kernel);
		if (c->check)
			must_be_checkable(m);
		status = run_checked(c, dev);
	}
	sim_module_unload(m);
	sim_device_free(dev);
	checks_free(c->checks);
	if (fflush(stdout) || ferror(stdout))
		die(EXIT_FAILED, "standard output: %s", strerror(errno));
	release(c);
	return status;
}
