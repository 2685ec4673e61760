/*
 * text.c: nvdisasm's listing (-c -g -hex) to lines.  An instruction's line has its address as a
 * comment, guard, name with modifiers, operands, a semicolon, and its first word as a comment; the
 * second word stands on the next line:
 *
 *	00a0  @!P0 IADD3.X R5, R4.reuse, -c[0x0][0x24], RZ, P0, !PT ;  0x80000900ff057a10
 *	                                                               0x001fe400007fe4ff
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/code.h"

/* ---- lines ---- */

static char *
end_of_line(char *p)
{
	char *end = strchr(p, '\n');
	return end ? end : p + strlen(p);
}

static char *
skip_blanks(char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}

/* Return the word in the second comment of a line. */
static uint64_t
word_in(const char *p, const char *end)
{
	for (; p + 4 < end; p++)
		if (!strncmp(p, "/* 0x", 5))
			return strtoull(p + 3, NULL, 16);
	return 0;
}

/* Where the lines that follow come from. */
struct origin {
	const char *file, *ptx; /* of C; a section of the cubin */
	int line, ptx_line;
};

static const char *
file_name(struct listing *l, const char *name, size_t len)
{
	for (unsigned i = 0; i < l->nfiles; i++)
		if (strlen(l->files[i]) == len && !memcmp(l->files[i], name, len))
			return l->files[i];
	const char *copy = sim_arena_strndup(l->arena, name, len);
	ARENA_PUSH(l->arena, l->files, l->nfiles, l->files_cap, copy);
	return copy;
}

/* Read //## File "x.c", line 27, or File ".nv_debug_ptx_txt.12345", line 100. */
static void
read_place(struct listing *l, const char *p, const char *end, struct origin *o)
{
	const char *from = memchr(p, '"', (size_t)(end - p));
	const char *to = from ? memchr(from + 1, '"', (size_t)(end - from - 1)) : NULL;
	if (!to || strncmp(to, "\", line ", 8))
		return;
	const char *name = file_name(l, from + 1, (size_t)(to - from - 1));
	bool ptx = !strncmp(name, PTX_SECTION, strlen(PTX_SECTION));
	*(ptx ? &o->ptx : &o->file) = name;
	*(ptx ? &o->ptx_line : &o->line) = atoi(to + 8);
}

/* Cut off the name and its modifiers.  What follows are operands, read later. */
static void
cut_name(struct sass_line *l, char *p)
{
	l->op = p;
	while (*p && *p != ' ' && *p != '.')
		p++;
	while (*p == '.') {
		*p++ = 0;
		if (l->nmods < SASS_MODS)
			l->mods[l->nmods++] = p;
		while (*p && *p != ' ' && *p != '.')
			p++;
	}
	if (*p)
		*p++ = 0;
	l->o[0].name = skip_blanks(p);
}

static void
read_inst(struct sim_arena *a, char *p, char *end, struct sass_line *l)
{
	char *stop = memchr(p, ';', (size_t)(end - p));
	char *note = memmem(p, (size_t)((stop ? stop : end) - p), "(*", 2);
	char *text;
	if (note) /* of nvdisasm's, about branches; a name may hold no such thing */
		stop = note;
	while (stop && stop > p && isspace((unsigned char)stop[-1]))
		stop--;
	text = sim_arena_strndup(a, p, (size_t)((stop ? stop : end) - p));
	text = skip_blanks(text);
	l->text = sim_arena_strndup(a, text, strlen(text));
	if (*text == '@') {
		l->guard = text + 1;
		text += strcspn(text, " ");
		if (*text)
			*text++ = 0;
		text = skip_blanks(text);
	}
	cut_name(l, text);
}

/* Add a label for the next line: nvdisasm prints none at a line that it does not print. */
static void
add_label(struct listing *l, const char *p, size_t len)
{
	const struct sass_section *s = &l->sections[l->n - 1];
	uint64_t end = s->n ? s->lines[s->n - 1].address + l->family->bytes : 0;
	struct sass_label y = { sim_arena_strndup(l->arena, p, len), l->n - 1, end };
	ARENA_PUSH(l->arena, l->labels, l->nlabels, l->labels_cap, y);
}

/* Return whether the line is //--------------------- .text.NAME --------. */
static bool
begins_section(struct listing *l, const char *p, const char *end)
{
	const char *name = strncmp(p, "//---", 5) ? NULL :
						    memmem(p, (size_t)(end - p), " .text.", 7);
	struct sass_section new = { 0 };
	if (!name)
		return false;
	name++;
	size_t len = strcspn(name, " ");
	new.name = sim_arena_strndup(l->arena, name + 6, len - 6);
	ARENA_PUSH(l->arena, l->sections, l->n, l->cap, new);
	add_label(l, name, len);
	return true;
}

