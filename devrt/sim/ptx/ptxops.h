/*
 * ptxops.h: the vocabulary of PTX, as X-macro tables: types, opcodes, modifiers.
 *
 * Include it and expand the tables you need; it declares nothing but the enums at the end.  The
 * simulator's parser checks programs against these rows and the compiler's printer writes them, so
 * neither has an opcode that the other does not know; other rooms derive from a row what the
 * instruction costs and how it may be moved.  Do not put behaviour here.
 *
 * A new instruction is a row, a handler in a file of exec/ (float.c, bits.c, lanes.c ...) with a
 * case of that file's selector or of decode.c's, and a test in tests/sim, which coverage.t demands.
 *
 * References: PTX ISA 8.x, chapters 5.2 (types), 9.7 (instructions).
 */
#ifndef SIM_PTXOPS_H
#define SIM_PTXOPS_H

/*
 * A comment behind the ';' of a load whose value is only stored again (bits beside a bit-field, a
 * struct that is copied), so that the check of unwritten memory ignores it.
 */
#define PTX_CARRIES " // may be unwritten"

/* X(enum, spelling, bytes, kind): kind 'u' 's' 'f' 'b' as spelt, 'p' predicate. */
/* clang-format off */
#define PTX_TYPES(X) \
	X(U8, "u8", 1, 'u') X(U16, "u16", 2, 'u') X(U32, "u32", 4, 'u') X(U64, "u64", 8, 'u') \
	X(S8, "s8", 1, 's') X(S16, "s16", 2, 's') X(S32, "s32", 4, 's') X(S64, "s64", 8, 's') \
	X(B8, "b8", 1, 'b') X(B16, "b16", 2, 'b') X(B32, "b32", 4, 'b') X(B64, "b64", 8, 'b') \
	X(F32, "f32", 4, 'f') X(F64, "f64", 8, 'f') X(PRED, "pred", 1, 'p')
/* clang-format on */

/*
 * X(enum, spelling, types, modifiers, operands, class, effects)
 *
 * types: which instruction types the opcode takes, a sum of PTX_T_* below; PTX_T_NONE: no type;
 *   with PTX_T_TWO there are two.
 * modifiers: the groups (PTX_M_*) of which a modifier may appear.
 * operands, in order, a letter each; those after '?' may be left out:
 *   d  destination of the instruction type      s  source of the instruction type
 *   D  destination, twice as wide with .wide    S  source, twice as wide with .wide
 *   x  source or destination of the second type (cvt, set, slct: the last type)
 *   u  source of 32 bits                        l  destination of 32 bits
 *   P  destination predicate or p|q             p  source predicate, !p allowed
 *   m  memory operand [a+i]                     v  value that ld and st move, maybe {a,b,c,d}
 *   L  label                                    T  .branchtargets or brace list
 *   c  the operands of call                     t  immediate lane tables and the like, 32 bits
 *   M  mov: anything                            q  shfl, match: destination with optional |p
 *   *  depends on the modifiers: bar, barrier, vote
 * class: the operation's kind, a PTX_C_* below, from which its cost follows (timing/cost.c).
 * effects: what else there is to know to move it or put predicates on it, a sum of PTX_E_*.
 */
