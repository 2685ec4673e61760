/*
 * kernel.c: the micro-kernels.  A loop kernel repeats a body; its time is the difference between
 * many turns and few, so that launch, setup and end cancel.  An assembler must find nothing in
 * it to take apart: operands come from the thread's number, results are summed up and stored in
 * a case that never happens, and the loop must not be unrolled: the pragma works at the head of the
 * loop's first block, behind its label (PTX ISA, nounroll).
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"

struct text {
	char *s;
	size_t n, cap;
};

static void
put(struct text *t, const char *fmt, ...)
{
	va_list ap;
	if (t->cap - t->n < 8192 && !(t->s = realloc(t->s, t->cap = t->cap * 2 + 16384)))
		exit(1);
	va_start(ap, fmt);
	t->n += (size_t)vsnprintf(t->s + t->n, 8192, fmt, ap);
	va_end(ap);
}

/* Body with each ~N~ replaced by N times the copy's number. */
static void
put_copy(struct text *t, const char *body, int copy)
{
	for (const char *p = body; *p; p++) {
		char *end;
		if (*p != '~') {
			put(t, "%c", *p);
			continue;
		}
		put(t, "%ld", strtol(p + 1, &end, 10) * copy);
		p = end;
	}
	put(t, "\n");
}

/* What kernels may use: a table of constants, two functions and a table of them. */
static const char module_head[] =
	".address_size 64\n"
	".const .align 8 .u64 zeros[64];\n"
	".visible .func (.param .b32 out) twice(.param .b32 in)\n{\n\t.reg .b32 %r<3>;\n"
	"\tld.param.b32 %r1, [in];\n\tshl.b32 %r2, %r1, 1;\n\tst.param.b32 [out], %r2;\n\tret;\n}\n"
	".visible .func (.param .b32 out) flip(.param .b32 in)\n{\n\t.reg .b32 %r<3>;\n"
	"\tld.param.b32 %r1, [in];\n\tnot.b32 %r2, %r1;\n\tst.param.b32 [out], %r2;\n\tret;\n}\n"
	".visible .global .align 8 .u64 table[2] = { twice, flip };\n";

static void
put_operands(struct text *t, bool lean)
{
	put(t,
		"\t.reg .pred %%p<8>; .reg .b32 %%r<32>; .reg .b64 %%d<32>; .reg .f32 %%f<32>; "
		".reg .f64 %%e<32>;\n"
		"\t.shared .align 16 .b8 s[16384];\n\tld.param.u64 %%d0, [buf];\n\tld.param.u32 %%r0, [iters];\n"
		"\tmov.u32 %%r31, %%tid.x;\n\tmad.wide.u32 %%d30, %%r31, 8, %%d0;\n"
		"\tld.global.u64 %%d30, [%%d30];\n");
	for (int i = 1; !lean && i < 16; i++)
		put(t,
			"\tadd.u32 %%r%d, %%r31, %d;\n\tcvt.rn.f32.u32 %%f%d, %%r%d;\n"
			"\tcvt.f64.f32 %%e%d, %%f%d;\n"
			"\tcvt.u64.u32 %%d%d, %%r%d;\n",
			i, i, i, i, i, i, i, i);
}

static void
put_end(struct text *t)
{
	for (int i = 1; i < 16; i++)
		put(t,
			"\tcvt.u64.u32 %%d31, %%r%d;\n\tadd.s64 %%d1, %%d1, %%d31;\n\tcvt.f64.f32 %%e31, %%f%d;\n"
			"\tadd.f64 %%e1, %%e1, %%e31;\n\tadd.f64 %%e1, %%e1, %%e%d;\n",
			i, i, i);
	for (int i = 2; i < 16; i++)
		put(t, "\tadd.s64 %%d1, %%d1, %%d%d;\n", i);
	put(t,
		"\tcvt.rzi.s64.f64 %%d31, %%e1;\n\tadd.s64 %%d1, %%d1, %%d31;\n"
		"\tsetp.ne.s64 %%p1, %%d1, 12345;\n"
		"\t@%%p1 bra $END;\n\tst.global.u64 [%%d0], %%d1;\n$END:\n\tret;\n}\n");
}

