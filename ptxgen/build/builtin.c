/*
 * builtin.c: library functions and compiler builtins that the builder knows: single
 * operations
 * (builtins.def), printf and its kind, memory, traps, classification of floats.
 *
 * A definition in the user's own file always goes before these.
 */
#include <string.h>

#include "build/internal.h"
#include "c/eval.h"

static const struct {
	const char *name;
	enum ir_op op;
	enum ir_type result, operand;
	int nargs;
} operations[] = {
#define X(name, op, result, operand, nargs) { name, IR_##op, IR_##result, IR_##operand, nargs },
#include "build/builtins.def"
#undef X
};

static const char *
plain_name(const char *name)
{
	return strncmp(name, "__builtin_", 10) == 0 ? name + 10 : name;
}

static const struct type *
type_of_ir(enum ir_type t)
{
	switch (t) {
	case IR_I64: return &long_type;
	case IR_F32: return &float_type;
	case IR_F64: return &double_type;
	default: return &int_type;
	}
}

static struct ir_value
argument(struct fb *b, const struct expr *call, int i, enum ir_type type)
{
	const struct expr *e = call->u.call.args[i];

	if (type == IR_I64 && e->type->kind == TY_POINTER)
		return build_expr(b, e);
	return build_as(b, e, type_of_ir(type));
}

static bool
operation(struct fb *b, const struct expr *e, const char *name, struct ir_value *result)
{
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
		enum ir_type from = operations[i].operand, to = operations[i].result;
		struct ir_value v[3] = { ir_none(), ir_none(), ir_none() };

		if (strcmp(operations[i].name, name) != 0 || e->u.call.nargs != operations[i].nargs)
			continue;
		for (int k = 0; k < operations[i].nargs; k++)
			v[k] = argument(b, e, k, from);
		if (operations[i].op == IR_BITCAST)
			*result = ir_convert(&b->c, IR_BITCAST, to, from, v[0]);
		else if (operations[i].nargs == 1)
			*result = ir_op1(&b->c, operations[i].op, from, v[0]);
		else if (operations[i].nargs == 2)
			*result = ir_op2(&b->c, operations[i].op, from, v[0], v[1]);
		else
			*result = ir_op3(&b->c, operations[i].op, from, v[0], v[1], v[2]);
		return true;
	}
	return false;
}

/* Build the square that a program writes as a power: exactly rounded, and a hundredth of pow()'s work. */
static bool
square(struct fb *b, const struct expr *e, const char *name, struct ir_value *result)
{
	enum ir_type t = strcmp(name, "pow") == 0 ? IR_F64 : IR_F32;
	long double power;

	if ((t == IR_F32 && strcmp(name, "powf") != 0) || e->u.call.nargs != 2 ||
		!eval_float(e->u.call.args[1], &power) || power != 2)
		return false;
	struct ir_value x = argument(b, e, 0, t);
	*result = ir_op2(&b->c, IR_MUL, t, x, x);
	return true;
}

/* ---- calls out of the module ---- */

static struct ir_value
call_symbol(struct fb *b, struct ir_symbol *s, struct ir_param result, const struct ir_param *sig,
	const struct ir_value *args, int nargs)
{
	struct ir_call *call = NEW(b->arena, struct ir_call);
	ir_reg dst = result.type == IR_NONE ? IR_NOREG : ir_reg_new(b->f, result.type, NULL);

	call->callee = s;
	call->sig = NEWN(b->arena, struct ir_param, nargs);
	call->args = NEWN(b->arena, struct ir_value, nargs);
	memcpy(call->sig, sig, nargs * sizeof *sig);
	memcpy(call->args, args, nargs * sizeof *args);
	call->nargs = nargs;
	call->result = result;
	ir_emit(&b->c, IR_CALL, result.type, dst, ir_none(), ir_none())->call = call;
	return dst == IR_NOREG ? ir_none() : ir_r(dst);
}