/* clang-format off */
#define PTX_OPS(X) \
	/* 9.7.1 integer, 9.7.3 floating point, 9.7.6 comparison, 9.7.8 logic */ \
	X(ADD, "add", PTX_T_INT | PTX_T_FLT, PTX_M_RND | PTX_M_FTZ | PTX_M_SAT | PTX_M_CC, \
		"dss", SUM, PTX_E_UNIFORM) \
	X(SUB, "sub", PTX_T_INT | PTX_T_FLT, PTX_M_RND | PTX_M_FTZ | PTX_M_SAT | PTX_M_CC, \
		"dss", SUM, PTX_E_UNIFORM) \
	X(MUL, "mul", PTX_T_INT | PTX_T_FLT, PTX_M_HALF | PTX_M_RND | PTX_M_FTZ | PTX_M_SAT, \
		"Dss", PRODUCT, 0) \
	X(MAD, "mad", PTX_T_INT | PTX_T_FLT, \
		PTX_M_HALF | PTX_M_MUST_RND | PTX_M_FTZ | PTX_M_SAT | PTX_M_CC, "DssS", PRODUCT, 0) \
	X(FMA, "fma", PTX_T_FLT, PTX_M_MUST_RND | PTX_M_FTZ | PTX_M_SAT, "dsss", PRODUCT, 0) \
	X(MUL24, "mul24", PTX_T_I32, PTX_M_HALF, "dss", PRODUCT, 0) \
	X(MAD24, "mad24", PTX_T_I32, PTX_M_HALF | PTX_M_SAT, "dsss", PRODUCT, 0) \
	X(SAD, "sad", PTX_T_INT, 0, "dsss", SUM, 0) \
	X(DIV, "div", PTX_T_INT | PTX_T_FLT, PTX_M_MUST_RND | PTX_M_FTZ | PTX_M_APPROX, \
		"dss", QUOTIENT, PTX_E_BRANCHED) \
	X(REM, "rem", PTX_T_INT, 0, "dss", QUOTIENT, PTX_E_BRANCHED) \
	X(ABS, "abs", PTX_T_INT | PTX_T_FLT, PTX_M_FTZ, "ds", SUM, 0) \
	X(NEG, "neg", PTX_T_INT | PTX_T_FLT, PTX_M_FTZ, "ds", SUM, 0) \
	X(MIN, "min", PTX_T_INT | PTX_T_FLT, PTX_M_FTZ | PTX_M_NAN, "dss", COMPARE, 0) \
	X(MAX, "max", PTX_T_INT | PTX_T_FLT, PTX_M_FTZ | PTX_M_NAN, "dss", COMPARE, 0) \
	X(ADDC, "addc", PTX_T_INT, PTX_M_CC, "dss", SUM, 0) \
	X(SUBC, "subc", PTX_T_INT, PTX_M_CC, "dss", SUM, 0) \
	X(MADC, "madc", PTX_T_INT, PTX_M_CC | PTX_M_HALF, "dsss", PRODUCT, 0) \
	X(POPC, "popc", PTX_T_B32 | PTX_T_B64, 0, "ls", BITS, 0) \
	X(CLZ, "clz", PTX_T_B32 | PTX_T_B64, 0, "ls", CLZ, 0) \
	X(BFIND, "bfind", PTX_T_I32 | PTX_T_I64, PTX_M_SHIFTAMT, "ls", BITS, 0) \
	X(FNS, "fns", PTX_T_B32, 0, "luuu", BITS, 0) \
	X(BREV, "brev", PTX_T_B32 | PTX_T_B64, 0, "ds", BITS, 0) \
	X(BFE, "bfe", PTX_T_I32 | PTX_T_I64, 0, "dsuu", BITS, 0) \
	X(BFI, "bfi", PTX_T_B32 | PTX_T_B64, 0, "dssuu", BITS, 0) \
	X(BMSK, "bmsk", PTX_T_B32, PTX_M_SHIFTMODE, "duu", PLAIN, 0) \
	X(SZEXT, "szext", PTX_T_I32, PTX_M_SHIFTMODE, "dsu", PLAIN, 0) \
	X(DP4A, "dp4a", PTX_T_I32 | PTX_T_TWO, 0, "luus", PRODUCT, 0) \
	X(DP2A, "dp2a", PTX_T_I32 | PTX_T_TWO, PTX_M_HALF, "luus", PRODUCT, 0) \
	X(TESTP, "testp", PTX_T_FLT, PTX_M_TESTP, "Ps", COMPARE, 0) \
	X(COPYSIGN, "copysign", PTX_T_FLT, 0, "dss", SUM, 0) \
	X(RCP, "rcp", PTX_T_FLT, PTX_M_MUST_RND | PTX_M_FTZ | PTX_M_APPROX, \
		"ds", ROOT, PTX_E_BRANCHED) \
	X(SQRT, "sqrt", PTX_T_FLT, PTX_M_MUST_RND | PTX_M_FTZ | PTX_M_APPROX, \
		"ds", ROOT, PTX_E_BRANCHED) \
	X(RSQRT, "rsqrt", PTX_T_FLT, PTX_M_FTZ | PTX_M_APPROX, "ds", ROOT, 0) \
	X(SIN, "sin", PTX_T_F32, PTX_M_FTZ | PTX_M_APPROX, "ds", SFU_2, 0) \
	X(COS, "cos", PTX_T_F32, PTX_M_FTZ | PTX_M_APPROX, "ds", SFU_2, 0) \
	X(LG2, "lg2", PTX_T_F32, PTX_M_FTZ | PTX_M_APPROX, "ds", SFU, 0) \
	X(EX2, "ex2", PTX_T_F32, PTX_M_FTZ | PTX_M_APPROX, "ds", SFU, 0) \
	X(TANH, "tanh", PTX_T_F32, PTX_M_APPROX, "ds", SFU, 0) \
	X(SET, "set", PTX_T_ANY | PTX_T_TWO, PTX_M_CMP | PTX_M_BOOL | PTX_M_FTZ, \
		"dxx?p", COMPARE, 0) \
	X(SETP, "setp", PTX_T_ANY, PTX_M_CMP | PTX_M_BOOL | PTX_M_FTZ, \
		"Pss?p", COMPARE, PTX_E_UNIFORM) \
	X(SELP, "selp", PTX_T_ANY, 0, "dssp", PLAIN, 0) \
	X(SLCT, "slct", PTX_T_ANY | PTX_T_TWO, PTX_M_FTZ, "dssx", PLAIN, 0) \
	X(AND, "and", PTX_T_BITS | PTX_T_PRED, 0, "dss", PLAIN, PTX_E_UNIFORM) \
	X(OR, "or", PTX_T_BITS | PTX_T_PRED, 0, "dss", PLAIN, PTX_E_UNIFORM) \
	X(XOR, "xor", PTX_T_BITS | PTX_T_PRED, 0, "dss", PLAIN, PTX_E_UNIFORM) \
	X(NOT, "not", PTX_T_BITS | PTX_T_PRED, 0, "ds", PLAIN, PTX_E_UNIFORM) \
	X(CNOT, "cnot", PTX_T_BITS, 0, "ds", PLAIN, 0) \
	X(LOP3, "lop3", PTX_T_B32, 0, "dssst", PLAIN, 0) \
	X(SHF, "shf", PTX_T_B32, PTX_M_SHF | PTX_M_SHIFTMODE, "dssu", SHIFT, 0) \
	X(SHL, "shl", PTX_T_BITS, 0, "dsu", SHIFT, PTX_E_UNIFORM) \
	X(SHR, "shr", PTX_T_BITS | PTX_T_INT, 0, "dsu", SHIFT, PTX_E_UNIFORM) \
	X(PRMT, "prmt", PTX_T_B32, PTX_M_PRMT, "dssu", PLAIN, 0) \
	/* 9.7.9 data movement and conversion */ \
	X(MOV, "mov", PTX_T_ANY | PTX_T_PRED, 0, "MM", MOVE, 0) \
	X(CVT, "cvt", PTX_T_ANY | PTX_T_8 | PTX_T_TWO, \
		PTX_M_RND | PTX_M_IRND | PTX_M_FTZ | PTX_M_SAT, "dx", CONVERT, 0) \
	X(CVTA, "cvta", PTX_T_I32 | PTX_T_I64, PTX_M_SPACE | PTX_M_TO, "ds", NOTHING, 0) \
	X(ISSPACEP, "isspacep", PTX_T_NONE, PTX_M_SPACE, "Ps", PLAIN, 0) \
	X(LD, "ld", PTX_T_ANY | PTX_T_8, \
		PTX_M_SPACE | PTX_M_CACHE | PTX_M_VEC | PTX_M_ORDER | PTX_M_SCOPE, "vm", LOAD, 0) \
	X(LDU, "ldu", PTX_T_ANY | PTX_T_8, PTX_M_SPACE | PTX_M_VEC, "vm", LOAD, 0) \
	X(ST, "st", PTX_T_ANY | PTX_T_8, \
		PTX_M_SPACE | PTX_M_CACHE | PTX_M_VEC | PTX_M_ORDER | PTX_M_SCOPE, "mv", STORE, 0) \
	X(PREFETCH, "prefetch", PTX_T_NONE, PTX_M_SPACE | PTX_M_LEVEL, "m", LOAD, 0) \
	X(PREFETCHU, "prefetchu", PTX_T_NONE, PTX_M_LEVEL, "m", LOAD, 0) \
	X(SHFL, "shfl", PTX_T_B32, PTX_M_SYNC | PTX_M_SHFL, "qsuu?u", SHUFFLE, PTX_E_BRANCHED) \
	/* 9.7.12 control flow; call and brx are parsed by their own functions */ \
	X(BRA, "bra", PTX_T_NONE, PTX_M_UNI, "L", JUMP, PTX_E_ENDS | PTX_E_BRANCHED) \
	X(BRX, "brx", PTX_T_NONE, PTX_M_UNI | PTX_M_SHFL, "uT", JUMP, PTX_E_ENDS | PTX_E_BRANCHED) \
	X(CALL, "call", PTX_T_NONE, PTX_M_UNI, "c", JUMP, PTX_E_STILL | PTX_E_BRANCHED) \
	X(RET, "ret", PTX_T_NONE, PTX_M_UNI, "", JUMP, PTX_E_ENDS | PTX_E_BRANCHED) \
	X(EXIT, "exit", PTX_T_NONE, 0, "", JUMP, PTX_E_ENDS | PTX_E_BRANCHED) \
	/* 9.7.13 synchronisation and communication */ \
	X(BAR, "bar", PTX_T_NONE | PTX_T_B32 | PTX_T_U32 | PTX_T_PRED, \
		PTX_M_SYNC | PTX_M_SCOPE | PTX_M_BOOL, "*", BARRIER, PTX_E_STILL | PTX_E_BRANCHED) \
	X(BARRIER, "barrier", PTX_T_NONE | PTX_T_B32 | PTX_T_U32 | PTX_T_PRED, \
		PTX_M_SYNC | PTX_M_SCOPE | PTX_M_BOOL, "*", BARRIER, PTX_E_STILL | PTX_E_BRANCHED) \
	X(MEMBAR, "membar", PTX_T_NONE, PTX_M_SCOPE, "", FENCE, PTX_E_BRANCHED) \
	X(FENCE, "fence", PTX_T_NONE, PTX_M_SCOPE | PTX_M_ORDER, "", FENCE, PTX_E_BRANCHED) \
	X(ATOM, "atom", PTX_T_ANY, PTX_M_SPACE | PTX_M_ORDER | PTX_M_SCOPE | PTX_M_ATOM, \
		"dms?s", ATOMIC, PTX_E_BRANCHED) \
	X(RED, "red", PTX_T_ANY, PTX_M_SPACE | PTX_M_ORDER | PTX_M_SCOPE | PTX_M_ATOM, \
		"ms", ATOMIC, PTX_E_BRANCHED) \
	X(VOTE, "vote", PTX_T_PRED | PTX_T_B32, PTX_M_SYNC | PTX_M_VOTE, \
		"*", LANES, PTX_E_BRANCHED) \
	X(MATCH, "match", PTX_T_B32 | PTX_T_B64, PTX_M_SYNC | PTX_M_VOTE, \
		"qsu", LANES, PTX_E_BRANCHED) \
	X(ACTIVEMASK, "activemask", PTX_T_B32, 0, "d", LANES, 0) \
	X(REDUX, "redux", PTX_T_I32 | PTX_T_B32, PTX_M_SYNC | PTX_M_ATOM, \
		"dsu", LANES, PTX_E_BRANCHED) \
	/* 9.7.19 miscellaneous */ \
	X(NANOSLEEP, "nanosleep", PTX_T_U32, 0, "u", NOTHING, PTX_E_STILL) \
	X(TRAP, "trap", PTX_T_NONE, 0, "", PLAIN, PTX_E_ENDS | PTX_E_STILL | PTX_E_BRANCHED) \
	X(BRKPT, "brkpt", PTX_T_NONE, 0, "", PLAIN, PTX_E_STILL) \
	X(PMEVENT, "pmevent", PTX_T_NONE, PTX_M_MASK, "u", NOTHING, 0)
