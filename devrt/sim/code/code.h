/*
 * code.h: machine code of sm_35, sm_70 and sm_90 as a second instruction set beside PTX, with the
 * same execution loop, memory and observers (exec/).  To understand how PTX runs, skip this room.
 *
 *   tools.c    PTX to cubin and listing, by ptxas and nvdisasm, kept in the user's cache
 *   elf.c      what a cubin says beside its instructions: sections, symbols, attributes
 *   text.c     nvdisasm's listing to lines: address, words, guard, name, modifiers, operands
 *   link.c     several cubins of ptxas -c to one
 *   decode.c   lines to struct inst, by the table ops.h; each operation refuses what it lacks
 *   int.c float.c convert.c mem.c    the operations
 *   control.c  branches, calls and convergence barriers, from sm_70 on; lanes; barriers
 *   carry.c stack.c    sm_35's own, by the table ops35.h: carries; the divergence stack
 *   origin.c   the PTX that it was made of: names, and what each instruction was
 *   show.c     an instruction, and what it wrote, for who shows it
 *   module.c   a cubin becomes a struct sim_module, whose kernels run as PTX's do
 *
 * What differs from one family of architectures to the next is in struct family.
 *
 * Registers are slots of 32 lanes in the kernel's frame, as PTX's; a pair is two slots.  Uniform
 * registers and constants are slots, too, with all lanes equal, so that operations treat all alike.
 * Convergence barriers are slots of masks; lanes that diverge are groups without joins.  On sm_35
 * the joins are the entries of the divergence stack.
 */
#ifndef SIM_CODE_CODE_H
#define SIM_CODE_CODE_H

#include "exec/exec.h"
#include "exec/opclass.h"

/* Where a module's code begins, for pointers to functions; no PTX function has such an address. */
#define CODE_BASE (WINDOW_ADDR(WINDOW_FUNC) + 0x100000000ull)

/* ---- decode.c: families of architectures ---- */

/* Architectures whose instructions have the same form. */
struct family {
	unsigned from, to;      /* sm_NN, both included */
	unsigned bytes;         /* of an instruction */
	unsigned group;         /* bytes from one control word to the next; 0: there are none */
	const struct row *rows; /* before those of ops.h */
	unsigned nrows;
	bool stack;    /* a divergence stack; else a program counter for each lane */
	struct bank0 { /* what the driver puts where in constant bank 0 */
		unsigned ntid, nctaid, window[2], window_bytes, stack, dynamic_shared, gridid,
			nsmid; /* window: of shared and of local memory */
	} bank0;
};
const struct family *family_of(unsigned sm); /* NULL: its machine code is not executed */
/* Convert places in a module's code: the index of an instruction, or the byte where it begins. */
uint32_t code_index(const struct family *f, uint64_t at);
uint64_t code_offset(const struct family *f, uint32_t index);

/* ---- elf.c ---- */

struct elf_section {
	const char *name;
	const uint8_t *bytes; /* NULL: all zero */
	size_t size, align;
	unsigned link, info, type;
	unsigned object; /* of the files that were linked */
};

struct elf_symbol {
	const char *name;
	uint64_t value, size;
	unsigned section; /* 0: undefined */
	bool function, entry;
	bool local, weak, shared; /* shared: a variable in an object */
	unsigned align;           /* of such a variable */
	unsigned regs, frame, stack;
	/* link.c */
	unsigned object, definition; /* index of the symbol that defines it */
	uint64_t shared_bytes;       /* of a kernel */
	bool dynamic;                /* it uses dynamic shared memory */
	bool launches;               /* it calls the device runtime */
	bool *names;                 /* symbols that the code it may call names */
};

/* What .nv.callgraph says: that from calls to; or calls a pointer to a function of a type; or is of
 * a type and has its address taken. */
enum call_kind { CALL_NAMED, CALL_POINTER, CALL_TAKEN };
struct elf_call {
	enum call_kind kind;
	unsigned from, to; /* symbols */
	const char *type;
};

struct elf_reloc {
	unsigned target, symbol, type; /* section that it changes; index of the symbol */
	uint64_t offset;
	int64_t addend;
	bool has_addend; /* else the bytes at the place are the addend */
};

