/*
 * outline_grid.c: a grid launched by device code, through the first interface of CUDA's device runtime
 * (cuda_device_runtime_api.h; libcudadevrt.a has the functions):
 *
 *      buffer = cudaGetParameterBufferV2(kernel, grid, block, shared bytes)
 *      the kernel's parameters are stored into the buffer, as they lie in its parameter space
 *      error = cudaLaunchDeviceV2(buffer, stream), cudaDeviceSynchronize()
 *
 * Without a buffer the launch reports the error.  Memory: what the launching thread wrote before is
 * seen by the grid, and what the grid wrote by the thread once it has synchronised.
 */
#include "outline.h"

enum { DIM3_BYTES = 12 };

static const struct ir_param word = { .type = IR_I32, .mem = MEM_32 };
static const struct ir_param address = { .type = IR_I64, .mem = MEM_64 };
static const struct ir_param dim3 = { .bytes = DIM3_BYTES, .align = 4 };

/* A call of a function of the device runtime, which is declared where it is not yet. */
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
	*call = (struct ir_call){ .callee = s, .sig = params, .args = values, .nargs = nargs, .result = result };
	ir_reg dst = ir_reg_new(c->func, result.type, NULL);
	ir_emit(c, IR_CALL, result.type, dst, ir_none(), ir_none())->call = call;
	return ir_r(dst);
}

static struct ir_value
get_buffer(struct ir_cursor *c, struct ir_module *m, const struct outline *p, struct ir_slot *dims)
{
	const struct ir_param sig[] = { address, dim3, dim3, word };
	struct ir_value kernel = ir_op1(c, IR_MOV, IR_I64, ir_symbol_value(p->symbol, 0));
	struct ir_value args[] = { kernel, ir_slot_value(dims, 0), ir_slot_value(dims, DIM3_BYTES), ir_int(0) };

	for (int i = 0; i < 2 * DIM3_BYTES; i += 4)
		ir_store(c, MEM_32, SPACE_LOCAL, ir_slot_value(dims, i), 0, i == DIM3_BYTES ? p->threads : ir_int(1));
	return call_runtime(c, m, "cudaGetParameterBufferV2", address, 4, sig, args);
}

static void
store_arguments(struct ir_cursor *c, struct ir_value buffer, const struct ir_call *call)
{
	int64_t offset = 0;

	for (int i = 0; i < call->nargs; i++) {
		int bytes = ir_mem_bytes(call->sig[i].mem);
		offset = (offset + bytes - 1) & -(int64_t)bytes;
		ir_store(c, call->sig[i].mem, SPACE_GENERIC, buffer, offset, call->args[i]);
		offset += bytes;
	}
}

void
launch_grid(struct ir_cursor *c, struct ir_module *m, const struct outline *p,
	const struct ir_call *call, struct ir_slot *dims, struct ir_block *failed)
{
	const struct ir_param sig[] = { address, address };
	struct ir_value buffer = get_buffer(c, m, p, dims);

	store_arguments(c, buffer, call);
	struct ir_value args[] = { buffer, ir_int(0) };
	struct ir_value launched = call_runtime(c, m, "cudaLaunchDeviceV2", word, 2, sig, args);
	struct ir_value ended = call_runtime(c, m, "cudaDeviceSynchronize", word, 0, NULL, NULL);
	struct ir_value error = ir_op2(c, IR_OR, IR_I32, launched, ended);
	struct ir_block *on = ir_block_after(c->func, c->block, NULL);
	ir_branch(c, ir_compare(c, IR_NE, IR_I32, error, ir_int(0)), failed, on);
	c->block = on;
}