struct ir_value
call_extern(struct fb *b, const char *name, struct ir_param result, const struct ir_param *sig,
	const struct ir_value *args, int nargs)
{
	struct ir_symbol *s = ir_symbol_find(b->u->m, name);

	if (!s) {
		s = ir_symbol_new(b->u->m, name, SYM_FUNC);
		s->linkage = LINK_EXTERN;
		s->func = ir_func_new(b->u->arena, name, false);
		s->func->params = NEWN(b->arena, struct ir_param, nargs);
		memcpy(s->func->params, sig, nargs * sizeof *sig);
		s->func->nparams = nargs;
		s->func->result = result;
	}
	return call_symbol(b, s, result, sig, args, nargs);
}

static const struct ir_param i64_param = { .type = IR_I64, .mem = MEM_64, .align = 8 };
static const struct ir_param i32_param = { .type = IR_I32, .mem = MEM_32, .align = 4 };

struct ir_value
vprintf_call(struct fb *b, struct ir_value format, struct ir_value buffer)
{
	struct ir_param sig[2] = { i64_param, i64_param };
	struct ir_value args[2] = { format, buffer };

	return call_extern(b, "vprintf", i32_param, sig, args, 2);
}

/* Print a list whose format the caller has: only running code can read it. */
static struct ir_value
print_list(struct fb *b, const struct expr *format, const struct expr *list)
{
	struct ir_symbol *print = library_symbol(b->u, "__devrt_vprintf");
	struct ir_param sig[2] = { i64_param, i64_param };
	struct ir_value args[2];

	args[0] = build_expr(b, format);
	args[1] = build_expr(b, list);
	return print ? call_symbol(b, print, i32_param, sig, args, 2) : ir_int(0);
}

struct addr
print_buffer(struct fb *b, uint64_t size)
{
	return buffer_of_calls(b, &b->print_buffer, "printf", ir_align_up(size, 8), 8);
}

/* Call printf with up to four values of 32 or 64 bits, for messages of our own. */
static void
print_values(struct fb *b, const char *format, const struct ir_value *v, const enum ir_mem *mem,
	int n)
{
	struct addr buffer = print_buffer(b, n * 8);
	uint64_t at = 0;

	for (int i = 0; i < n; i++) {
		uint64_t size = ir_mem_bytes(mem[i]);

		at = ir_align_up(at, size);
		ir_store(&b->c, mem[i], SPACE_LOCAL, buffer.base, at, v[i]);
		at += size;
	}
	struct ir_value arguments = addr_value(b, buffer);
	struct ir_symbol *text = text_symbol(b->u, format, strlen(format) + 1);
	vprintf_call(b, ir_op1(&b->c, IR_MOV, IR_I64, ir_symbol_value(text, 0)), arguments);
}

static void
trap(struct fb *b)
{
	ir_emit(&b->c, IR_TRAP, IR_NONE, IR_NOREG, ir_none(), ir_none());
	b->c.block->term = TERM_UNREACHABLE;
	b->c.block->place = b->c.place;
	b->c.block = NULL;
}

static void
assertion(struct fb *b, const struct expr *e)
{
	static const enum ir_mem mem[] = { MEM_64, MEM_32, MEM_64, MEM_64 };
	static const int order[] = { 1, 2, 3, 0 };
	struct ir_value v[4];

	for (int i = 0; i < 4; i++)
		v[i] = argument(b, e, order[i], ir_mem_type(mem[i]));
	print_values(b, "%s:%u: %s: Assertion `%s' failed.\n", v, mem, 4);
	trap(b);
}

/* ---- memory ---- */