struct elf_param {
	unsigned offset, size;
};

/* What .nv.info.KERNEL says. */
struct elf_kernel {
	unsigned cbank_offset, param_bytes, nparams;
	unsigned max_threads[3];
	bool reqntid;
	struct elf_param *params;
};

struct elf {
	int sm;
	unsigned toolkit; /* 118: made by CUDA 11.8; from 13 on it does not say */
	struct elf_section *sections;
	struct elf_symbol *symbols;
	struct elf_reloc *relocs;
	struct elf_call *calls;
	unsigned nsections, nsymbols, nrelocs, ncalls;
	bool relocatable; /* of ptxas -c: its symbols have no places yet */
};

/* Read a cubin that stays in memory.  Return NULL, or what is wrong with it. */
const char *elf_read(struct sim_arena *a, const void *image, size_t bytes, struct elf *elf);
/* Return the size in bytes of an image of unknown length if it is an ELF file, else 0. */
size_t elf_image_size(const void *image);
/* Give a file of CUDA 13's form the header of CUDA 11.8's.  False: it is of another form. */
bool elf_make_older(void *image, size_t bytes);
struct elf_section *elf_find(const struct elf *elf, const char *prefix, const char *name,
	unsigned object);
void elf_read_kernel(struct sim_arena *a, const struct elf *elf, const struct elf_symbol *kernel,
	struct elf_kernel *k);

/* ---- text.c ---- */

#define PTX_SECTION ".nv_debug_ptx_txt" /* what the names of sections with PTX begin with */
#define HELPER "$__cuda_sm"             /* in the names of functions that ptxas adds */

enum operand_kind {
	SASS_REG,  /* reg; NO_REG: RZ */
	SASS_UREG, /* the same of the uniform registers */
	SASS_PRED, /* reg; NO_REG: PT */
	SASS_UPRED,
	SASS_BARRIER, /* B0 */
	SASS_SPECIAL, /* name */
	SASS_IMM,
	SASS_FLOAT,     /* value is read from the instruction's word */
	SASS_CONST,     /* c[bank][reg + value] */
	SASS_MEM,       /* [reg + ureg + value] */
	SASS_SYMBOL,    /* value: resolved address */
	SASS_ALL_PREDS, /* PR */
	SASS_CC,        /* condition code; name: test, "" for none */
};

struct sass_operand {
	enum operand_kind kind;
	uint32_t reg, ureg;
	unsigned bank;
	bool neg, abs, not_;
	bool wide, narrow; /* .64, .U32 behind an address register */
	bool unknown;      /* a symbol that has no place */
	bool carry;        /* .CC: a result that sets the condition code */
	bool sign;         /* .SIGN: of a register, the sign as a predicate */
	bool f32;          /* .F32: where halves are expected */
	int64_t value;
	const char *name;
	unsigned scale; /* .X4 */
	char half;      /* .H0, .H1, .B0 … as "h0" "h1"; 0: none */
	unsigned part;
};

#define SASS_OPERANDS 8
#define SASS_MODS 10
struct sass_line {
	uint64_t address; /* in its section */
	uint64_t word[2]; /* sm_35: the second is its byte of the control word */
	bool narrow;      /* an instruction of 8 bytes */
	const char *at;   /* in the listing */
	const char *text; /* guard, name and operands, as they are printed */
	const char *guard;
	const char *op;
	const char *mods[SASS_MODS];
	bool used[SASS_MODS];
	unsigned nmods, n;
	struct sass_operand o[SASS_OPERANDS];
	const char *file; /* place in C, or NULL */
	int line;
	const char *ptx; /* section of the PTX that it was made of, or NULL */
	int ptx_line;
};

/* Return a BRA's target, from its words: a label next to a line that nvdisasm left out is
 * ambiguous. */
uint64_t sass_branch_target(const struct sass_line *l, unsigned sm);

struct sass_section {
	const char *name; /* of the function */
	struct sass_line *lines;
	unsigned n, cap;
	uint64_t base; /* where it begins in the module's code, in bytes */
	unsigned object;
};

