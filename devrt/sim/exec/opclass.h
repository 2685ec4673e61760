/*
 * opclass.h: classes of operations, and what machine code says itself about the time of its
 * instructions; for those who time a launch (timing/).
 */
#ifndef SIM_EXEC_OPCLASS_H
#define SIM_EXEC_OPCLASS_H

#include <stdbool.h>

#include "machine_code.h"

/* Classes of operations, as the throughput table of the CUDA programming guide has them. */
/* clang-format off */
#define OP_CLASSES(X) \
	X(FREE, "folded") X(INT, "integer") X(MUL, "integer multiply") X(SHIFT, "shift") \
	X(BITS, "bit field") X(COMPARE, "compare") X(FP32, "fp32") X(FP64, "fp64") \
	X(SFU, "special function") X(CVT, "convert") X(SREG, "special register") X(SHFL, "shuffle") \
	X(VOTE, "vote") X(LOAD, "load") X(STORE, "store") X(ATOMIC, "atomic") X(BRANCH, "branch") \
	X(CALL, "call") X(BARRIER, "barrier") X(FENCE, "fence") X(CONST, "constant load") X(REDUX, "warp reduction") \
	X(NOP, "nothing")
/* clang-format on */
enum op_class {
#define X(name, text) OP_##name,
	OP_CLASSES(X)
#undef X
		NOP_CLASSES
};

/* What an instruction of machine code is beside its class, where that changes its time. */
enum op_form {
	FORM_PLAIN,
	FORM_UNIFORM,   /* the uniform datapath executes it */
	FORM_INDIRECT,  /* a jump to an address in a register */
	FORM_ALU,       /* a conversion that the integer pipeline does */
	FORM_BEYOND,    /* an access that L1 must not answer: .STRONG.GPU, .SYS */
	FORM_TABLE,     /* a load from the function's own constants */
	FORM_EXCLUSIVE, /* WARPSYNC of lanes that a register names */
	FORM_CONVERGE,  /* BSYNC */
	FORM_DUAL,      /* sm_35: the next one may be issued in the same cycle */
	FORM_TEXTURE,   /* sm_35: a load through the texture units */
};

#define STATIC_REGISTERS 8

/* What is static in an instruction of machine code (code/decode.c). */
struct static_inst {
	enum op_class cls;
	enum op_form form;
	struct sass_control control;
	/* sm_35, whose schedule has no counters: the registers that it reads and writes */
	bool has_registers;
	uint8_t nread, nwritten, read[STATIC_REGISTERS], written[STATIC_REGISTERS];
};

#endif
