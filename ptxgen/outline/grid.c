/*
 * grid.c: a grid launched by device code, through CUDA's device runtime
 * (cuda_device_runtime_api.h; libcudadevrt.a has the functions):
 *
 *      buffer = cudaGetParameterBufferV2(kernel, grid, block, shared bytes)
 *      the kernel's parameters are stored into the buffer, as they lie in its parameter space
 *      error = cudaLaunchDeviceV2(buffer, stream), cudaDeviceSynchronize()
 *
 * That is the first interface.  The second has other names and no synchronisation, but streams for
 * grids that nobody waits for and for tails, which run when the launching grid has ended.
 *
 * Memory: what the launching thread wrote before is seen by the grid, and what the grid wrote by
 * the thread once it has synchronised, or by the tail.
 */
#include "outline/outline.h"

#include <string.h>

#include "base/source.h"

enum { DIM3_BYTES = 12 };
enum { STREAM_DEFAULT, STREAM_TAIL = 3, STREAM_FIRE_AND_FORGET }; /* driver_types.h */

static const struct ir_param word = { .type = IR_I32, .mem = MEM_32 };
static const struct ir_param address = { .type = IR_I64, .mem = MEM_64 };
static const struct ir_param dim3 = { .bytes = DIM3_BYTES, .align = 4 };

/* ---- calls of the device runtime ---- */

/* Call the runtime.  Declare its function where it is not yet. */
static struct ir_value
call_runtime(struct ir_cursor *c, struct ir_module *m, const char *name, struct ir_param result,
	int nargs, const struct ir_param *sig, const struct ir_value *args)
{
	struct ir_symbol *s = ir_symbol_find(m, name);
	struct ir_call *call = NEW(m->arena, struct ir_call);
	struct ir_param *params = NEWN(m->arena, struct ir_param, nargs + 1);
	struct ir_value *values = NEWN(m->arena, struct ir_value, nargs + 1);

	for (int i = 0; i < nargs; i++) {
		params[i] = sig[i];
		params[i].name = arena_printf(m->arena, "%d", i);
		values[i] = args[i];
	}
	if (!s) {
		s = ir_symbol_new(m, name, SYM_FUNC);
		s->linkage = LINK_EXTERN;
		s->func = ir_func_new(m->arena, name, false);
		s->func->nparams = nargs;
		s->func->params = params;
		s->func->result = result;
	}
	*call = (struct ir_call){
		.callee = s,
		.sig = params,
		.args = values,
		.nargs = nargs,
		.result = result,
	};
	ir_reg dst = result.type == IR_NONE ? IR_NOREG : ir_reg_new(c->func, result.type, NULL);
	ir_emit(c, IR_CALL, result.type, dst, ir_none(), ir_none())->call = call;
	return ir_r(dst);
}

static struct ir_value
get_buffer(struct ir_cursor *c, struct ir_module *m, const struct grid_launch *l,
	struct ir_slot *dims)
{
	const struct ir_param sig[] = { address, dim3, dim3, word };
	struct ir_value kernel = ir_op1(c, IR_MOV, IR_I64, ir_symbol_value(l->kernel, 0));
	struct ir_value args[] = { kernel, ir_slot_value(dims, 0), ir_slot_value(dims, DIM3_BYTES),
		ir_int(0) };

	for (int i = 0; i < 2 * DIM3_BYTES; i += 4)
		ir_store(c, MEM_32, SPACE_LOCAL, ir_slot_value(dims, i), 0,
			i == 0                  ? l->teams :
				i == DIM3_BYTES ? l->threads :
						  ir_int(1));
	return call_runtime(c, m,
		l->how == GRID_JOINED ? "cudaGetParameterBufferV2" :
					"__cudaCDP2GetParameterBufferV2",
		address, 4, sig, args);
}

struct ir_slot *
launch_dims(struct ir_func *f)
{
	return ir_slot_new(f, SLOT_LOCAL, "dims", 2 * DIM3_BYTES, 4);
}

/* ---- arguments ---- */

static struct ir_value
own_parameter(struct ir_cursor *c, int index, enum ir_mem mem, int64_t offset)
{
	enum ir_type type = ir_mem_type(mem);
	struct ir_inst *load = ir_emit(c, IR_LDPARAM, type, ir_reg_new(c->func, type, NULL),
		ir_none(), ir_none());

	load->mem = mem;
	load->space = SPACE_PARAM;
	load->index = index;
	load->offset = offset;
	return ir_r(load->dst);
}