/* Return the alignment that the pointed-to type promises, through conversions to void *. */
static uint64_t
pointer_align(const struct expr *e)
{
	uint64_t align = e->type->base->align ? e->type->base->align : 1;

	if (e->kind == EX_CAST && e->u.sub->type->kind == TY_POINTER)
		return pointer_align(e->u.sub);
	if (e->kind == EX_CAST && e->u.sub->type->kind == TY_ARRAY)
		return e->u.sub->type->align ? e->u.sub->type->align : 1;
	return e->type->base->kind == TY_VOID ? 1 : align;
}

/* Build memcpy and memset(…, 0, …) of a known size.  Other sizes are loops of the device
 * library. */
static bool
memory_call(struct fb *b, const struct expr *e, const char *name, struct ir_value *result)
{
	struct expr **args = e->u.call.args;
	bool copy = strcmp(name, "memcpy") == 0, set = strcmp(name, "memset") == 0;
	int64_t size, value;
	uint64_t align;
	struct addr to;

	if ((!copy && !set) || e->u.call.nargs != 3 || !const_int(args[2], &size) || size < 0)
		return false;
	if (set && (!const_int(args[1], &value) || value))
		return false;
	align = pointer_align(args[0]);
	to = build_pointer(b, args[0]);
	if (copy) {
		uint64_t other = pointer_align(args[1]);
		copy_bytes(b, to, build_pointer(b, args[1]), size, other < align ? other : align);
	} else {
		zero_bytes(b, to, size, align);
	}
	*result = addr_value(b, to);
	return true;
}

/* ---- floats ---- */

static struct ir_value
float_bits(struct fb *b, struct ir_value v, const struct type *t)
{
	bool wide = t->kind == TY_DOUBLE;

	return ir_convert(&b->c, IR_BITCAST, wide ? IR_I64 : IR_I32, reg_type(t), v);
}

/* Build isnan, isinf, isfinite, signbit: generic over float and double. */
static bool
classify(struct fb *b, const struct expr *e, const char *name, struct ir_value *result)
{
	static const char *const names[] = { "isnan", "isinf", "isfinite", "signbit", "isinf_sign",
		"isnanf", "isinff", "finite", "finitef", "signbitf", "isnormal", NULL };
	const struct type *t;
	struct ir_value v, abs, inf = ir_float(__builtin_inf()), cond;
	enum ir_type type;
	int which = 0;

	while (names[which] && strcmp(names[which], name) != 0)
		which++;
	if (!names[which] || e->u.call.nargs != 1 || !is_float_type(e->u.call.args[0]->type))
		return false;
	t = plain(e->u.call.args[0]->type);
	type = reg_type(t);
	v = build_expr(b, e->u.call.args[0]);
	if (which == 3 || which == 9) {
		cond = ir_compare(&b->c, IR_LT_S, type == IR_F64 ? IR_I64 : IR_I32,
			float_bits(b, v, t), ir_int(0));
		*result = from_cond(b, cond);
		return true;
	}
	if (which == 0 || which == 5) {
		*result = from_cond(b, ir_op1(&b->c, IR_ISNAN, type, v));
		return true;
	}
	abs = ir_op1(&b->c, IR_ABS, type, v);
	if (which == 1 || which == 6 || which == 4)
		*result = from_cond(b, ir_compare(&b->c, IR_EQ, type, abs, inf));
	else
		*result = from_cond(b, ir_compare(&b->c, IR_LT, type, abs, inf));
	if (which == 4) { /* -1 for -inf */
		struct ir_value less = ir_op1(&b->c, IR_NEG, IR_I32, *result);

		cond = ir_compare(&b->c, IR_LT, type, v, ir_float(0));
		*result = ir_op3(&b->c, IR_SELECT, IR_I32, cond, less, *result);
	}
	if (which == 10) {
		cond = ir_compare(&b->c, IR_LE, type,
			ir_float(t->kind == TY_FLOAT ? 0x1p-126 : 0x1p-1022), abs);
		*result = ir_op3(&b->c, IR_SELECT, IR_I32, cond, *result, ir_int(0));
	}
	return true;
}

