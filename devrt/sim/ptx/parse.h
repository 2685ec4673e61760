/*
 * parse.h: the parsed form of PTX, between the parser (this room) and the decoder
 * (exec/decode.c).  Names are resolved, but to a declaration if the definition is in another text:
 * follow ->def, which the linker sets.
 */
#ifndef SIM_PTX_PARSE_H
#define SIM_PTX_PARSE_H

#include "ptx/lex.h"

/* X(enum, spelling, type): special registers, PTX ISA chapter 10. */
/* clang-format off */
#define PTX_SREGS(X) \
	X(TID_X, "%tid.x", U32) X(TID_Y, "%tid.y", U32) X(TID_Z, "%tid.z", U32) \
	X(NTID_X, "%ntid.x", U32) X(NTID_Y, "%ntid.y", U32) X(NTID_Z, "%ntid.z", U32) \
	X(CTAID_X, "%ctaid.x", U32) X(CTAID_Y, "%ctaid.y", U32) X(CTAID_Z, "%ctaid.z", U32) \
	X(NCTAID_X, "%nctaid.x", U32) X(NCTAID_Y, "%nctaid.y", U32) X(NCTAID_Z, "%nctaid.z", U32) \
	X(LANEID, "%laneid", U32) X(WARPID, "%warpid", U32) X(NWARPID, "%nwarpid", U32) \
	X(SMID, "%smid", U32) X(NSMID, "%nsmid", U32) X(GRIDID, "%gridid", U64) \
	X(LANEMASK_EQ, "%lanemask_eq", U32) X(LANEMASK_LE, "%lanemask_le", U32) \
	X(LANEMASK_LT, "%lanemask_lt", U32) X(LANEMASK_GE, "%lanemask_ge", U32) \
	X(LANEMASK_GT, "%lanemask_gt", U32) \
	X(CLOCK, "%clock", U32) X(CLOCK_HI, "%clock_hi", U32) X(CLOCK64, "%clock64", U64) \
	X(GLOBALTIMER, "%globaltimer", U64) X(GLOBALTIMER_LO, "%globaltimer_lo", U32) \
	X(GLOBALTIMER_HI, "%globaltimer_hi", U32) \
	X(TOTAL_SMEM, "%total_smem_size", U32) X(DYNAMIC_SMEM, "%dynamic_smem_size", U32) \
	X(ENVREG, "%envreg", U32) X(PM, "%pm", U32) \
	/* not PTX: where dynamic shared memory begins, for extern .shared arrays */ \
	X(DYNAMIC_BASE, "dynamic shared base", U64)
/* clang-format on */

enum sreg {
#define X(name, spelling, type) SREG_##name,
	PTX_SREGS(X)
#undef X
		NSREGS
};
#define TIME_SREGS (((uint64_t)2 << SREG_GLOBALTIMER_HI) - ((uint64_t)1 << SREG_CLOCK))

#define NO_REG UINT32_MAX

/* ---- names ---- */

enum sym_kind { SYM_REG, SYM_VAR, SYM_FUNC, SYM_LABEL, SYM_TARGETS, SYM_PROTO };

struct sym {
	struct sym *next; /* in its hash chain */
	const char *name;
	unsigned len;
	enum sym_kind kind;
	struct ptx_place place;
	enum ptx_type type; /* SYM_REG */
	bool range;         /* SYM_REG declared as %r<n> */
	unsigned count;
	uint32_t *regs; /* SYM_REG: register numbers, NO_REG before the first use */
	unsigned nregs;
	struct var *var;
	struct sim_func *func; /* SYM_FUNC; SYM_PROTO: a function without a body */
	uint32_t index;        /* SYM_LABEL: instruction; SYM_TARGETS: see list */
	struct namelist *list; /* SYM_TARGETS */
};

struct namelist {
	struct token *names;
	unsigned n, cap;
	bool calls; /* .calltargets */
	struct scope *scope;
};

struct scope {
	struct scope *parent;
	struct sym **buckets;
	unsigned nbuckets, nsyms;
};

struct scope *scope_new(struct sim_arena *a, struct scope *parent);
/* Add sym and return NULL; if the scope has a symbol of this name, return that instead. */
struct sym *scope_add(struct sim_arena *a, struct scope *s, struct sym *sym);
/* Find name in s and enclosing scopes, or return NULL; *index: number behind a register range's
 * prefix. */
struct sym *scope_find(struct scope *s, const char *name, unsigned len, unsigned *index);

/* ---- variables ---- */

struct reloc {
	size_t offset;
	unsigned bytes;
	struct var *var;
	struct sim_func *func;
	int64_t addend;
	uint64_t mask; /* 0xff00(x): these bits, shifted down; 0: all */
	bool generic;
	struct ptx_place place;
};

struct var {
	const char *name;
	struct ptx_place place;
	enum space space;
	enum ptx_type type;
	size_t align, elem_bytes, size;
	bool is_array, unsized, external, visible, weak;
	uint8_t *init;
	size_t init_bytes;
	struct reloc *relocs;
	unsigned nrelocs, relocs_cap;
	struct sim_func *owner; /* the function that declares it; NULL at module scope */
	struct var *def;        /* what the linker chose */
	uint64_t addr;          /* global, const: address; shared, local, param: offset */
	bool placed;
	const struct sim_func *counted_for; /* the last kernel that counted it: exec/decode.c */
};

