/*
 * dump.c: IR as text, for people who follow a kernel through the passes (-d) and for goldens.
 *
 * One line an instruction: `%name.id = op.type operands`.  The text is never read back.
 */
#include "ir/ir.h"

#include <inttypes.h>

#include "base/source.h"

static const char *const type_names[] = { "", "pred", "i32", "i64", "f32", "f64" };
static const char *const mem_names[] = { "s8", "u8", "s16", "u16", "32", "64", "f32", "f64" };
static const char *const space_names[] = { "generic", "global", "shared", "local", "const",
	"param" };
static const char *const slot_names[] = { "local", "team", "shared", "frame" };
static const char *const sreg_names[] = { "tid", "ntid", "ctaid", "nctaid", "laneid", "warpid",
	"clock", "lanemask_lt", "lanemask_ge", "dynamic_smem_size", "globaltimer", "tid.x", "tid.y",
	"tid.z", "ntid.x", "ntid.y", "ntid.z", "ctaid.x", "ctaid.y", "ctaid.z" };
static const char *const atom_names[] = { "add", "min.s", "max.s", "min.u", "max.u", "and", "or",
	"xor", "exch", "cas" };
static const char *const reduce_names[] = { "+", "*", "&", "|", "^", "&&", "||", "min", "max" };
static const char *const construct_names[] = { "parallel", "loop", "critical" };
static const char *const level_names[] = { "distribute", "for", "simd" }; /* OMP_LEVEL_* */
static const char *const schedule_names[] = { "", "static", "dynamic", "guided", "auto",
	"runtime" }; /* enum omp_schedule */
static const char *const form_names[] = { "auto", "off", "spmd", "generic" }; /* enum simd_form */

static void
dump_reg(const struct ir_func *f, ir_reg r, FILE *out)
{
	const char *name = f->regs[r].name;

	fprintf(out, name ? "%%%s.%u" : "%%%s%u", name ? name : "", r);
}

static void
dump_offset(int64_t offset, FILE *out)
{
	if (offset)
		fprintf(out, "%+" PRId64, offset);
}

static void
dump_value(const struct ir_func *f, struct ir_value v, FILE *out)
{
	switch (v.kind) {
	case VAL_NONE: fputs("-", out); break;
	case VAL_REG: dump_reg(f, v.u.reg, out); break;
	case VAL_INT: fprintf(out, "%" PRId64, v.u.i); break;
	case VAL_FLOAT: fprintf(out, "%.17g", v.u.f); break;
	case VAL_SLOT:
		fprintf(out, "&%s.%u", v.u.slot->name ? v.u.slot->name : "slot", v.u.slot->id);
		break;
	case VAL_SYMBOL: fprintf(out, "@%s", v.u.symbol->name); break;
	}
	dump_offset(ir_is_address(v) ? v.offset : 0, out);
}

static void
dump_call(const struct ir_func *f, const struct ir_call *call, FILE *out)
{
	fputc(' ', out);
	if (call->callee)
		fprintf(out, "@%s", call->callee->name);
	else
		dump_value(f, call->target, out);
	fputc('(', out);
	for (int i = 0; i < call->nargs; i++) {
		fputs(i ? ", " : "", out);
		dump_value(f, call->args[i], out);
		if (call->sig[i].bytes)
			fprintf(out, " [%" PRIu64 " bytes]", call->sig[i].bytes);
	}
	fputc(')', out);
	if (call->result.bytes) {
		fputs(" to ", out);
		dump_value(f, call->result_addr, out);
	}
}

/* Print what an operation has beside its operands. */
static void
dump_details(const struct ir_func *f, const struct ir_inst *i, FILE *out)
{
	switch (i->op) {
	case IR_LD:
	case IR_ST:
		fprintf(out, ".%s.%s%s", space_names[i->space], mem_names[i->mem],
			i->is_volatile ? ".volatile" : "");
		break;
	case IR_ATOM:
		fprintf(out, ".%s.%s.%s", space_names[i->space], atom_names[i->atom],
			mem_names[i->mem]);
		break;
	case IR_LDPARAM:
		fprintf(out, ".%s %s", mem_names[i->mem],
			i->index < f->nparams && f->params[i->index].name ?
				f->params[i->index].name :
				"?");
		break;
	case IR_SREG: fprintf(out, " %s", sreg_names[i->index]); break;
	case IR_OMP_SCAN:
		fprintf(out, ".%s %s", mem_names[i->reduce->mem], reduce_names[i->reduce->op]);
		break;
	case IR_OMP_REDUCE:
		fprintf(out, "%s.%s %s",
			i->reduce->league          ? ".league" :
				i->reduce->ordered ? ".ordered" :
						     "",
			mem_names[i->reduce->mem],
			i->reduce->combiner ? i->reduce->combiner->name :
					      reduce_names[i->reduce->op]);
		break;
	case IR_CALL: dump_call(f, i->call, out); break;
	case IR_TOGENERIC: fprintf(out, ".%s", space_names[i->space]); break;
	case IR_FENCE:
	case IR_SHFL:
	case IR_VOTE:
	case IR_BAR: fprintf(out, ".%d", i->index); break;
	default: break;
	}
}