/* Build gcc's fpclassify(nan, infinite, normal, subnormal, zero, x): which of five numbers. */
static bool
classify_as(struct fb *b, const struct expr *e, const char *name, struct ir_value *result)
{
	struct expr **args = e->u.call.args;
	const struct type *t;
	struct ir_value v[5], x, abs;
	enum ir_type type;

	if (strcmp(name, "fpclassify") != 0 || e->u.call.nargs != 6 ||
		!is_float_type(args[5]->type))
		return false;
	for (int i = 0; i < 5; i++)
		v[i] = argument(b, e, i, IR_I32);
	t = plain(args[5]->type);
	type = reg_type(t);
	x = build_expr(b, args[5]);
	abs = ir_op1(&b->c, IR_ABS, type, x);
	*result = ir_op3(&b->c, IR_SELECT, IR_I32,
		ir_compare(&b->c, IR_LT, type, abs,
			ir_float(t->kind == TY_FLOAT ? 0x1p-126 : 0x1p-1022)),
		v[3], v[2]);
	*result = ir_op3(&b->c, IR_SELECT, IR_I32, ir_compare(&b->c, IR_EQ, type, abs, ir_float(0)),
		v[4], *result);
	*result = ir_op3(&b->c, IR_SELECT, IR_I32,
		ir_compare(&b->c, IR_EQ, type, abs, ir_float(__builtin_inf())), v[1], *result);
	*result = ir_op3(&b->c, IR_SELECT, IR_I32, ir_op1(&b->c, IR_ISNAN, type, x), v[0], *result);
	return true;
}

/* Build isgreater and its like: comparisons that raise nothing for NaN, which PTX never does.  The
 * operands may be of two types (C11 7.12.14). */
static bool
quiet_compare(struct fb *b, const struct expr *e, const char *name, struct ir_value *result)
{
	static const struct {
		const char *name;
		enum ir_op op;
		bool swap;
	} rows[] = {
		{ "isgreater", IR_LT, true },
		{ "isgreaterequal", IR_LE, true },
		{ "isless", IR_LT, false },
		{ "islessequal", IR_LE, false },
		{ "islessgreater", IR_LT, false },
		{ "isunordered", IR_ISNAN, false },
		{ 0 },
	};
	const struct type *t = &float_type;
	struct ir_value x, y, cond;
	enum ir_type type;
	int k = 0;

	while (rows[k].name && strcmp(rows[k].name, name) != 0)
		k++;
	if (!rows[k].name || e->u.call.nargs != 2)
		return false;
	for (int i = 0; i < 2; i++) {
		if (!type_supported(e->u.call.args[i]->type))
			return false;
		if (plain(e->u.call.args[i]->type)->kind != TY_FLOAT)
			t = &double_type;
	}
	type = reg_type(t);
	x = build_as(b, e->u.call.args[0], t);
	y = build_as(b, e->u.call.args[1], t);
	if (rows[k].op == IR_ISNAN) {
		y = ir_op1(&b->c, IR_ISNAN, type, y);
		cond = ir_op2(&b->c, IR_OR, IR_PRED, ir_op1(&b->c, IR_ISNAN, type, x), y);
	} else
		cond = ir_compare(&b->c, rows[k].op, type, rows[k].swap ? y : x,
			rows[k].swap ? x : y);
	if (strcmp(name, "islessgreater") == 0)
		cond = ir_op2(&b->c, IR_OR, IR_PRED, cond, ir_compare(&b->c, IR_LT, type, y, x));
	*result = from_cond(b, cond);
	return true;
}

static bool
constants(const char *name, struct ir_value *result)
{
	static const char *const infinities[] = { "inf", "inff", "huge_val", "huge_valf", NULL };

	for (int i = 0; infinities[i]; i++)
		if (strcmp(name, infinities[i]) == 0) {
			*result = ir_float(__builtin_inf());
			return true;
		}
	if (strcmp(name, "nan") == 0 || strcmp(name, "nanf") == 0) {
		*result = ir_float(__builtin_nan(""));
		return true;
	}
	return false;
}

