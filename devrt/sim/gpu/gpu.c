/*
 * gpu.c: reads the text that describes a GPU, one "key = value  # mark and source" a line.  The table
 * below has every key, where its value goes and what it may be.  A key whose value may be 0 may be
 * left out; with "like = NAME" as the first line, what is left out is as in that GPU.
 */
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/gpu.h"
#include "timing/timing.h"

enum { TEXT_MAX = 120, FILE_MAX = 1 << 16 };

struct gpu {
	struct sim_model model;
	struct timing_model timing;
	char name[TEXT_MAX], gpu_name[TEXT_MAX], weakest_what[TEXT_MAX];
};

/* ---- the keys ---- */

enum kind {
	KIND_INT,
	KIND_UNSIGNED,
	KIND_SIZE,
	KIND_DOUBLE,
	KIND_FLAG,
	KIND_TEXT,
	KIND_TRUST,
	KIND_OP,
	KIND_SEQUENCE
};

static const struct key {
	const char *name;
	enum kind kind;
	size_t at;
	double least, most;
} keys[] = {
#define TEXT(name) { #name, KIND_TEXT, offsetof(struct gpu, name), 1, 0 },
#define CHIP(kind, name, least, most) \
	{ #name, KIND_##kind, offsetof(struct gpu, model.name), least, most },
#define TIME(kind, name, least, most) \
	{ #name, KIND_##kind, offsetof(struct gpu, timing.name), least, most },
#define SOME 1e-3 /* more than 0 */
#define MANY 1e9
	/* clang-format off */
	/* what programs can ask for, and limits of launches */
	TEXT(gpu_name)
	CHIP(INT, cc_major, 3, 99)
	CHIP(INT, cc_minor, 0, 9)
	CHIP(INT, sms, 1, 1024)
	CHIP(INT, max_threads_per_block, 32, 1024)
	CHIP(INT, max_threads_per_sm, 32, 4096)
	CHIP(INT, max_blocks_per_sm, 1, 64)
	CHIP(INT, regs_per_sm, 1024, 1 << 20)
	CHIP(SIZE, shared_per_block, 1024, 1 << 20)
	CHIP(SIZE, shared_per_block_optin, 1024, 1 << 20)
	CHIP(SIZE, shared_per_sm, 1024, 1 << 20)
	CHIP(SIZE, global_bytes, 1 << 20, 1e13)
	CHIP(SIZE, const_bytes, 65536, 65536)
	CHIP(INT, clock_khz, 100000, 5000000)
	CHIP(FLAG, independent_threads, 0, 1)
	CHIP(FLAG, cdp1, 0, 1)
	CHIP(FLAG, cdp2, 0, 1)
	CHIP(FLAG, pageable, 0, 1)
	CHIP(INT, l2_bytes, 65536, 1 << 30)
	CHIP(INT, mem_bus_bits, 1, MANY)
	CHIP(INT, mem_clock_khz, 1, INT_MAX)
	/* timing (timing.h says what each is) */
	TIME(TRUST, weakest, 1, 0)
	TEXT(weakest_what)
	TIME(DOUBLE, judged_ptx, 0, MANY)
	TIME(DOUBLE, judged_machine, 0, MANY)
	TIME(INT, schedulers, 1, 4)
	TIME(INT, issue_width, 1, 2)
	TIME(FLAG, subcores, 0, 1)
#define OP(name) { "op." #name, KIND_OP, offsetof(struct gpu, timing.op[OP_##name]), 1, 0 },
	OP(INT)
	OP(COMPARE)
	OP(MUL)
	OP(SHIFT)
	OP(BITS)
	OP(FP32)
	OP(FP64)
	OP(SFU)
	OP(CVT)
	OP(SREG)
	OP(SHFL)
	OP(VOTE)
#undef OP
#define X(name) { "seq." #name, KIND_SEQUENCE, offsetof(struct gpu, timing.seq[SEQ_##name]), 1, 0 },
	SEQUENCES(X)
#undef X
	TIME(DOUBLE, add64_latency, SOME, MANY)
	TIME(DOUBLE, uniform_way, 0, MANY)
	TIME(OP, convert, 1, 0)
	TIME(FLAG, add_either, 0, 1)
	TIME(FLAG, sqrt_one, 0, 1)
	TIME(FLAG, clz_two, 0, 1)
	TIME(FLAG, zero_free, 0, 1)
	TIME(DOUBLE, pred_branch, SOME, MANY)
	TIME(DOUBLE, pred_guard, SOME, MANY)
	TIME(DOUBLE, branch_gap, SOME, MANY)
	TIME(DOUBLE, divergence, SOME, MANY)
	TIME(DOUBLE, table_load, SOME, MANY)
	TIME(DOUBLE, indirect_call, SOME, MANY)
	TIME(DOUBLE, call_gap, SOME, MANY)
	TIME(DOUBLE, ret_gap, SOME, MANY)
	TIME(DOUBLE, clone_limit, 0, 100)
	TIME(UNSIGNED, loads_ahead, 1, 255)
	TIME(DOUBLE, l2_far, 0, MANY)
	TIME(DOUBLE, store_line, 0, MANY)
	TIME(DOUBLE, l2_write, 0, MANY)
	TIME(DOUBLE, l2_least, 0, MANY)
	TIME(DOUBLE, atom_float, 0, MANY)
	TIME(DOUBLE, atom_wide, 0, MANY)
	TIME(UNSIGNED, atom_slices, 0, 256)
	TIME(DOUBLE, atom_sector, 0, MANY)
	TIME(DOUBLE, address, 0, MANY)
	TIME(DOUBLE, grid_start, 0, MANY)
	TIME(INT, l2_kept, 0, 1 << 30)
	{ "op.redux", KIND_OP, offsetof(struct gpu, timing.op[OP_REDUX]), 0, 0 },
	TIME(FLAG, l1_any, 0, 1)
	TIME(OP, uniform, 0, 0)
	TIME(DOUBLE, operands_read, 0, MANY)
	TIME(DOUBLE, taken, 0, MANY)
	TIME(DOUBLE, taken_far, 0, MANY)
	TIME(DOUBLE, converge, 0, MANY)
	TIME(DOUBLE, exclusive, 0, MANY)
	TIME(DOUBLE, bar_static, 0, MANY)
	TIME(DOUBLE, shared_atomic_busy, 0, MANY)
	TIME(DOUBLE, shared_loop, 0, MANY)
	TIME(INT, code_l1, 0, 1 << 24)
	TIME(INT, code_l2, 0, 1 << 24)
	TIME(DOUBLE, code_l2_line, 0, MANY)
	TIME(DOUBLE, code_line, 0, MANY)
	TIME(DOUBLE, code_jump, 0, MANY)
	TIME(DOUBLE, bar_latency, SOME, MANY)
	TIME(DOUBLE, bar_service, SOME, MANY)
	TIME(DOUBLE, bar_shared, SOME, MANY)
	TIME(DOUBLE, warpsync, 0, MANY)
	TIME(DOUBLE, lsu_min, SOME, MANY)
	TIME(DOUBLE, lsu_bytes, SOME, MANY)
	TIME(DOUBLE, tex_min, 0, MANY)
	TIME(DOUBLE, tex_bytes, 0, MANY)
	TIME(UNSIGNED, bank_bytes, 4, 8)
	TIME(FLAG, pairs_share, 0, 1)
	TIME(DOUBLE, shared_latency, SOME, MANY)
	TIME(DOUBLE, shared_way, SOME, MANY)
	TIME(DOUBLE, shared_atomic_latency, SOME, MANY)
	TIME(DOUBLE, shared_atomic, SOME, MANY)
	TIME(DOUBLE, const_latency, SOME, MANY)
	TIME(DOUBLE, const_way, SOME, MANY)
	TIME(FLAG, l1_global, 0, 1)
	TIME(INT, l1_bytes, 1024, 1 << 24)
	TIME(INT, l1_ways, 1, 64)
	TIME(FLAG, l1_shares, 0, 1)
	TIME(INT, nc_bytes, 0, 1 << 24)
	TIME(DOUBLE, l1_latency, SOME, MANY)
	TIME(DOUBLE, nc_latency, SOME, MANY)
	TIME(DOUBLE, l2_latency, SOME, MANY)
	TIME(DOUBLE, dram_latency, SOME, MANY)
	TIME(INT, l2_ways, 1, 64)
	TIME(DOUBLE, port_bytes, SOME, MANY)
	{ "l2_rate", KIND_DOUBLE, offsetof(struct gpu, timing.l2_bytes), SOME, MANY },
	TIME(DOUBLE, dram_read, SOME, MANY)
	TIME(DOUBLE, dram_write, SOME, MANY)
	TIME(DOUBLE, dram_mix, 0, MANY)
	TIME(DOUBLE, dram_queue, 0, MANY)
	TIME(INT, outstanding, 1, 1 << 20)
	TIME(DOUBLE, atom_latency, SOME, MANY)
	TIME(DOUBLE, atom_service, SOME, MANY)
	TIME(DOUBLE, fence, SOME, MANY)
	TIME(DOUBLE, dispatch, 0, MANY)
	TIME(DOUBLE, block_start, 0, MANY)
	TIME(DOUBLE, warp_start, 0, MANY)
	TIME(DOUBLE, launch_us, SOME, MANY)
	TIME(DOUBLE, sync_us, SOME, MANY)
	TIME(DOUBLE, child, 0, MANY)
	TIME(DOUBLE, child_lane, 0, MANY)
	TIME(DOUBLE, child_serial, 0, MANY)
	TIME(DOUBLE, copy_us, SOME, MANY)
	TIME(DOUBLE, staged_us, 0, MANY)
	TIME(DOUBLE, to_device_gbs, SOME, MANY)
	TIME(DOUBLE, to_host_gbs, SOME, MANY)
	/* clang-format on */
};
enum { NKEYS = sizeof keys / sizeof keys[0] };

/* ---- values ---- */

struct reader {
	struct gpu *gpu;
	struct diag diag;
	struct source src;
	const char *at; /* the rest of the line */
	bool given[NKEYS];
	locale_t c; /* the program may have chosen another, with another decimal point */
};

static void
skip_blanks(struct reader *r)
{
	r->at += strspn(r->at, " \t\r");
}

static bool
at_end(struct reader *r)
{
	skip_blanks(r);
	return !*r->at || *r->at == '\n' || *r->at == '#';
}

#define ERROR(r, ...) diag_error(&(r)->diag, (struct ptx_place){ &(r)->src, (r)->at }, __VA_ARGS__)

/* Read a number: 48, 0.5, 1/6, 96 KiB. */
static bool
read_number(struct reader *r, double least, double most, bool whole, double *out)
{
	static const struct {
		const char *unit;
		double bytes;
	} units[] = { { "KiB", 1 << 10 }, { "MiB", 1 << 20 }, { "GiB", 1 << 30 } };
	skip_blanks(r);
	char *end = (char *)r->at;
	double n = *r->at >= '0' && *r->at <= '9' ? strtod_l(r->at, &end, r->c) : NAN;
	if (*end == '/')
		n /= strtod_l(end + 1, &end, r->c);
	end += strspn(end, " ");
	for (int i = 0; i < 3; i++)
		if (!strncmp(end, units[i].unit, 3)) {
			n *= units[i].bytes;
			end += 3;
		}
	if (!(n >= least && n <= most) || (whole && n != floor(n))) {
		ERROR(r, "expected a %snumber from %.12g to %.12g", whole ? "whole " : "", least,
			most);
		return false;
	}
	r->at = end;
	*out = n;
	return true;
}

/* Return which of the names the word at r->at is; -1: none. */
static int
read_word(struct reader *r, const char *const *names, int n)
{
	skip_blanks(r);
	size_t len = strcspn(r->at, " \t\r\n#");
	for (int i = 0; i < n; i++)
		if (strlen(names[i]) == len && !memcmp(names[i], r->at, len)) {
			r->at += len;
			return i;
		}
	return -1;
}

static bool
read_unit(struct reader *r, enum unit *unit)
{
	static const char *const names[] = { "fp32", "int", "fp64", "sfu", "misc", "uniform",
		"lsu" };
	int i = read_word(r, names, 7);
	if (i < 0)
		ERROR(r, "expected a unit: fp32, int, fp64, sfu, misc, uniform or lsu");
	*unit = (enum unit)(UNIT_FP32 + i);
	return i >= 0;
}

static bool
read_op(struct reader *r, struct op_time *op)
{
	return read_unit(r, &op->unit) && read_number(r, SOME, MANY, false, &op->ii) &&
		read_number(r, SOME, MANY, false, &op->latency);
}

static bool
read_sequence(struct reader *r, struct sequence_time *s)
{
	double slots;
	bool ok = read_number(r, 1, 1000, true, &slots) &&
		read_number(r, SOME, MANY, false, &s->latency) && read_unit(r, &s->unit) &&
		read_number(r, SOME, MANY, false, &s->busy) &&
		read_number(r, 0, MANY, false, &s->special) &&
		read_number(r, 0, MANY, false, &s->subnormal);
	s->slots = ok ? (int)slots : 0;
	return ok;
}

static bool
read_flag(struct reader *r, bool *flag)
{
	static const char *const names[] = { "no", "yes" };
	int i = read_word(r, names, 2);
	if (i < 0)
		ERROR(r, "expected yes or no");
	*flag = i > 0;
	return i >= 0;
}

static bool
read_trust(struct reader *r, enum trust *trust)
{
	static const char *const names[] = { "measured", "vendor", "assembler", "derived",
		"recalled", "guess" };
	int i = read_word(r, names, 6);
	if (i < 0)
		ERROR(r, "expected measured, vendor, assembler, derived, recalled or guess");
	*trust = (enum trust)i;
	return i >= 0;
}

static bool
read_text(struct reader *r, char *text)
{
	skip_blanks(r);
	size_t len = strcspn(r->at, "#\r\n");
	while (len && strchr(" \t", r->at[len - 1]))
		len--;
	if (!len || len >= TEXT_MAX || memchr(r->at, '"', len) || memchr(r->at, '\\', len)) {
		ERROR(r, "expected a text of 1 to %d characters without quotes and backslashes",
			TEXT_MAX - 1);
		return false;
	}
	memcpy(text, r->at, len);
	text[len] = 0;
	r->at += len;
	return true;
}

static bool
read_value(struct reader *r, const struct key *k)
{
	void *to = (char *)r->gpu + k->at;
	double n = 0;
	switch (k->kind) {
	case KIND_FLAG: return read_flag(r, to);
	case KIND_TEXT: return read_text(r, to);
	case KIND_TRUST: return read_trust(r, to);
	case KIND_OP: return read_op(r, to);
	case KIND_SEQUENCE: return read_sequence(r, to);
	case KIND_DOUBLE: return read_number(r, k->least, k->most, false, to);
	default: break;
	}
	if (!read_number(r, k->least, k->most, true, &n))
		return false;
	if (k->kind == KIND_SIZE)
		*(size_t *)to = (size_t)n;
	else if (k->kind == KIND_UNSIGNED)
		*(unsigned *)to = (unsigned)n;
	else
		*(int *)to = (int)n;
	return true;
}

/* ---- lines ---- */

static struct sim_model *read_gpu(const char *file, const char *text, struct sim_log *why);

static const struct gpu_text *
built_in(const char *name, size_t len)
{
	for (const struct gpu_text *t = gpu_texts; t->name; t++)
		if (strlen(t->name) == len + 4 && !memcmp(t->name, name, len))
			return t;
	return NULL;
}

/* Read "like = NAME": take all of it but its name, and how far off its times are. */
static bool
read_like(struct reader *r, bool first)
{
	skip_blanks(r);
	size_t len = strcspn(r->at, " \t\r\n#");
	const struct gpu_text *t = built_in(r->at, len);
	if (!first || !t) {
		ERROR(r,
			first ? "expected the name of a GPU that is built in" :
				"expected like = NAME before every other key");
		return false;
	}
	struct gpu *other = (struct gpu *)read_gpu(t->name, t->text, r->diag.log);
	if (!other)
		return false;
	*r->gpu = *other;
	r->gpu->timing.judged_ptx = r->gpu->timing.judged_machine = 0;
	free(other);
	for (int i = 0; i < NKEYS; i++)
		r->given[i] = strcmp(keys[i].name, "gpu_name") != 0;
	r->at += len;
	return true;
}

static const struct key *
find_key(const char *name, size_t len)
{
	for (const struct key *k = keys; k < keys + NKEYS; k++)
		if (strlen(k->name) == len && !strncasecmp(k->name, name, len))
			return k;
	return NULL;
}

static void
read_line(struct reader *r, bool *first)
{
	const char *name = r->at;
	size_t len = strcspn(name, " \t\r\n=#");
	const struct key *k = find_key(name, len);
	bool like = len == 4 && !memcmp(name, "like", 4);
	if (!k && !like) {
		ERROR(r, "no such key: '%.*s'", len < 40 ? (int)len : 40, name);
		return;
	}
	r->at += len;
	skip_blanks(r);
	if (*r->at != '=') {
		ERROR(r, "expected '=' behind a key");
		return;
	}
	r->at++;
	if (!(like ? read_like(r, *first) : read_value(r, k)))
		return;
	*first = false;
	if (k)
		r->given[k - keys] = true;
	if (!at_end(r))
		ERROR(r, "expected the end of the line, or '#' and a remark");
}

static void
read_lines(struct reader *r)
{
	bool first = true;
	while (*r->at) {
		if (!at_end(r))
			read_line(r, &first);
		r->at += strcspn(r->at, "\n");
		r->at += *r->at == '\n';
	}
	for (int i = 0; i < NKEYS; i++)
		if (!r->given[i] && keys[i].least > 0 && !r->diag.errors)
			ERROR(r, "expected '%s = ...', which may not be left out", keys[i].name);
}

/* Take the file's name without its folder and ".gpu". */
static void
set_name(struct gpu *g, const char *file)
{
	const char *slash = strrchr(file, '/');
	snprintf(g->name, sizeof g->name, "%s", slash ? slash + 1 : file);
	char *dot = strrchr(g->name, '.');
	if (dot && !strcmp(dot, ".gpu"))
		*dot = 0;
	for (char *p = g->name; *p; p++)
		if (strchr("\"\\,@", *p) || (unsigned char)*p < ' ')
			*p = '_';
}

static struct sim_model *
read_gpu(const char *file, const char *text, struct sim_log *why)
{
	struct reader r = {
		.gpu = calloc(1, sizeof *r.gpu),
		.diag = { .log = why },
		.src = { .name = file, .text = text },
		.at = text,
		.c = newlocale(LC_ALL_MASK, "C", NULL),
	};
	struct gpu *g = r.gpu;
	if (!g || !r.c)
		sim_out_of_memory();
	read_lines(&r);
	freelocale(r.c);
	if (r.diag.errors) {
		free(g);
		return NULL;
	}
	set_name(g, file);
	g->timing.weakest_what = g->weakest_what;
	g->model.name = g->name;
	g->model.gpu_name = g->gpu_name;
	g->model.timing = &g->timing;
	return &g->model;
}

/* ---- finding one ---- */

void
sim_gpu_names(struct sim_log *out)
{
	for (const struct gpu_text *t = gpu_texts; t->name; t++)
		sim_log_printf(out, "%s%.*s", t == gpu_texts ? "" : ", ", (int)strlen(t->name) - 4,
			t->name);
}

static struct sim_model *
read_file(const char *file, struct sim_log *why)
{
	char *text = calloc(1, FILE_MAX + 1);
	FILE *in = fopen(file, "r");
	struct sim_model *m = NULL;
	if (!text)
		sim_out_of_memory();
	size_t n = in ? fread(text, 1, FILE_MAX, in) : 0;
	if (!in || ferror(in))
		sim_reason(why, "cannot read %s: %s", file, strerror(errno));
	else if (n == FILE_MAX || strlen(text) != n)
		sim_reason(why, "%s is not a text that describes a GPU", file);
	else
		m = read_gpu(file, text, why);
	if (in)
		fclose(in);
	free(text);
	return m;
}

static struct sim_model *
find_gpu(const char *name, size_t len, struct sim_log *why)
{
	const struct gpu_text *t = built_in(name, len);
	if (t)
		return read_gpu(t->name, t->text, why);
	if (memchr(name, '/', len) || memchr(name, '.', len)) {
		char *file = strndup(name, len);
		if (!file)
			sim_out_of_memory();
		struct sim_model *m = read_file(file, why);
		free(file);
		return m;
	}
	struct sim_log names = { 0 };
	sim_gpu_names(&names);
	sim_reason(why,
		"no GPU is called '%.*s': expected %s, or a file that describes one, such as "
		"./%.*s.gpu",
		(int)len, name, names.text, (int)len, name);
	sim_log_free(&names);
	return NULL;
}

struct sim_model *
sim_gpu(const char *name, size_t len, struct sim_log *why)
{
	const char *at = memrchr(name, '@', len);
	char *end;
	unsigned long mhz = at ? strtoul(at + 1, &end, 10) : 0;

	if (at && (end == at + 1 || end != name + len))
		at = NULL;
	if (at && (mhz < 100 || mhz > 5000)) {
		sim_reason(why, "a clock of %lu MHz: expected 100 to 5000", mhz);
		return NULL;
	}
	struct sim_model *m = find_gpu(name, at ? (size_t)(at - name) : len, why);
	if (m && at)
		m->clock_khz = (int)mhz * 1000;
	return m;
}