static void
dump_inst(const struct ir_func *f, const struct ir_inst *i, FILE *out)
{
	fputs("    ", out);
	if (i->dst != IR_NOREG) {
		dump_reg(f, i->dst, out);
		fputs(" = ", out);
	}
	fputs(ir_ops[i->op].name, out);
	if (i->type != IR_NONE)
		fprintf(out, ".%s", type_names[i->type]);
	dump_details(f, i, out);
	for (int k = 0; k < 4 && i->src[k].kind != VAL_NONE; k++) {
		fputs(k ? ", " : " ", out);
		dump_value(f, i->src[k], out);
	}
	dump_offset(i->op == IR_CALL ? 0 : i->offset, out);
	if (i->op == IR_MEMCPY || i->op == IR_MEMZERO)
		fputs(" bytes", out);
	fputc('\n', out);
}

/* Print a clause's value, if it has one. */
static void
dump_clause(const struct ir_func *f, const char *name, struct ir_value v, FILE *out)
{
	if (v.kind == VAL_NONE)
		return;
	fprintf(out, " %s=", name);
	dump_value(f, v, out);
}

static void
dump_loop(const struct ir_func *f, const struct ir_construct *c, FILE *out)
{
	for (int i = 0; i < 3; i++)
		if (c->u.loop.levels >> i & 1)
			fprintf(out, " %s", level_names[i]);
	if (c->u.loop.one_thread)
		fputs(" one_thread", out);
	fputs(" index=", out);
	dump_reg(f, c->u.loop.index, out);
	dump_clause(f, "count", c->u.loop.count, out);
	if (c->u.loop.schedule)
		fprintf(out, " schedule=%s", schedule_names[c->u.loop.schedule]);
	dump_clause(f, "chunk", c->u.loop.chunk, out);
	dump_clause(f, "dist_chunk", c->u.loop.dist_chunk, out);
	if (c->u.loop.simd.lanes > 1)
		fprintf(out, " lanes=%d", c->u.loop.simd.lanes);
}

static void
dump_construct(const struct ir_func *f, const struct ir_construct *c, FILE *out)
{
	fprintf(out, "    %s %u", construct_names[c->kind], c->id);
	if (c->kind == CON_PARALLEL) {
		dump_clause(f, "threads", c->u.parallel.threads, out);
		dump_clause(f, "if", c->u.parallel.cond, out);
		if (c->u.parallel.lanes > 1)
			fprintf(out, " lanes=%d form=%s", c->u.parallel.lanes,
				form_names[c->u.parallel.form]);
	} else if (c->kind == CON_LOOP) {
		dump_loop(f, c, out);
	} else {
		fprintf(out, " (%s)", c->u.critical.name);
	}
	fprintf(out, " body=b%u next=b%u\n", c->body->id, c->next->id);
}

static void
dump_term(const struct ir_func *f, const struct ir_block *b, FILE *out)
{
	switch (b->term) {
	case TERM_NONE: fputs("    (no terminator)\n", out); break;
	case TERM_JUMP: fprintf(out, "    jump b%u\n", b->to[0]->id); break;
	case TERM_BRANCH:
		fputs("    branch ", out);
		dump_value(f, b->cond, out);
		fprintf(out, " ? b%u : b%u\n", b->to[0]->id, b->to[1]->id);
		break;
	case TERM_TABLE:
		fputs("    table ", out);
		dump_value(f, b->cond, out);
		for (int i = 0; i < b->ntable; i++)
			fprintf(out, "%s b%u", i ? "," : ":", b->table[i]->id);
		fputc('\n', out);
		break;
	case TERM_RET:
		fputs("    ret ", out);
		dump_value(f, b->cond, out);
		fputc('\n', out);
		break;
	case TERM_EXIT: fputs("    exit\n", out); break;
	case TERM_UNREACHABLE: fputs("    unreachable\n", out); break;
	case TERM_CONSTRUCT: dump_construct(f, b->construct, out); break;
	case TERM_END:
		fprintf(out, "    end %s %u\n", construct_names[b->construct->kind],
			b->construct->id);
		break;
	}
}

void
ir_dump(const struct ir_func *f, const struct sources *s, FILE *out)
{
	fprintf(out, "%s %s", f->is_kernel ? "kernel" : "function", f->name);
	if (s && place_known(f->place))
		fprintf(out, " at %s:%u", place_file(s, f->place), f->place.line);
	fputc('\n', out);
	for (int i = 0; i < f->nparams; i++) {
		const struct ir_param *p = &f->params[i];

		fprintf(out, "  param %s ", p->name ? p->name : "?");
		if (p->type == IR_NONE)
			fprintf(out, "%" PRIu64 " bytes\n", p->bytes);
		else
			fprintf(out, "%s\n", mem_names[p->mem]);
	}
	for (const struct ir_slot *sl = f->slots; sl; sl = sl->next)
		fprintf(out, "  slot %s.%u %s size %" PRIu64 " align %" PRIu64 "\n",
			sl->name ? sl->name : "slot", sl->id, slot_names[sl->kind], sl->size,
			sl->align);
	for (const struct ir_block *b = f->blocks; b; b = b->next) {
		fprintf(out, "  b%u", b->id);
		if (b->label)
			fprintf(out, " %s", b->label);
		if (b->in)
			fprintf(out, " in %s %u", construct_names[b->in->kind], b->in->id);
		fputs(":\n", out);
		for (const struct ir_inst *i = b->first; i; i = i->next)
			dump_inst(f, i, out);
		dump_term(f, b, out);
	}
}