/* Count trailing zeros as leading zeros of the reversed word. */
static bool
count_trailing(struct fb *b, const struct expr *e, const char *name, struct ir_value *result)
{
	bool wide = strcmp(name, "ctzl") == 0 || strcmp(name, "ctzll") == 0;
	enum ir_type t = wide ? IR_I64 : IR_I32;

	if (!wide && strcmp(name, "ctz") != 0)
		return false;
	*result = ir_op1(&b->c, IR_CLZ, t, ir_op1(&b->c, IR_BREV, t, argument(b, e, 0, t)));
	return true;
}

/* ---- by name ---- */

enum special {
	SP_NONE,
	SP_PRINTF,
	SP_FPRINTF,
	SP_VPRINTF,
	SP_VFPRINTF,
	SP_PTX_VPRINTF,
	SP_PUTS,
	SP_PUTCHAR,
	SP_FPUTS,
	SP_FPUTC,
	SP_FLUSH,
	SP_MALLOC,
	SP_FREE,
	SP_ABORT,
	SP_ASSERT,
	SP_EXPECT,
	SP_PREFETCH,
	SP_ALLOCA,
	SP_CONSTANT_P,
	SP_VA_START,
	SP_VA_COPY,
	SP_VA_END
};

static enum special
special_name(const char *name)
{
	static const struct {
		const char *name;
		enum special which;
	} names[] = {
		{ "printf", SP_PRINTF },
		{ "fprintf", SP_FPRINTF },
		{ "puts", SP_PUTS },
		{ "putchar", SP_PUTCHAR },
		{ "fputs", SP_FPUTS },
		{ "fputc", SP_FPUTC },
		{ "putc", SP_FPUTC },
		{ "fflush", SP_FLUSH },
		{ "prefetch", SP_PREFETCH },
		{ "malloc", SP_MALLOC },
		{ "free", SP_FREE },
		{ "abort", SP_ABORT },
		{ "__assert_fail", SP_ASSERT },
		{ "expect", SP_EXPECT },
		{ "unreachable", SP_ABORT },
		{ "trap", SP_ABORT },
		{ "alloca", SP_ALLOCA },
		{ "__ptx_trap", SP_ABORT },
		{ "vprintf", SP_VPRINTF },
		{ "vfprintf", SP_VFPRINTF },
		{ "__ptx_vprintf", SP_PTX_VPRINTF },
		{ "constant_p", SP_CONSTANT_P },
		{ "va_start", SP_VA_START },
		{ "va_copy", SP_VA_COPY },
		{ "va_end", SP_VA_END },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i].name, name) == 0)
			return names[i].which;
	return SP_NONE;
}

bool
known_builtin(const char *name)
{
	name = plain_name(name);
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (strcmp(operations[i].name, name) == 0)
			return true;
	return special_name(name) != SP_NONE || omp_routine_known(name);
}

/* Check the stream.  A device has one, where the host's stdout and stderr both go. */
static void
check_stream(struct fb *b, const struct expr *e)
{
	const struct expr *stream = e->kind == EX_CAST ? e->u.sub : e;
	const char *name = stream->kind == EX_VAR ? stream->u.var->name : "";

	if (strcmp(name, "stdout") != 0 && strcmp(name, "stderr") != 0)
		diag_error(b->u->diag, e->place,
			"device code prints to 'stdout' and 'stderr' only");
}

/* Build a call of the puts family: what is printed comes first, then for some a stream. */
static struct ir_value
build_puts(struct fb *b, const struct expr *e, enum special which)
{
	bool character = which == SP_PUTCHAR || which == SP_FPUTC;
	struct ir_value v = argument(b, e, 0, character ? IR_I32 : IR_I64);
	enum ir_mem mem = character ? MEM_32 : MEM_64;

	if (which == SP_FPUTS || which == SP_FPUTC)
		check_stream(b, e->u.call.args[1]);
	print_values(b, character ? "%c" : which == SP_PUTS ? "%s\n" : "%s", &v, &mem, 1);
	return character ? ir_op2(&b->c, IR_AND, IR_I32, v, ir_int(255)) : ir_int(1);
}