/* clang-format on */

/* X(enum, spelling, groups): a modifier may belong to several groups (.lo halves and compares). */
/* clang-format off */
#define PTX_MODS(X) \
	X(RN, "rn", PTX_M_RND) X(RZ, "rz", PTX_M_RND) X(RM, "rm", PTX_M_RND) X(RP, "rp", PTX_M_RND) \
	X(RNI, "rni", PTX_M_IRND) X(RZI, "rzi", PTX_M_IRND) \
	X(RMI, "rmi", PTX_M_IRND) X(RPI, "rpi", PTX_M_IRND) \
	X(FTZ, "ftz", PTX_M_FTZ) X(SAT, "sat", PTX_M_SAT) X(CC, "cc", PTX_M_CC) \
	X(APPROX, "approx", PTX_M_APPROX) X(FULL, "full", PTX_M_APPROX) \
	X(LO, "lo", PTX_M_HALF | PTX_M_CMP) X(HI, "hi", PTX_M_HALF | PTX_M_CMP) \
	X(WIDE, "wide", PTX_M_HALF) \
	X(NAN, "NaN", PTX_M_NAN) X(SHIFTAMT, "shiftamt", PTX_M_SHIFTAMT) \
	X(EQ, "eq", PTX_M_CMP) X(NE, "ne", PTX_M_CMP) X(LT, "lt", PTX_M_CMP) X(LE, "le", PTX_M_CMP) \
	X(GT, "gt", PTX_M_CMP) X(GE, "ge", PTX_M_CMP) X(LS, "ls", PTX_M_CMP) X(HS, "hs", PTX_M_CMP) \
	X(EQU, "equ", PTX_M_CMP) X(NEU, "neu", PTX_M_CMP) X(LTU, "ltu", PTX_M_CMP) \
	X(LEU, "leu", PTX_M_CMP) X(GTU, "gtu", PTX_M_CMP) X(GEU, "geu", PTX_M_CMP) \
	X(NUM, "num", PTX_M_CMP) X(ISNAN, "nan", PTX_M_CMP) \
	X(MAND, "and", PTX_M_BOOL | PTX_M_ATOM) X(MOR, "or", PTX_M_BOOL | PTX_M_ATOM) \
	X(MXOR, "xor", PTX_M_BOOL | PTX_M_ATOM) X(MPOPC, "popc", PTX_M_BOOL) \
	X(AADD, "add", PTX_M_ATOM) X(AMIN, "min", PTX_M_ATOM) X(AMAX, "max", PTX_M_ATOM) \
	X(AINC, "inc", PTX_M_ATOM) X(ADEC, "dec", PTX_M_ATOM) \
	X(CAS, "cas", PTX_M_ATOM) X(EXCH, "exch", PTX_M_ATOM) \
	X(FINITE, "finite", PTX_M_TESTP) X(INFINITE, "infinite", PTX_M_TESTP) \
	X(NUMBER, "number", PTX_M_TESTP) X(NOTANUMBER, "notanumber", PTX_M_TESTP) \
	X(NORMAL, "normal", PTX_M_TESTP) X(SUBNORMAL, "subnormal", PTX_M_TESTP) \
	X(SHL_L, "l", PTX_M_SHF) X(SHR_R, "r", PTX_M_SHF) \
	X(CLAMP, "clamp", PTX_M_SHIFTMODE) X(WRAP, "wrap", PTX_M_SHIFTMODE) \
	X(F4E, "f4e", PTX_M_PRMT) X(B4E, "b4e", PTX_M_PRMT) X(RC8, "rc8", PTX_M_PRMT) \
	X(ECL, "ecl", PTX_M_PRMT) X(ECR, "ecr", PTX_M_PRMT) X(RC16, "rc16", PTX_M_PRMT) \
	X(TO, "to", PTX_M_TO) \
	X(PARAM, "param", PTX_M_SPACE) X(PARAM_ENTRY, "param::entry", PTX_M_SPACE) \
	X(PARAM_FUNC, "param::func", PTX_M_SPACE) X(GLOBAL, "global", PTX_M_SPACE) \
	X(SHARED, "shared", PTX_M_SPACE) X(SHARED_CTA, "shared::cta", PTX_M_SPACE) \
	X(LOCAL, "local", PTX_M_SPACE) X(CONST, "const", PTX_M_SPACE) \
	X(CA, "ca", PTX_M_CACHE) X(CG, "cg", PTX_M_CACHE) X(CS, "cs", PTX_M_CACHE) \
	X(LU, "lu", PTX_M_CACHE) X(CV, "cv", PTX_M_CACHE) X(WB, "wb", PTX_M_CACHE) \
	X(WT, "wt", PTX_M_CACHE) X(NC, "nc", PTX_M_CACHE) \
	X(L1_EVICT_NORMAL, "L1::evict_normal", PTX_M_CACHE) \
	X(L1_EVICT_UNCHANGED, "L1::evict_unchanged", PTX_M_CACHE) \
	X(L1_EVICT_FIRST, "L1::evict_first", PTX_M_CACHE) \
	X(L1_EVICT_LAST, "L1::evict_last", PTX_M_CACHE) \
	X(L1_NO_ALLOCATE, "L1::no_allocate", PTX_M_CACHE) \
	X(L2_64B, "L2::64B", PTX_M_CACHE) X(L2_128B, "L2::128B", PTX_M_CACHE) \
	X(L2_256B, "L2::256B", PTX_M_CACHE) \
	X(L1, "L1", PTX_M_LEVEL) X(L2, "L2", PTX_M_LEVEL) \
	X(V2, "v2", PTX_M_VEC) X(V4, "v4", PTX_M_VEC) \
	X(WEAK, "weak", PTX_M_ORDER) X(VOLATILE, "volatile", PTX_M_ORDER) \
	X(RELAXED, "relaxed", PTX_M_ORDER) X(ACQUIRE, "acquire", PTX_M_ORDER) \
	X(RELEASE, "release", PTX_M_ORDER) X(ACQ_REL, "acq_rel", PTX_M_ORDER) \
	X(SC, "sc", PTX_M_ORDER) \
	X(CTA, "cta", PTX_M_SCOPE) X(GPU, "gpu", PTX_M_SCOPE) X(SYS, "sys", PTX_M_SCOPE) \
	X(GL, "gl", PTX_M_SCOPE) X(CLUSTER, "cluster", PTX_M_SCOPE) \
	X(UP, "up", PTX_M_SHFL) X(DOWN, "down", PTX_M_SHFL) X(BFLY, "bfly", PTX_M_SHFL) \
	X(IDX, "idx", PTX_M_SHFL) \
	X(VALL, "all", PTX_M_VOTE) X(VANY, "any", PTX_M_VOTE) X(VUNI, "uni", PTX_M_VOTE | PTX_M_UNI) \
	X(BALLOT, "ballot", PTX_M_VOTE) \
	X(SYNC, "sync", PTX_M_SYNC) X(ARRIVE, "arrive", PTX_M_SYNC) X(REDB, "red", PTX_M_SYNC) \
	X(WARP, "warp", PTX_M_SYNC) X(ALIGNED, "aligned", PTX_M_SYNC) \
	X(MASK, "mask", PTX_M_MASK)
