/*
 * fixture.h: what a program compiled by minicc would contain, written by hand: PTX for three
 * architectures, descriptors, and a way to run a scenario in a process of its own, because libdevrt
 * ends the program on errors and reads the environment once.
 */
#ifndef TEST_FIXTURE_H
#define TEST_FIXTURE_H

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "devrt.h"
#include "tap.h"

/*
 * add(a, n, k): a[i] += k, a loop over the whole grid with env.threads OpenMP threads a team.
 * add_covers: the same without a loop.  through(s, k): s->p[i] += k for s->n.
 * which(out): the architecture of the image, out[1] teams, out[2] env.threads.  hello: prints.
 */
#define PTX_INDEX \
	"	mov.u32 %r1, %tid.x;\n" \
	"	ld.param.u32 %r2, [env];\n" \
	"	setp.ge.u32 %p1, %r1, %r2;\n" \
	"	@%p1 bra DONE;\n" \
	"	mov.u32 %r3, %ctaid.x;\n" \
	"	mad.lo.u32 %r4, %r3, %r2, %r1;\n"
#define PTX_ADD \
	"	mul.wide.u32 %rd2, %r4, 8;\n" \
	"	add.u64 %rd3, %rd1, %rd2;\n" \
	"	ld.global.f64 %fd2, [%rd3];\n" \
	"	add.f64 %fd2, %fd2, %fd1;\n" \
	"	st.global.f64 [%rd3], %fd2;\n"
#define PTX_REGS \
	"	.reg .pred %p<3>;\n	.reg .u32 %r<8>;\n	.reg .u64 %rd<8>;\n	.reg .f64 %fd<4>;\n"
#define PTX_ENV ".param .align 8 .b8 env[32]"

static const char ptx_text[] =
	".version 6.0\n.target sm_ARCH\n.address_size 64\n"
	".visible .global .align 8 .f64 device_total = 0d4008000000000000;\n"
	".visible .entry add(.param .u64 a, .param .u32 n, .param .f64 k, " PTX_ENV
	")\n{\n" PTX_REGS
	"	ld.param.u64 %rd1, [a];\n	ld.param.f64 %fd1, [k];\n	ld.param.u32 %r5, [n];\n" PTX_INDEX
	"	mov.u32 %r6, %nctaid.x;\n	mul.lo.u32 %r6, %r6, %r2;\n"
	"LOOP:\n"
	"	setp.ge.u32 %p2, %r4, %r5;\n	@%p2 bra DONE;\n" PTX_ADD
	"	add.u32 %r4, %r4, %r6;\n	bra LOOP;\n"
	"DONE:\n	ret;\n}\n"
	".visible .entry add_covers(.param .u64 a, .param .u32 n, .param .f64 k, " PTX_ENV
	")\n{\n" PTX_REGS
	"	ld.param.u64 %rd1, [a];\n	ld.param.f64 %fd1, [k];\n	ld.param.u32 %r5, [n];\n" PTX_INDEX
	"	setp.ge.u32 %p2, %r4, %r5;\n	@%p2 bra DONE;\n" PTX_ADD "DONE:\n	ret;\n}\n"
	".visible .entry through(.param .u64 s, .param .f64 k, " PTX_ENV ")\n{\n" PTX_REGS
	"	ld.param.u64 %rd4, [s];\n	ld.param.f64 %fd1, [k];\n"
	"	ld.global.u64 %rd1, [%rd4];\n	ld.global.u32 %r5, [%rd4+8];\n" PTX_INDEX
	"	setp.ge.u32 %p2, %r4, %r5;\n	@%p2 bra DONE;\n" PTX_ADD "DONE:\n	ret;\n}\n"
	".visible .entry which(.param .u64 out, " PTX_ENV ")\n{\n" PTX_REGS
	"	ld.param.u64 %rd1, [out];\n" PTX_INDEX
	"	setp.ne.u32 %p2, %r4, 0;\n	@%p2 bra DONE;\n"
	"	mov.u32 %r5, ARCH;\n	st.global.u32 [%rd1], %r5;\n"
	"	mov.u32 %r5, %nctaid.x;\n	st.global.u32 [%rd1+4], %r5;\n"
	"	st.global.u32 [%rd1+8], %r2;\n"
	"	mov.u32 %r5, %ntid.x;\n	st.global.u32 [%rd1+12], %r5;\n"
	"DONE:\n	ret;\n}\n"
	".visible .entry total(" PTX_ENV ")\n{\n	.reg .u32 %r1;\n	.reg .f64 %fd1;\n"
	"	.reg .pred %p1;\n	mov.u32 %r1, %tid.x;\n	setp.ne.u32 %p1, %r1, 0;\n"
	"	@%p1 bra DONE;\n	ld.global.f64 %fd1, [device_total];\n"
	"	add.f64 %fd1, %fd1, 0d3ff0000000000000;\n	st.global.f64 [device_total], %fd1;\n"
	"DONE:\n	ret;\n}\n"
	".extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 arguments);\n"
	".global .align 1 .b8 text[8] = {100, 101, 118, 105, 99, 101, 10, 0};\n" /* "device\n" */
	".visible .entry hello(" PTX_ENV ")\n{\n	.reg .u32 %r1;\n	.reg .pred %p1;\n"
	"	.reg .u64 %rd1;\n	mov.u32 %r1, %tid.x;\n	setp.ne.u32 %p1, %r1, 0;\n"
	"	@%p1 bra DONE;\n	mov.u64 %rd1, text;\n	cvta.global.u64 %rd1, %rd1;\n"
	"	{\n	.param .b64 a;\n	.param .b64 b;\n	.param .b32 c;\n"
	"	st.param.b64 [a], %rd1;\n	mov.u64 %rd1, 0;\n	st.param.b64 [b], %rd1;\n"
	"	call.uni (c), vprintf, (a, b);\n	}\n"
	"DONE:\n	ret;\n}\n";