/* ---- instructions ---- */

enum opnd_kind {
	O_NONE,
	O_REG,
	O_IMM,
	O_FIMM,
	O_SREG,
	O_VAR,
	O_FUNC,
	O_NAME /* label or list, unresolved */,
	O_VEC,
	O_SINK,
	O_MEM,
	O_TARGETS,
};

struct opnd {
	enum opnd_kind kind;
	struct ptx_place place;
	uint32_t reg, reg2; /* O_REG; reg2: the second of p|q, else NO_REG */
	bool sink2;         /* the second of p|q is _ */
	bool negated;       /* !p */
	uint64_t imm;       /* O_IMM value; O_FIMM bits of a double; O_VAR, O_MEM offset */
	bool imm_f32;       /* O_FIMM: imm holds bits of a float */
	enum sreg sreg;
	struct var *var;
	struct sim_func *func;
	struct token name;
	struct sym *sym;    /* O_NAME once resolved */
	struct opnd *elems; /* O_VEC; O_MEM: [0] is the base */
	unsigned n;
};

#define MAX_OPNDS 6

struct call_parts {
	struct opnd target;
	struct opnd *rets, *args;
	unsigned nrets, nargs;
	struct opnd proto; /* O_NONE: a direct call */
};

struct pinst {
	struct ptx_place place;
	enum ptx_op op;
	uint64_t mods[2];
	enum ptx_type types[4];
	unsigned ntypes;
	uint32_t guard; /* NO_REG: none */
	bool guard_not;
	unsigned n;
	struct opnd *o;
	struct call_parts *call;
	struct scope *scope; /* where its labels are looked up */
	const char *file;    /* from .loc, or NULL */
	int line;
	bool carries;             /* PTX_CARRIES */
	const struct pinst *from; /* of machine code: what it was made of, or NULL */
};

static inline bool
has_mod(const struct pinst *p, enum ptx_mod m)
{
	return p->mods[m / 64] >> (m % 64) & 1;
}

struct preg {
	enum ptx_type type;
	const char *name;
	unsigned len, index;
	bool range;
};

struct pfunc {
	struct pinst *insts;
	unsigned ninsts, insts_cap;
	struct preg *regs;
	unsigned nregs, regs_cap;
	struct var **vars; /* .local, .shared and call .param variables of the body */
	unsigned nvars, vars_cap;
	struct scope *scope;
};

/* ---- the parser ---- */

struct parser {
	struct lexer lx;
	struct sim_module *m;
	struct sim_arena *arena;
	struct diag *diag;
	struct scope *globals, *scope;
	struct sim_func *func;
	struct pfunc *body;
	const char **files; /* .file numbers to names */
	unsigned nfiles;
	const char *loc_file;
	int loc_line;
	bool seen_version, seen_target;
	int depth; /* of braces and parentheses: bounds recursion */
};
#define PARSE_DEPTH 200

const char *type_name(enum ptx_type t);
unsigned type_bytes(enum ptx_type t);
char type_kind(enum ptx_type t);
const char *op_name(enum ptx_op op);
enum space inst_space(const struct pinst *p); /* SPACE_GENERIC if it names none */
const char *mod_name(enum ptx_mod m);
unsigned mod_groups(enum ptx_mod m);

/* The rows of ptxops.h. */
struct op_row {
	const char *spelling, *operands;
	unsigned types, mods;
	enum ptx_class class;
	unsigned effects;
};
extern const struct op_row op_rows[PTX_NOPS];

void parse_text(struct sim_module *m, const struct source *src, struct diag *diag);

void parse_error(struct parser *ps, const char *expected);
bool parse_expect(struct parser *ps, char punct);
void parse_recover(struct parser *ps);
void parse_skip_line(struct parser *ps, const char *start);
bool parse_type(struct parser *ps, enum ptx_type *type);
char *parse_name(struct parser *ps, const char *what, struct ptx_place *where);
void parse_declare(struct parser *ps, struct sym *sym);

/* parse_expr.c: constant expressions, PTX ISA 4.5 */
struct constant {
	char kind;
	uint64_t bits;
	bool is_f32;
}; /* kind 's' 'u' 'f' */
bool parse_constant(struct parser *ps, struct constant *c);
bool parse_int(struct parser *ps, int64_t *value);

/* parse_var.c */
struct linkage {
	bool visible, external, weak;
};
void parse_variables(struct parser *ps, enum space space, struct linkage linkage);
size_t parse_lay_out(struct formal *list, unsigned n, size_t at);
bool parse_formal(struct parser *ps, struct formal *f, bool named);

/* parse_inst.c, parse_operand.c */
void parse_statement(struct parser *ps);
bool parse_operand(struct parser *ps, struct opnd *o);
uint32_t parse_reg_number(struct parser *ps, struct sym *sym, unsigned index);
void resolve_names(struct parser *ps);

/* valid.c: check the rules of PTX ISA 9.4.1 and the opcode's row.  Return false after a message. */
bool check_inst(struct parser *ps, struct pinst *p);

/* link.c */
bool link_module(struct sim_module *m, struct diag *diag);

/* exec/decode.c */
bool decode_module(struct sim_module *m, struct diag *diag);

#endif