/* clang-format on */

enum ptx_type {
#define X(name, spelling, bytes, kind) PTX_##name,
	PTX_TYPES(X)
#undef X
		PTX_NTYPES
};

enum ptx_op {
#define X(name, spelling, types, mods, operands, class, effects) PTX_OP_##name,
	PTX_OPS(X)
#undef X
		PTX_NOPS
};

/* Classes of operations that have one rule for costs. */
enum ptx_class {
	PTX_C_PLAIN, /* one integer operation: logic, selection */
	PTX_C_SUM,
	PTX_C_COMPARE,
	PTX_C_PRODUCT,
	PTX_C_QUOTIENT,
	PTX_C_ROOT, /* and reciprocals */
	PTX_C_SFU,
	PTX_C_SFU_2, /* behind a multiplication */
	PTX_C_BITS,
	PTX_C_CLZ,
	PTX_C_SHIFT,
	PTX_C_MOVE,
	PTX_C_CONVERT,
	PTX_C_NOTHING, /* no machine instruction */
	PTX_C_LOAD,
	PTX_C_STORE,
	PTX_C_ATOMIC,
	PTX_C_SHUFFLE,
	PTX_C_LANES, /* other operations among lanes */
	PTX_C_BARRIER,
	PTX_C_FENCE,
	PTX_C_JUMP, /* and calls */
};