struct listing {
	struct sim_arena *arena;
	const struct family *family;
	struct sass_section *sections;
	unsigned n, cap;
	/* labels */
	struct sass_label {
		const char *name;
		unsigned section;
		uint64_t address;
	} * labels;
	unsigned nlabels, labels_cap;
	const char **files; /* names in places, each once */
	unsigned nfiles, files_cap;
};

/* Split a listing into lines; sass_operands reads operands when all symbols have addresses. */
void listing_read(struct sim_arena *a, const struct family *f, const char *text, struct listing *l);
/*
 * Compare a section's lines with its code, and add those that nvdisasm left out.  Return NULL, or
 * what is wrong.
 */
const char *listing_complete(struct listing *l, struct sass_section *s, const uint8_t *code,
	size_t size);
/* With bank, the name is a constant's: its place in its bank; else an address. */
typedef bool resolve_fn(void *ctx, const char *name, size_t len, uint64_t *value, unsigned *bank);
/* Read the operands.  Return NULL, or the text that was not understood. */
const char *sass_operands(struct sim_arena *a, struct sass_line *l, resolve_fn *resolve, void *ctx);

/* module.c: write to log why `what` is wrong; return false */
bool code_wrong(struct sim_log *log, const char *what, const char *why);

/* ---- tools.c ---- */

/* A cubin and its listing, which the caller frees. */
struct assembled {
	void *cubin;
	size_t bytes;
	char *listing;
};
/* Assemble a text for an architecture; object: to be linked.  False after a message in log. */
bool tools_assemble(int sm, const char *ptx, bool object, struct assembled *out,
	struct sim_log *log);
bool tools_disassemble(const void *cubin, size_t bytes, char **listing, struct sim_log *log);

/* ---- decode.c ---- */

/* A source of 32 bits: ((slot & keep) ^ flip) + plus; hi: the second slot of a pair, which is ^ flip, too. */
struct sass_source {
	uint32_t lo, hi, keep, flip, plus;
};

struct sass {
	struct sass_source s[4];
	uint32_t hi;   /* second slot of the result */
	uint32_t p[2]; /* predicates written */
	struct {
		uint32_t at;
		bool negated;
	} q[3]; /* predicates read */
	unsigned nq, np;
	uint64_t imm;
	uint8_t test, logic; /* of comparisons */
	bool extended, wide;
	bool carry;   /* the result sets CC, */
	bool sets_cc; /* which the handler does (carry.c) */
	uint8_t cc;   /* relations that hold in CC where it is done; 0: not asked */
	int64_t base; /* of relative jumps */
};

struct code;
struct decoded {
	struct code *code;
	struct inst *in;
	struct sass *x;
	struct sass_line *l;
	const char *wrong; /* a message: the operation is refused */
};

/* What observers read of an instruction. */
struct described {
	struct pinst p;
	exec_fn *fn; /* sm_35: its handler, if it ends with .S (stack.c) */
	const struct sass_line *line;
	struct code_register written[CODE_WRITTEN];
	unsigned nwritten;
};
/* Note that the instruction writes n registers from O's on. */
void code_writes(struct decoded *d, const struct sass_operand *o, unsigned n);

/* Offsets in a kernel's frame, in bytes. */
enum {
	FRAME_PREDS = 0,      /* P0-P6 and UP0-UP6, 4 bytes each */
	FRAME_CC = 64,        /* so, too: the condition code's zero, sign, carry, overflow */
	FRAME_VOTE = 96,      /* and what BAR.RED.AND or .OR found */
	FRAME_RETURN = 128,   /* where a lane goes on after ENDCOLLECTIVE */
	FRAME_CALLER = 256,   /* if watched: its last call outside the library, index and 1 */
	FRAME_BARRIERS = 384, /* B0-B15 */
	FRAME_UNIFORM = FRAME_BARRIERS + 16 * 128,
	FRAME_COUNT = FRAME_UNIFORM + 64 * 128, /* what BAR.RED.POPC did */
	FRAME_REGS = FRAME_COUNT + 128,
};

/* A slot that holds a word of bank 0 or 3, or of the kernel's bank 2, filled when a warp starts. */
struct bank_slot {
	uint32_t operand;
	unsigned bank, offset;
};

/* The address of a section in device memory. */
struct code_space {
	uint64_t addr;
};