void
listing_read(struct sim_arena *a, const struct family *f, const char *text, struct listing *l)
{
	struct origin from = { 0 };
	bool second = false;
	uint64_t control = 0;  /* of the group */
	unsigned labelled = 0; /* so many labels have their address */
	*l = (struct listing){ .arena = a, .family = f };
	for (char *p = (char *)text, *end; *p; p = *end ? end + 1 : end) {
		end = end_of_line(p);
		char *t = skip_blanks(p);
		struct sass_section *s = l->n ? &l->sections[l->n - 1] : NULL;
		if (!strncmp(t, "//## File", 9)) {
			read_place(l, t, end, &from);
		} else if (begins_section(l, p, end)) {
			from.ptx = NULL; /* a place in C is not said again */
			labelled = l->nlabels;
		} else if (s && !strncmp(t, "/*", 2) && isxdigit((unsigned char)t[2])) {
			char *close = memmem(t, (size_t)(end - t), "*/", 2);
			struct sass_line new = { .address = strtoull(t + 2, NULL, 16),
				.at = p,
				.file = from.file,
				.line = from.line,
				.ptx = from.ptx,
				.ptx_line = from.ptx_line,
				.narrow = f->group };
			read_inst(a, close + 2, end, &new);
			new.word[0] = word_in(close, end);
			if (f->group) /* 7 bytes, from bit 2 on */
				new.word[1] = control >> (new.address % f->group - 6) & 255;
			for (; labelled < l->nlabels;
				labelled++) /* the first: before the control word */
				l->labels[labelled].address = s->n ? new.address : 0;
			ARENA_PUSH(a, s->lines, s->n, s->cap, new);
			second = !f->group;
		} else if (s && f->group && !strncmp(t, "/* 0x", 5)) {
			control = word_in(t, end);
		} else if (s && second && !strncmp(t, "/* 0x", 5)) {
			s->lines[s->n - 1].word[1] = word_in(t, end);
			second = false;
		} else if (s && end > p && end[-1] == ':' && *p != ' ' && *p != '\t') {
			add_label(l, p, (size_t)(end - p - 1));
			if (memmem(p, (size_t)(end - p), HELPER, strlen(HELPER)))
				from = (struct origin){ 0 };
		}
	}
}

/*
 * A branch's displacement, from the place behind it: from sm_90 on in words of 4 bytes, the lower 8
 * bits of it at bit 16, the others from bit 34 on; before, in bytes from bit 32 on.
 */
uint64_t
sass_branch_target(const struct sass_line *l, unsigned sm)
{
	uint64_t high = l->word[0] >> 34 | (l->word[1] & 0x3ffff) << 30;
	uint64_t v = sm < 90 ? high << 2 : (high << 8 | (l->word[0] >> 16 & 255)) << 2;
	unsigned drop = sm < 90 ? 14 : 6;
	return l->address + 16 + (uint64_t)((int64_t)(v << drop) >> drop);
}

/* ---- what nvdisasm leaves out ---- */

/*
 * nvdisasm 11.8 prints nothing for these of sm_90: VIMNMX, which ptxas 11.8 writes for min and max; and
 * for sums, and for min and max of a sum, what CUDA 13's does.  Their fields: guard at bit 12,
 * result 16, first source 24, second 32 (a register, a number or a uniform register, by bits 9 to 11),
 * third 64, signed 72, predicate 87, true for the lesser one.
 */
static const struct {
	unsigned op;
	const char *name;
	bool third, chooses;
	uint64_t known; /* bits of the second word that are read, or are always the same */
} unprinted90[] = {
	{ 0x036, "VIADD", false, false, 0x8000000 },
	{ 0x046, "VIADDMNMX", true, true, 0xf8001ff },
	{ 0x048, "VIMNMX", false, true, 0xffe01ff },
};

static void
print_register(char out[8], const char *prefix, unsigned number, unsigned zero)
{
	snprintf(out, 8, number == zero ? "%sZ" : "%s%u", prefix, number);
}