enum {
	PTX_E_ENDS = 1 << 0,     /* unless guarded, control does not go on to the next one */
	PTX_E_STILL = 1 << 1,    /* nothing moves across it */
	PTX_E_BRANCHED = 1 << 2, /* assemblers do not turn an if around it into predicates */
	PTX_E_UNIFORM = 1 << 3,  /* can be computed once for the whole warp */
};

enum ptx_mod {
#define X(name, spelling, groups) PTX_MOD_##name,
	PTX_MODS(X)
#undef X
		PTX_NMODS
};

/* Sets of types, by enum ptx_type. */
#define PTX_T(name) (1u << PTX_##name)
#define PTX_T_NONE 0u
#define PTX_T_TWO (1u << 31)
#define PTX_T_8 (PTX_T(U8) | PTX_T(S8) | PTX_T(B8))
#define PTX_T_U32 PTX_T(U32)
#define PTX_T_F32 PTX_T(F32)
#define PTX_T_B32 PTX_T(B32)
#define PTX_T_B64 PTX_T(B64)
#define PTX_T_PRED PTX_T(PRED)
#define PTX_T_I32 (PTX_T(U32) | PTX_T(S32))
#define PTX_T_I64 (PTX_T(U64) | PTX_T(S64))
#define PTX_T_INT (PTX_T(U16) | PTX_T(S16) | PTX_T_I32 | PTX_T_I64)
#define PTX_T_BITS (PTX_T(B16) | PTX_T_B32 | PTX_T_B64)
#define PTX_T_FLT (PTX_T_F32 | PTX_T(F64))
#define PTX_T_ANY (PTX_T_INT | PTX_T_BITS | PTX_T_FLT)