struct code {
	struct sim_module *m;
	const struct family *family;
	struct inst *inst;
	struct static_inst *schedule;
	uint32_t ninst;
	unsigned sm, param_offset;
	struct bank_slot *slots;
	unsigned nslots, slots_cap;
	uint32_t regs;  /* registers in the frame */
	uint64_t bank3; /* its address */
	const struct elf_section *bank4;
	/* while decoding */
	struct elf elf;
	struct listing listing;
	unsigned nobjects;
	unsigned section; /* of bank 2 in the file; 0: functions linked to a kernel have its */
	uint64_t base;    /* of the section of code that is decoded */
	const struct source *source;
	const char *ptx_name; /* of the text that it was made of */
	uint32_t *values;     /* that have slots among the constants */
	unsigned nvalues, values_cap;
	const struct elf_section *bank2;
	struct code_space *spaces; /* of each section of the file */
	struct origin_text *texts; /* of PTX, in the file (origin.c) */
	unsigned ntexts, texts_cap;
	bool origin_failed;
};

bool code_decode(struct code *c, struct sim_log *log);
uint32_t code_value_slot(struct code *c, uint32_t value); /* slot with value in all lanes */
uint32_t code_bank_slot(struct code *c, unsigned bank, unsigned offset);
/* Return a word of bank in->mode; bank 2 is section in->target of the file. */
uint32_t code_bank_word(struct warp *w, const struct inst *in, unsigned offset);

bool sass_mod(struct sass_line *l, const char *name); /* has it? mark it as understood */
/* Return the index of the name, in a list that ends in NULL, that is a modifier; -1: none. */
int sass_mod_of(struct sass_line *l, const char *const *names);
void sass_read_operands(struct decoded *d, const char *pattern);
/* module.c: address of a function or variable that the listing does not define itself */
bool code_symbol(struct code *c, unsigned object, const char *name, size_t len, uint64_t *value,
	unsigned *bank);

/* link.c: add a file and its listing to the code's; then make them one; false: after a message */
bool link_add(struct code *c, const struct elf *elf, const char *listing, struct sim_log *log);
bool link_all(struct code *c, struct sim_log *log);
/* Give f the shared variables of a kernel of linked files. */
void link_variables(struct code *c, const struct elf_symbol *kernel, struct sim_func *f,
	size_t begin);

/* Selectors, one per row of ops.h: set the handler and read modifiers. */
#define OP(name, class, pattern, select) void select(struct decoded *d);
#define SAME(name, class, pattern, select)
#include "code/ops.h"
#include "code/ops35.h"
#undef OP
#undef SAME

/* origin.c: read the PTX that a cubin has; without it, or with some that cannot be read, the module
 * has none.  Then for each instruction: note in what observers read what it was made of. */
void origin_read(struct code *c);
void origin_of(struct decoded *d, enum op_class cls);
void origin_shared(struct code *c, struct sim_func *f, size_t begin, size_t end);
void code_add_mod(struct pinst *p, enum ptx_mod m);

/* control.c */
#define CODE_BUILTIN (CODE_BASE + 0x80000000ull) /* address of enum builtin's first, */
#define CODE_BUILTIN_BYTES 64                    /* and from each to the next */
void code_call_builtin(struct decoded *d, uint64_t address);
uint32_t code_target(struct decoded *d, const struct sass_operand *o);
int code_uniform(struct warp *w, const struct inst *in, uint32_t mask);
/* Lanes of mask go to their addresses, which must be instructions of this module. */
int code_jump(struct warp *w, const struct inst *in, uint32_t mask, const uint64_t to[WARP]);

/* carry.c: set the condition code by results; return the lanes of which a test holds for it */
void code_set_cc(struct warp *w, const struct sass *x, uint32_t mask, const uint32_t *results);
uint32_t code_cc_lanes(struct warp *w, unsigned test);

/* float.c: the test of a comparison, as a set of relations: less, equal, greater, unordered */
int sass_test(struct sass_line *l);
int sass_test_named(const char *name); /* -1: none */

/* stack.c: make an instruction pop the divergence stack when it is done: .S behind its name */
void sass_then_sync(struct decoded *d);

static inline const struct sass *
sass_of(const struct inst *in)
{
	return in->extra;
}

#endif