char *
loop_kernel(const struct chain *c)
{
	struct text t = { 0 };
	put(&t,
		".version 6.4\n.target sm_%d\n%s.visible .entry k(.param .u64 buf, .param .u32 iters)\n"
		".maxntid 1024\n{\n",
		c->target ? c->target : 35, module_head);
	put_operands(&t, c->lean);
	put(&t, "%s\n$LOOP:\n\t.pragma \"nounroll\";\n%s\n", c->setup ? c->setup : "",
		c->once ? c->once : "");
	for (int i = 0; i < c->copies; i++)
		put_copy(&t, c->body, i);
	put(&t, "\tadd.s32 %%r0, %%r0, -1;\n\tsetp.ne.s32 %%p7, %%r0, 0;\n\t@%%p7 bra $LOOP;\n%s\n",
		c->end ? c->end : "");
	if (c->lean)
		put(&t, "\tret;\n}\n");
	else
		put_end(&t);
	return t.s;
}

/* Nothing of what a chain reads may be in L2: a real GPU's is filled with the end of the buffer. */
static double
cold_launch(struct bench *b, CUfunction f, struct shape s, void **params)
{
	if (!b->simulated) {
		TRY(b->cuMemsetD8_v2(b->buffer, 0, b->bytes));
		TRY(b->cuCtxSynchronize());
	}
	return launch(b, f, s, params);
}

double
turn(struct bench *b, const struct chain *c, struct shape s)
{
	char *ptx = loop_kernel(c);
	uint32_t few = b->simulated ? 4 : c->cold ? 20 : 500, many = few * 3;
	CUdeviceptr half = b->buffer + (c->cold ? b->bytes / 2 : 0); /* what one run reads,
	     the other has not */
	void *short_run[] = { &half, &few }, *long_run[] = { &b->buffer, &many };
	CUmodule m = load(b, ptx);
	CUfunction f;
	TRY(b->cuModuleGetFunction(&f, m, "k"));
	if (!c->cold)
		launch(b, f, s, short_run); /* so that L2 holds what both read */
	double t = c->cold ? cold_launch(b, f, s, long_run) - cold_launch(b, f, s, short_run) :
			     best_launch(b, f, s, long_run) - best_launch(b, f, s, short_run);
	TRY(b->cuModuleUnload(m));
	free(ptx);
	return t * b->mhz / (many - few);
}

/*
 * One element of up to four arrays for each thread: a = d6 is written, b, c, d = d7 to d9 are
 * read.
 */
char *
stream_kernel(const char *body)
{
	struct text t = { 0 };
	put(&t,
		".version 6.4\n.target sm_35\n.address_size 64\n"
		".visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u64 d,\n"
		"\t.param .u32 n)\n{\n"
		"\t.reg .pred %%p, %%p1; .reg .b32 %%r<8>; .reg .b64 %%d<12>; .reg .f64 %%e<8>;\n"
		"\tld.param.u64 %%d1, [a]; ld.param.u64 %%d2, [b]; ld.param.u64 %%d3, [c]; "
		"ld.param.u64 %%d4, [d];\n"
		"\tld.param.u32 %%r0, [n]; mov.u32 %%r1, %%ctaid.x; mov.u32 %%r2, %%ntid.x; "
		"mov.u32 %%r3, %%tid.x;\n"
		"\tmad.lo.s32 %%r4, %%r1, %%r2, %%r3;\n\tsetp.ge.s32 %%p, %%r4, %%r0;\n\t@%%p bra $END;\n"
		"\tmul.wide.s32 %%d5, %%r4, 8;\n\tadd.s64 %%d6, %%d1, %%d5; add.s64 %%d7, %%d2, %%d5;\n"
		"\tadd.s64 %%d8, %%d3, %%d5; add.s64 %%d9, %%d4, %%d5;\n%s\n$END:\n\tret;\n}\n",
		body);
	return t.s;
}

char *
slurp(const char *file)
{
	FILE *in = fopen(file, "rb");
	char *text = NULL;
	size_t n = 0, cap = 0;
	while (in && !feof(in)) {
		if (cap - n < 4096 && !(text = realloc(text, cap = cap * 2 + 65536)))
			exit(1);
		n += fread(text + n, 1, cap - n - 1, in);
	}
	if (!in || ferror(in)) {
		perror(file);
		exit(1);
	}
	fclose(in);
	text[n] = 0;
	return text;
}