/* Groups of modifiers. */
enum {
	PTX_M_RND = 1 << 0,
	PTX_M_IRND = 1 << 1,
	PTX_M_FTZ = 1 << 2,
	PTX_M_SAT = 1 << 3,
	PTX_M_CC = 1 << 4,
	PTX_M_APPROX = 1 << 5,
	PTX_M_HALF = 1 << 6,
	PTX_M_CMP = 1 << 7,
	PTX_M_BOOL = 1 << 8,
	PTX_M_TESTP = 1 << 9,
	PTX_M_SHF = 1 << 10,
	PTX_M_SHIFTMODE = 1 << 11,
	PTX_M_PRMT = 1 << 12,
	PTX_M_TO = 1 << 13,
	PTX_M_SPACE = 1 << 14,
	PTX_M_CACHE = 1 << 15,
	PTX_M_VEC = 1 << 16,
	PTX_M_ORDER = 1 << 17,
	PTX_M_SCOPE = 1 << 18,
	PTX_M_ATOM = 1 << 19,
	PTX_M_SHFL = 1 << 20,
	PTX_M_VOTE = 1 << 21,
	PTX_M_SYNC = 1 << 22,
	PTX_M_UNI = 1 << 23,
	PTX_M_LEVEL = 1 << 24,
	PTX_M_NAN = 1 << 25,
	PTX_M_SHIFTAMT = 1 << 26,
	PTX_M_MASK = 1 << 27,
	PTX_M_MUST = 1 << 28, /* a rounding modifier or .approx is required */
	PTX_M_MUST_RND = PTX_M_RND | PTX_M_MUST,
};

#endif