/* Return how many arguments they need, so that a wrong declaration of such a function does no
 * harm. */
static int
arguments_of(enum special which)
{
	switch (which) {
	case SP_NONE:
	case SP_ABORT: return 0;
	case SP_ASSERT: return 4;
	case SP_VFPRINTF: return 3;
	case SP_VPRINTF:
	case SP_PTX_VPRINTF:
	case SP_FPRINTF:
	case SP_FPUTS:
	case SP_FPUTC:
	case SP_VA_COPY: return 2;
	default: return 1;
	}
}

static bool
build_special(struct fb *b, const struct expr *e, enum special which, struct ir_value *result)
{
	struct expr **args = e->u.call.args;
	struct ir_value v;
	int64_t k;

	*result = ir_int(0);
	if (e->u.call.nargs < arguments_of(which))
		return false;
	switch (which) {
	case SP_NONE: return false;
	case SP_PRINTF: *result = build_printf(b, e, 0); break;
	case SP_FPRINTF:
		check_stream(b, args[0]);
		*result = build_printf(b, e, 1);
		break;
	case SP_VPRINTF: *result = print_list(b, args[0], args[1]); break;
	case SP_VFPRINTF:
		check_stream(b, args[0]);
		*result = print_list(b, args[1], args[2]);
		break;
	case SP_PTX_VPRINTF:
		v = argument(b, e, 0, IR_I64);
		*result = vprintf_call(b, v, argument(b, e, 1, IR_I64));
		break;
	case SP_PUTS:
	case SP_PUTCHAR:
	case SP_FPUTS:
	case SP_FPUTC: *result = build_puts(b, e, which); break;
	case SP_FLUSH: /* the device prints at once */ break;
	case SP_PREFETCH: build_effects(b, args[0]); break;
	case SP_MALLOC:
		v = argument(b, e, 0, IR_I64);
		*result = call_extern(b, "malloc", i64_param, &i64_param, &v, 1);
		break;
	case SP_FREE:
		v = argument(b, e, 0, IR_I64);
		call_extern(b, "free", (struct ir_param){ 0 }, &i64_param, &v, 1);
		break;
	case SP_ABORT: trap(b); break;
	case SP_ASSERT: assertion(b, e); break;
	case SP_EXPECT: *result = build_as(b, args[0], e->type); break;
	case SP_ALLOCA:
		need_heap(b->u);
		*result = ir_op1(&b->c, IR_ALLOCA, IR_I64, argument(b, e, 0, IR_I64));
		break;
	case SP_CONSTANT_P: *result = ir_int(const_int(args[0], &k)); break;
	case SP_VA_START: build_va_start(b, e); break;
	case SP_VA_COPY: assign_into(b, build_lval(b, args[0]), args[1]); break;
	case SP_VA_END: build_effects(b, args[0]); break;
	}
	return true;
}

bool
build_builtin(struct fb *b, const struct expr *e, struct decl *fn, struct ir_value *result)
{
	const char *name = plain_name(fn->name);
	bool prefixed = name != fn->name;

	return operation(b, e, name, result) || square(b, e, name, result) ||
		build_special(b, e, special_name(name), result) ||
		memory_call(b, e, name, result) || classify(b, e, name, result) ||
		quiet_compare(b, e, name, result) || classify_as(b, e, name, result) ||
		build_sync(b, e, name, result) ||
		(prefixed && build_overflow(b, e, name, result)) ||
		(prefixed && constants(name, result)) ||
		(prefixed && count_trailing(b, e, name, result));
}