/* The text for one architecture. */
static const char *
make_ptx(int arch)
{
	char *out = malloc(sizeof ptx_text), *to = out;

	for (const char *p = ptx_text; *p;) {
		if (!strncmp(p, "ARCH", 4)) {
			to += sprintf(to, "%d", arch);
			p += 4;
		} else {
			*to++ = *p++;
		}
	}
	*to = 0;
	return out;
}

#define PLACE(line) \
	{ \
		"prog.c", line, 9 \
	}
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static double host_total = 3;

static const struct devrt_global globals[] = {
	{ "device_total", &host_total, sizeof host_total, 1, 0 },
};
static struct devrt_image images[3] = { { .arch = 35 }, { .arch = 70 }, { .arch = 90 } };
static struct devrt_module module = {
	.abi = DEVRT_ABI,
	.source = "prog.c",
	.images = images,
	.nimages = 3,
	.globals = globals,
	.nglobals = 1,
};

static const struct devrt_entry add_entries[] = {
	{ .name = "add_covers",
		.needs = DEVRT_IF_GRID_COVERS | DEVRT_IF_INDEX32 | DEVRT_IF_WHOLE },
	{ .name = "add" },
};
static const struct devrt_param add_params[] = { { "a", 0, 8 }, { "n", -1, 4 }, { "k", -1, 8 } };

/* Of add(); a table that outlives the call, as a compiled program's do, where it is static. */
#define ADD_KERNEL(line, infos, n) \
	{ \
		.name = "main_l10", .place = PLACE(line), .scheme = "test", \
		.entries = add_entries, .nentries = COUNT(add_entries), .params = add_params, \
		.nparams = COUNT(add_params), .items = infos, .nitems = n, .max_threads = 1024, \
		.teams = 1 \
	}

/* Registers the module as a constructor of the object file would. */
static void
register_module(void)
{
	for (int i = 0; i < 3; i++)
		images[i].ptx = make_ptx(images[i].arch);
	devrt_register(&module);
}

/* #pragma omp target teams distribute parallel for map(FLAGS: a[0:n]): a[i] += k */
__attribute__((unused)) static int
add(const char *name, unsigned flags, double *a, size_t n, double k, struct devrt_launch l)
{
	struct devrt_item_info info = { name, PLACE(10), flags, 0, NULL };
	struct devrt_item item = { a, a, n * sizeof *a, NULL };
	struct devrt_kernel kernel = ADD_KERNEL(10, &info, 1);
	unsigned n32 = (unsigned)n;
	const void *values[] = { &n32, &k };

	l.items = &item;
	l.values = values;
	l.trip_count = n;
	return devrt_target(&module, &kernel, &l);
}

/* ---- scenarios ---- */

struct outcome {
	int status;
	char out[8192], err[8192];
};
static struct outcome last;

static void
read_all(int fd, char *to, size_t size)
{
	size_t n = 0;

	for (ssize_t got; n < size - 1 && (got = read(fd, to + n, size - 1 - n)) > 0;)
		n += (size_t)got;
	to[n] = 0;
	close(fd);
}

static void
collect(pid_t pid, int out, int err)
{
	int status;

	read_all(out, last.out, sizeof last.out);
	read_all(err, last.err, sizeof last.err);
	waitpid(pid, &status, 0);
	last.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Runs fn in a child with these settings, "NAME=VALUE" separated by blanks. */
static void
scenario(const char *settings, int (*fn)(void))
{
	int out[2], err[2];
	char *copy = strdup(settings);

	if (pipe(out) || pipe(err))
		exit(1);
	fflush(stdout);
	pid_t pid = fork();
	if (!pid) {
		dup2(out[1], 1);
		dup2(err[1], 2);
		setenv("DEVRT_LIBDIR", getenv("TEST_LIBDIR") ? getenv("TEST_LIBDIR") : "build/lib",
			0);
		setenv("DEVRT_DEVICE", "sim:v100", 0);
		for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
			putenv(word);
		register_module();
		exit(fn());
	}
	close(out[1]);
	close(err[1]);
	collect(pid, out[0], err[0]);
	free(copy);
}

static void
explain(void)
{
	diag("status %d", last.status);
	for (char *line = strtok(last.err, "\n"); line; line = strtok(NULL, "\n"))
		diag("%s", line);
}

/* The scenario returns 0 and is silent. */
static void
works(const char *name, const char *settings, int (*fn)(void))
{
	scenario(settings, fn);
	if (!ok(!last.status && !*last.err, "%s", name))
		explain();
}

/* It ends with this status and messages that have all these words, in order. */
static void
says(const char *name, const char *settings, int (*fn)(void), int status, const char *const *words)
{
	const char *at;
	bool good;

	scenario(settings, fn);
	at = last.err;
	good = last.status == status;
	for (; good && *words; words++) {
		at = strstr(at, *words);
		good = at != NULL;
		if (!good)
			diag("missing: %s", *words);
	}
	if (!ok(good, "%s", name))
		explain();
}

__attribute__((unused)) static void
fails(const char *name, const char *settings, int (*fn)(void), const char *const *words)
{
	says(name, settings, fn, 1, words);
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

#endif