static bool
print_unprinted90(const uint64_t w[2], char *out, size_t size)
{
	unsigned form = w[0] >> 9 & 7, p = w[1] >> 23 & 7, guard = w[0] >> 12 & 15, k = 0;
	uint64_t b = w[0] >> 32, control = ~(uint64_t)0 << 41;
	char to[8], first[8], second[16], third[10] = "", choice[8] = "", on[8] = "";
	while (k < 3 && unprinted90[k].op != (w[0] & 0x1ff))
		k++;
	if (k == 3 || w[1] & ~unprinted90[k].known & ~control ||
		(form != 4 && (b > 255 || (form != 1 && form != 6))))
		return false;
	print_register(to, "R", w[0] >> 16 & 255, 255);
	print_register(first, "R", w[0] >> 24 & 255, 255);
	if (form == 4)
		snprintf(second, sizeof second, "0x%x", (unsigned)b);
	else
		print_register(second, form == 1 ? "R" : "UR", (unsigned)b, form == 1 ? 255 : 63);
	if (unprinted90[k].third)
		print_register(third, ", R", w[1] & 255, 255);
	if (unprinted90[k].chooses)
		snprintf(choice, sizeof choice, p == 7 ? ", %sPT" : ", %sP%u",
			w[1] >> 26 & 1 ? "!" : "", p);
	if (guard != 7)
		snprintf(on, sizeof on, (guard & 7) == 7 ? "@%sPT " : "@%sP%u ",
			guard & 8 ? "!" : "", guard & 7);
	snprintf(out, size, "%s%s%s %s, %s, %s%s%s", on, unprinted90[k].name,
		unprinted90[k].chooses && !(w[1] >> 8 & 1) ? ".U32" : "", to, first, second, third,
		choice);
	return true;
}

static bool
add_missing(struct listing *l, const uint64_t word[2], uint64_t address, const char *at,
	struct sass_line *new)
{
	char text[96];
	*new = (struct sass_line){ .address = address, .at = at, .narrow = l->family->group };
	memcpy(new->word, word, sizeof new->word);
	if (new->narrow || !print_unprinted90(word, text, sizeof text))
		return false;
	read_inst(l->arena, text, text + strlen(text), new);
	return true;
}

const char *
listing_complete(struct listing *l, struct sass_section *s, const uint8_t *code, size_t size)
{
	const struct family *f = l->family;
	struct sass_line *all = sim_arena_alloc(l->arena, size / f->bytes * sizeof *all);
	unsigned n = 0;
	for (uint64_t at = 0, k = 0; at + f->bytes <= size; at += f->bytes) {
		uint64_t word[2] = { 0 };
		if (f->group && at % f->group == 0) { /* or what fills up the section */
			k += k < s->n && s->lines[k].address == at;
			continue;
		}
		memcpy(word, code + at, f->bytes);
		if (k < s->n && s->lines[k].address == at) {
			if (memcmp(word, s->lines[k].word, f->bytes))
				return "the listing is of another file";
			all[n++] = s->lines[k++];
		} else if (!add_missing(l, word, at, k ? s->lines[k - 1].at : "", &all[n++])) {
			return "the listing lacks an instruction";
		}
	}
	s->lines = all;
	s->n = n;
	return NULL;
}

/* ---- operands ---- */

struct reader {
	struct sim_arena *a;
	struct sass_line *l;
	resolve_fn *resolve;
	void *ctx;
	unsigned *bank; /* of a name, where a constant is read */
	char *p;
};

static bool
take(struct reader *r, const char *word)
{
	size_t n = strlen(word);
	if (strncmp(r->p, word, n))
		return false;
	r->p += n;
	return true;
}

/* Read letter and number, or Z or T for the one that is constant. */
static bool
numbered(struct reader *r, const char *letter, char constant, uint32_t *reg)
{
	size_t n = strlen(letter);
	char *end;
	if (strncmp(r->p, letter, n))
		return false;
	if (constant && r->p[n] == constant && !isalnum((unsigned char)r->p[n + 1])) {
		*reg = NO_REG;
		r->p += n + 1;
		return true;
	}
	if (!isdigit((unsigned char)r->p[n]))
		return false;
	*reg = (uint32_t)strtoul(r->p + n, &end, 10);
	r->p = end;
	return true;
}