/* Copy an aggregate in pieces of its alignment, at most 8 bytes each. */
static void
copy_aggregate(struct ir_cursor *c, struct ir_value buffer, int64_t at, const struct ir_param *p,
	int index)
{
	uint64_t align = p->align > 8 ? 8 : p->align;
	enum ir_mem mem = align == 8 ? MEM_64 : align == 4 ? MEM_32 : align == 2 ? MEM_U16 : MEM_U8;

	for (uint64_t i = 0; i < p->bytes; i += align)
		ir_store(c, mem, SPACE_GENERIC, buffer, at + (int64_t)i,
			own_parameter(c, index, mem, (int64_t)i));
}

static void
store_arguments(struct ir_cursor *c, struct ir_value buffer, const struct grid_launch *l)
{
	int64_t offset = 0;

	for (int i = 0; i < l->nargs; i++) {
		const struct ir_param *p = &l->sig[i];
		int64_t bytes = p->bytes ? (int64_t)p->bytes : ir_mem_bytes(p->mem);
		int64_t align = p->bytes ? (int64_t)p->align : bytes;

		offset = (offset + align - 1) & -align;
		if (p->bytes)
			copy_aggregate(c, buffer, offset, p, i);
		else
			ir_store(c, p->mem, SPACE_GENERIC, buffer, offset,
				l->args[i].kind != VAL_NONE ? l->args[i] :
							      own_parameter(c, i, p->mem, 0));
		offset += bytes;
	}
}

/* ---- a launch that fails ---- */

static struct ir_value
text(struct ir_cursor *c, struct ir_module *m, const char *words)
{
	struct ir_symbol *s = m->symbols;
	size_t bytes = strlen(words) + 1;
	int n = 0;

	for (; s; s = s->next, n++)
		if (s->kind == SYM_VAR && s->size == bytes && s->bytes &&
			memcmp(s->bytes, words, bytes) == 0)
			break;
	if (!s) {
		s = ir_symbol_new(m, arena_printf(m->arena, "text$%d", n), SYM_VAR);
		s->space = SPACE_GLOBAL;
		s->size = bytes;
		s->align = 1;
		s->bytes = (const uint8_t *)words;
	}
	return ir_op1(c, IR_MOV, IR_I64, ir_symbol_value(s, 0));
}

/* Report a failed launch: the driver ends the program, and what it prints names the place. */
struct ir_block *
fail_with(struct ir_func *f, struct ir_module *m, struct place place, const char *label,
	const char *words)
{
	const struct ir_param sig[] = { address, address, word, address, address };
	struct ir_block *failed = ir_block_new(f, label, NULL);
	struct ir_cursor c = { .func = f, .block = failed, .place = place };
	struct ir_value args[] = {
		text(&c, m, words),
		text(&c, m, place_file(m->sources, place)),
		ir_int(place.line),
		text(&c, m, f->name),
		ir_int(1),
	};

	call_runtime(&c, m, "__assertfail", (struct ir_param){ .type = IR_NONE }, 5, sig, args);
	failed->term = TERM_UNREACHABLE;
	return failed;
}

static void
unless(struct ir_cursor *c, struct ir_value failure, struct ir_block *failed)
{
	struct ir_block *on = ir_block_after(c->func, c->block, NULL);

	ir_branch(c, failure, failed, on);
	c->block = on;
}

void
launch_grid(struct ir_cursor *c, struct ir_module *m, const struct grid_launch *l,
	struct ir_slot *dims)
{
	static const int streams[] = { [GRID_JOINED] = STREAM_DEFAULT,
		[GRID_FREE] = STREAM_FIRE_AND_FORGET,
		[GRID_TAIL] = STREAM_TAIL };
	const struct ir_param sig[] = { address, address };
	struct ir_block *failed = fail_with(c->func, m, l->place, "LAUNCH_FAILED",
		"the device has room for one more launch (DEVRT_PENDING)");
	struct ir_value buffer = get_buffer(c, m, l, dims);

	unless(c, ir_compare(c, IR_EQ, IR_I64, buffer, ir_int(0)), failed);
	store_arguments(c, buffer, l);
	struct ir_value args[] = { buffer, ir_int(streams[l->how]) };
	struct ir_value error = call_runtime(c, m,
		l->how == GRID_JOINED ? "cudaLaunchDeviceV2" : "__cudaCDP2LaunchDeviceV2", word, 2,
		sig, args);
	if (l->how == GRID_JOINED)
		error = ir_op2(c, IR_OR, IR_I32, error,
			call_runtime(c, m, "cudaDeviceSynchronize", word, 0, NULL, NULL));
	unless(c, ir_compare(c, IR_NE, IR_I32, error, ir_int(0)), failed);
}