static void
suffixes(struct reader *r, struct sass_operand *o)
{
	while (*r->p == '.') {
		char *end = r->p + 1;
		while (isalnum((unsigned char)*end) || *end == '_')
			end++;
		if (!strncmp(r->p, ".64", 3))
			o->wide = true;
		else if (r->p[1] == 'X')
			o->scale = (unsigned)atoi(r->p + 2);
		else if (r->p[1] == 'H' || r->p[1] == 'B')
			o->half = r->p[1], o->part = (unsigned)atoi(r->p + 2);
		else if (!strncmp(r->p, ".CC", 3))
			o->carry = true;
		else if (!strncmp(r->p, ".SIGN", 5))
			o->sign = true;
		else if (!strncmp(r->p, ".F32", 4))
			o->f32 = true;
		else if (strncmp(r->p, ".reuse", 6))
			return;
		r->p = end;
	}
}

/* Read an expression of nvdisasm's in backquotes or behind 32@lo: (a), ((a + b) - 0x8), (a +
 * b@srel), (fun@fdesc(kernel)). */
static bool
expression(struct reader *r, int64_t *value)
{
	int depth = 0, sign = 1;
	*value = 0;
	do {
		char *p = r->p = skip_blanks(r->p);
		uint64_t v;
		if (*p == '(') {
			depth++;
			r->p++;
		} else if (*p == ')') {
			depth--;
			r->p++;
		} else if (*p == '+' || (*p == '-' && p[1] == ' ')) {
			sign = *p == '+' ? 1 : -1;
			r->p++;
		} else if (!strncmp(p, "fun@fdesc", 9)) {
			r->p += 9; /* of a kernel: what a launch by device code gets */
		} else if (*p == '-' || isdigit((unsigned char)*p)) {
			*value += sign * (int64_t)strtoll(p, &r->p, 16);
		} else {
			size_t n = strcspn(p, " ),;");
			char *mark = memchr(p, '@', n);
			if (!n ||
				!r->resolve(r->ctx, p, mark ? (size_t)(mark - p) : n, &v, r->bank))
				return false;
			*value += sign * (int64_t)v;
			r->p += n;
		}
	} while (depth > 0 && *r->p);
	return !depth;
}

static bool
integer(struct reader *r, int64_t *value)
{
	bool negative = *r->p == '-';
	if (strncmp(r->p + negative, "0x", 2))
		return false;
	int64_t v = (int64_t)strtoull(r->p + negative, &r->p, 16);
	*value = negative ? -v : v;
	return true;
}

/* Read what stands between brackets: registers and an offset, in any order, with + between. */
static bool
address(struct reader *r, struct sass_operand *o)
{
	int64_t v;
	o->reg = o->ureg = NO_REG;
	while (*r->p && *r->p != ']') {
		uint32_t reg;
		if (*r->p == '+')
			r->p++;
		if (numbered(r, "UR", 'Z', &reg)) {
			struct sass_operand u = { 0 };
			o->ureg = reg;
			suffixes(r, &u);
		} else if (numbered(r, "R", 'Z', &reg)) {
			o->reg = reg;
			o->narrow = take(r, ".U32");
			suffixes(r, o);
		} else if (take(r, "`")) {
			if (!expression(r, &v))
				return false;
			o->value += v;
		} else if (integer(r, &v)) {
			o->value += v;
		} else {
			return false;
		}
	}
	return take(r, "]");
}

static bool
constant(struct reader *r, struct sass_operand *o)
{
	int64_t v;
	o->kind = SASS_CONST;
	if (!take(r, "c["))
		return false;
	if (!integer(r, &v)) { /* of an object: the name says in which bank it is */
		r->bank = &o->bank;
		bool ok = address(r, o);
		r->bank = NULL;
		return ok;
	}
	if (!take(r, "]"))
		return false;
	r->p = skip_blanks(r->p); /* between bars there is one */
	if (!take(r, "["))
		return false;
	o->bank = (unsigned)v;
	return address(r, o);
}

/* Return the bits of a number in an instruction: of a float, or the upper ones of a double.  sm_35:
 * 19 of them from bit 23 on and the sign at bit 59, or all in an operation whose name ends in
 * 32I. */
static uint32_t
float_bits(const struct sass_line *l)
{
	uint64_t w = l->word[0];
	size_t n = strlen(l->op);
	if (!l->narrow)
		return (uint32_t)(w >> 32);
	if (n > 3 && !strcmp(l->op + n - 3, "32I"))
		return (uint32_t)(w >> 23);
	return (uint32_t)((w >> 23 & 0x7ffff) << 12 | (w >> 59 & 1) << 31);
}

static bool
number(struct reader *r, struct sass_operand *o)
{
	if (integer(r, &o->value)) {
		o->kind = SASS_IMM;
		return true;
	}
	if (!isdigit((unsigned char)r->p[strspn(r->p, "+-")]) && !strstr(r->p, "INF") &&
		!strstr(r->p, "QNAN"))
		return false;
	o->kind = SASS_FLOAT;
	o->value = float_bits(r->l);
	r->p += strcspn(r->p, ",");
	return true;
}

static bool
atom(struct reader *r, struct sass_operand *o)
{
	static const struct {
		const char *letter;
		char constant;
		enum operand_kind kind;
	} files[] = {
		{ "UR", 'Z', SASS_UREG },
		{ "UP", 'T', SASS_UPRED },
		{ "R", 'Z', SASS_REG },
		{ "P", 'T', SASS_PRED },
		{ "B", 0, SASS_BARRIER },
	};
	unsigned uniform = *r->p == 'U';
	if (!strncmp(r->p + uniform, "PR", 2) && !isalnum((unsigned char)r->p[uniform + 2])) {
		o->kind = SASS_ALL_PREDS;
		r->p += uniform + 2;
		return true;
	}
	if (!strncmp(r->p, "CC", 2) && !isalnum((unsigned char)r->p[2])) {
		size_t n = strcspn(r->p, ", ");
		o->kind = SASS_CC;
		o->name = n > 3 ? sim_arena_strndup(r->a, r->p + 3, n - 3) : "";
		r->p += n;
		return true;
	}
	for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
		if (numbered(r, files[i].letter, files[i].constant, &o->reg)) {
			o->kind = files[i].kind;
			return true;
		}
	if (!strncmp(r->p, "SR", 2) || !strncmp(r->p, "SB", 2)) {
		size_t n = strcspn(r->p, ", ");
		o->kind = SASS_SPECIAL;
		o->name = sim_arena_strndup(r->a, r->p, n);
		r->p += n;
		return true;
	}
	if (*r->p == '{') { /* DEPBAR's list of scoreboards */
		o->kind = SASS_SPECIAL;
		r->p += strcspn(r->p, "}");
		return take(r, "}");
	}
	if (take(r, "desc[")) { /* newer tools name what says how memory is cached */
		r->p += strcspn(r->p, "]");
		if (!take(r, "]") || *r->p != '[')
			return false;
	}
	if (*r->p == '[') {
		o->kind = SASS_MEM;
		r->p++;
		return address(r, o);
	}
	if (take(r, "`")) {
		o->kind = SASS_SYMBOL;
		o->name = r->p;
		o->unknown = !expression(r, &o->value);
		if (o->unknown) /* a label at a line that is not printed has none itself */
			r->p += strcspn(r->p, ",");
		return true;
	}
	if (take(r, "32@lo") || take(r, "32@hi")) {
		bool high = r->p[-2] == 'h';
		o->kind = SASS_IMM;
		if (!expression(r, &o->value))
			return false;
		o->value = (int64_t)((uint64_t)o->value >> (high ? 32 : 0) & 0xffffffff);
		return true;
	}
	return !strncmp(r->p, "c[", 2) ? constant(r, o) : number(r, o);
}

static bool
one(struct reader *r, struct sass_operand *o)
{
	bool bar = false;
	if (*r->p == '!' || *r->p == '~') {
		o->not_ = true;
		r->p++;
	}
	if (*r->p == '-' && !isdigit((unsigned char)r->p[1]) && strncmp(r->p, "-INF", 4) &&
		strncmp(r->p, "-QNAN", 5)) {
		o->neg = true;
		r->p++;
	}
	if (*r->p == '|') {
		o->abs = bar = true;
		r->p++;
	}
	if (!atom(r, o))
		return false;
	suffixes(r, o);
	if (bar && !take(r, "|"))
		return false;
	suffixes(r, o);
	return true;
}

const char *
sass_operands(struct sim_arena *a, struct sass_line *l, resolve_fn *resolve, void *ctx)
{
	struct reader r = { a, l, resolve, ctx, NULL, (char *)l->o[0].name };
	memset(l->o, 0, sizeof l->o);
	for (l->n = 0; *(r.p = skip_blanks(r.p));) {
		char *at = r.p;
		if (l->n == SASS_OPERANDS)
			return at;
		if (!one(&r, &l->o[l->n++]))
			return at;
		r.p = skip_blanks(r.p);
		/* CALL.REL.NOINC R6 `(sym), BRX R6 -0x200: two operands without a comma */
		if (*r.p && *r.p != ',' && *r.p != '`' && strncmp(r.p, "0x", 2) &&
			strncmp(r.p, "-0x", 3))
			return at;
		if (*r.p == ',')
			r.p++;
	}
	return NULL;
}
