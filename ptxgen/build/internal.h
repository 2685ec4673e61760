/*
 * internal.h: what the files of this room and of build/omp share; nobody else includes it.
 *
 * struct build is the unit's state, struct fb that of the function or kernel being built.  A
 * variable has a *home*: a register or memory.  Constructs and inlined functions give variables new
 * homes and restore the old ones when they end.
 */
#ifndef BUILD_INTERNAL_H
#define BUILD_INTERNAL_H

#include "build/build.h"
#include "tree/tree.h"

/* ---- pointer-keyed maps (pointer_map.c) ---- */

struct map_entry {
	const void *key;
	void *value;
};
struct map {
	struct map_entry *v;
	size_t n, cap;
};
void *map_get(const struct map *, const void *key); /* NULL: none */
void map_put(struct arena *, struct map *, const void *key, void *value);
struct map map_copy(struct arena *, const struct map *);

/* ---- where things are ---- */

/*
 * A byte address: base is a register, slot, symbol or integer; space is that of direct accesses.
 * SPACE_PARAM: base is the number of an aggregate parameter that is only read, at constant offsets.
 */
struct addr {
	struct ir_value base;
	int64_t offset;
	enum ir_space space;
	uint64_t align; /* known alignment where it is less than the type's, else 0 */
};

struct home {
	enum { HOME_REG, HOME_MEM } kind;
	ir_reg reg;
	struct addr addr;
	/* of a lastprivate(conditional:) copy: 1 + the iteration of its last assignment; the loop's
	 * index */
	ir_reg latest, index;
};

struct lval {
	bool in_reg;
	ir_reg reg;
	struct addr addr;
	const struct type *type;
	const struct field *bits; /* a bit-field: addr is its storage unit's */
	bool shared_unit;         /* … in which other members lie, too */
	bool is_volatile;
};

/* What the tree says about a variable of the code being built; see omp/share.c. */
struct var_facts {
	bool declared; /* in the body, not captured */
	bool written;
	bool addressed;                /* & or decay: may be reached through pointers */
	int pointers;                  /* how many of these are no mere part of an access */
	bool region_use, region_write; /* by a parallel region that shares it */
};

struct fn_facts {
	/* it contains constructs or asks for thread numbers, or a callee does; or the device
	 * library has it inline */
	bool in_place;
	bool recursive; /* by calls of functions that this file knows */
};

/* ---- state ---- */

struct todo {
	struct todo *next;
	struct decl *decl; /* with a body, or one that needs a wrapper; or NULL … */
	const struct omp_declared_reduction *reduction; /* … and the function is its combiner */
	struct ir_symbol *symbol;
};

struct library {
	const char *name;
	struct unit *unit;
	bool asked;
};

/* The module with what only build_globals asks for; the module comes first. */
struct build_module {
	struct ir_module m;
	VEC(struct ptxgen_global) globals;
};

struct build {
	struct arena *arena;
	struct diag *diag;
	struct unit *unit;
	const struct ptxgen_options *options;
	const struct target *target; /* for its atomics only */
	bool divides; /* regions of called functions: build_unit's argument */
	struct ir_module *m;
	struct build_module *module;
	struct map symbols;   /* canonical decl -> ir_symbol */
	struct map functions; /* definition -> fn_facts */
	struct map strings;   /* EX_STRING node -> ir_symbol */
	/* canonical decl -> definition in the device library, or itself: none */
	struct map resolved;
	struct todo *todo, **todo_end;
	struct library libraries[3];
	uint32_t nstrings;
};

/* A call built in place. */
struct inlined {
	struct inlined *outer;
	struct decl *decl;
	struct ir_block *exit;
	struct ir_construct *in; /* construct that the call is in */
	struct home *result;     /* NULL: void */
	struct addr varargs;     /* of a variadic function: what '...' stands for */
	struct map labels;
	struct map copies; /* file-scope variables of which the caller's constructs have copies ->
	                      home */
};

struct label_target {
	struct ir_block *block;
	bool placed;
	struct place place; /* of the first goto */
	struct label_target *next;
};

/* Memory for arguments: a slot for all calls of sequential code, which may become the team's, and
 * one for those in regions, where each thread has its own. */
struct call_buffer {
	struct ir_slot *sequential, *region;
};

struct fb {
	struct build *u;
	struct arena *arena;
	struct ir_func *f;
	struct ir_cursor c;
	/* the function, or the one that the kernel's construct is in */
	struct decl *decl;
	const struct expr *unwanted; /* what is being built for its effects, or its sign alone */
	bool is_kernel, has_regions;
	bool divides; /* a device function whose regions a scheme may divide among a team */
	struct call_buffer print_buffer; /* arguments of printf */
	struct call_buffer varargs;      /* variable arguments of functions */
	struct map homes;                /* decl -> home */
	VEC(struct decl *) copied; /* declare target variables that have been given homes: copies */
	struct map facts;          /* decl -> var_facts */
	struct map cases;          /* ST_CASE, ST_DEFAULT -> block */
	struct map vla_done;       /* lengths that a typedef has fixed */
	struct label_target *all_labels;
	/* innermost; the outermost stands for the function itself */
	struct inlined *inlined;
	int in_place;                /* calls built in place so far */
	struct ir_construct *in;     /* innermost construct */
	struct ir_construct *region; /* the CON_PARALLEL that the code is in, or NULL */
	unsigned serial;             /* nested parallel constructs built in place */
	unsigned loops;              /* enclosing loops, for switch */
	struct ir_block *break_to, *continue_to;
	VEC(struct ir_block *) order; /* blocks in the order in which they were begun */
	struct map scanned;           /* functions whose bodies are in facts */
	/* largest constant num_threads; -1: a region wants all there are */
	int parallel_threads;
	struct home *nthreads;         /* what omp_set_num_threads said; NULL: nobody calls it */
	struct home *schedule, *chunk; /* what omp_set_schedule said; NULL: nobody calls it */
};

/* ---- build.c ---- */

void error_at(struct fb *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);
struct ir_symbol *function_symbol(struct build *, struct decl *def); /* queues its body */
/* Return the combiner as a function: see ir_reduce. */
struct ir_symbol *combiner_symbol(struct build *, const struct omp_declared_reduction *);
struct ir_symbol *library_symbol(struct build *,
	const char *name);      /* of the device library, or NULL */
void need_heap(struct build *); /* before an IR_ALLOCA */
struct decl *own_definition(struct build *, struct decl *fn);
/* of the device library, or NULL */
struct decl *library_function(struct build *, const char *name);
bool is_of_library(struct build *, const struct decl *def);
/* Return the definition of fn, here or in the library; or NULL. */
struct decl *find_definition(struct build *, struct decl *fn);
bool may_be_elsewhere(struct build *, const struct decl *canonical);
struct ir_block *new_block(struct fb *);
/* Continue in this block; the cursor's block jumps to it if it is open. */
void begin_block(struct fb *, struct ir_block *);
void enter_construct(struct fb *, struct ir_construct *);
void leave_construct(struct fb *, struct ir_construct *);
struct ir_value any_result(struct fb *); /* of a function that ends without saying which */
void finish_blocks(struct fb *);         /* drops unreachable blocks, orders the rest */
const char *ptx_name(struct build *, const char *want); /* a free PTX identifier like `want` */
bool ptx_reserved(const char *name);

/* ---- address.c ---- */

/* Return what a pointer to fn points to; NULL after an error. */
struct ir_symbol *function_address(struct build *, struct decl *fn, struct place);
/* Return whether calls of fn become instructions, so that a pointer to it needs a body. */
bool needs_wrapper(struct decl *fn, const struct decl *def);
void build_wrapper(struct fb *, struct decl *fn);

/* ---- clone.c ---- */

void find_versions(struct build *, struct ir_module *); /* ir_kernel_info.versions */

/* ---- build/omp/serial.c ---- */

bool can_be_called(struct build *, struct decl *def); /* like any other function */

/* ---- type.c ---- */

extern const struct type int_type, unsigned_type, long_type, float_type, double_type;
const struct type *plain(const struct type *); /* unqualified, enum -> its integer */
enum ir_type reg_type(const struct type *);    /* of scalars */
enum ir_mem mem_type(const struct type *);
bool is_memory_type(const struct type *); /* record, complex, array */
bool is_record_type(const struct type *); /* record, complex: what build_record is for */
bool is_float_type(const struct type *);
bool is_unsigned_type(const struct type *); /* pointers too */
bool type_supported(const struct type *);   /* device code has it */
struct ir_param param_of(const struct type *, const char *name);
void signature(struct arena *, const struct type *fn, struct ir_param **params, int *nparams,
	struct ir_param *result);
struct ir_value type_size(struct fb *, const struct type *); /* I64, VLAs at run time */
struct ir_value convert(struct fb *, struct ir_value, const struct type *from,
	const struct type *to);
struct ir_value to_cond(struct fb *, struct ir_value, const struct type *); /* PRED: != 0 */
struct ir_value from_cond(struct fb *, struct ir_value pred);               /* I32 0 or 1 */
int64_t int_value(const struct type *, uint64_t bits);

/* ---- build/omp/share.c ---- */

void scan_body(struct fb *, struct stmt *); /* fills b->facts */
void scan_construct(struct fb *, struct omp *);
void scan_function(struct fb *, struct decl *def);
void scan_declared(struct fb *, const struct omp_declared_reduction *);
/* Return whether what the expression calls has to know where it is: see fn_facts. */
bool needs_place(struct build *, struct expr *);
struct var_facts *facts_of(struct fb *, const struct decl *);
struct fn_facts *function_facts(struct build *, struct decl *def);
bool binds_to_thread(const struct omp *);
bool body_has_parallel(struct build *, struct stmt *);
/* What calls of omp_set_* in a body may set for the regions behind them. */
struct body_sets {
	bool threads, schedule;
};
struct body_sets body_sets(struct build *, struct stmt *);
/* Return the EX_VAR that an lvalue is part of, or NULL. */
const struct expr *lvalue_root(const struct expr *);
struct decl *variant_for(struct fb *, struct decl *fn);
struct expr *ordered_choice(struct fb *, const struct omp_call *, struct decl *fn);
struct decl *called_function(const struct expr *call); /* NULL: through a pointer */

/* ---- var.c ---- */

struct home *home_of(struct fb *, struct decl *);
struct home *new_home(struct fb *, struct decl *); /* by the rules of sharing; not bound */
bool is_team_code(const struct fb *);
/* Return whether this is team-sequential code and regions use the variable. */
bool regions_share(struct fb *, struct decl *);
/* Bind a variable to a home; return the old one, for restoring. */
struct home *bind_home(struct fb *, struct decl *, struct home *);
struct home *reg_home(struct fb *, ir_reg);
struct home *mem_home(struct fb *, struct addr);
struct ir_value load_param(struct fb *, int index, int64_t offset, enum ir_mem, const char *name);
struct lval home_lval(struct fb *, struct home *, const struct type *);
/* Return a new home that is the thread's own. */
struct home *scratch_home(struct fb *, const struct type *, const char *name);
/* Return memory for the variable arguments of a call that is built in place. */
struct addr arguments_in_place(struct fb *, uint64_t size, uint64_t align);
void declare_local(struct fb *, struct decl *); /* ST_DECL */
void vla_lengths(struct fb *, const struct type *, bool is_typedef);
void bind_params(struct fb *, struct decl *fn);
void bind_captures(struct fb *, struct omp *target);

/* ---- lvalue.c ---- */

struct addr addr_of(struct ir_value base, enum ir_space space);
struct addr addr_add(struct addr, int64_t offset);
struct addr addr_index(struct fb *, struct addr, struct ir_value bytes);
struct ir_value addr_value(struct fb *, struct addr); /* I64, generic */
/* Return an address as one operand: a slot or symbol as it is, anything else in a register. */
struct ir_value whole_address(struct fb *, struct addr);
/* Return the address of a record, to be passed to a call. */
struct ir_value record_operand(struct fb *, struct addr, const struct type *);
/* Return the base of an access (LD, ST); *offset: the rest. */
struct ir_value addr_operand(struct addr, int64_t *offset);
struct lval build_lval(struct fb *, const struct expr *);
struct addr build_pointer(struct fb *, const struct expr *); /* a pointer's value */
/* Return where the value of a struct or union expression is. */
struct addr build_record(struct fb *, const struct expr *);
/* Report an _Atomic structure that is read or written as a whole. */
void refuse_atomic_record(struct fb *, const struct expr *);
struct lval mem_lval(struct addr, const struct type *);
struct ir_value load(struct fb *, struct lval);
struct ir_value store(struct fb *, struct lval, struct ir_value); /* gives the value as stored */
void copy_bytes(struct fb *, struct addr to, struct addr from, uint64_t bytes, uint64_t align);
void zero_bytes(struct fb *, struct addr to, uint64_t bytes, uint64_t align);
struct ir_value load_at(struct fb *, struct addr, enum ir_mem, bool is_volatile);
/* As load_at, for a value that only goes back to memory: nobody need have written it. */
struct ir_value carry_at(struct fb *, struct addr, enum ir_mem, bool is_volatile);
void store_at(struct fb *, struct addr, enum ir_mem, bool is_volatile, struct ir_value);
/* Return the bytes of the largest aligned piece at offset `at`. */
uint64_t piece_at(uint64_t at, uint64_t bytes, uint64_t align);

/* ---- bits.c ---- */

struct addr addr_member(struct addr, uint64_t align, uint64_t offset, const struct type *);
uint64_t lval_align(struct lval);
bool is_misaligned(struct lval);
bool shares_unit(const struct record *, const struct field *);
struct ir_value load_bits(struct fb *, struct lval);
struct ir_value store_bits(struct fb *, struct lval, struct ir_value);
struct ir_value load_misaligned(struct fb *, struct lval);
void store_misaligned(struct fb *, struct lval, struct ir_value);

/* ---- complex.c ---- */

bool is_complex_type(const struct type *);
bool is_computed(const struct expr *); /* complex, and in no object yet */
struct addr build_computed(struct fb *, const struct expr *);
struct ir_value computed_part(struct fb *, const struct expr *);   /* __real__ or __imag__ of it */
struct ir_value complex_cond(struct fb *, const struct expr *);    /* PRED */
struct ir_value complex_compare(struct fb *, const struct expr *); /* PRED */
struct ir_value complex_as(struct fb *, const struct expr *, const struct type *real);
/* real op= complex */
struct ir_value update_by_complex(struct fb *, const struct expr *, struct lval);

/* ---- expr.c ---- */

struct ir_value build_expr(struct fb *, const struct expr *); /* scalar or void */
/* Mark v, just computed in signed type t: its overflow is undefined (C11 6.5p5).  Return v. */
struct ir_value no_wrap(struct fb *, const struct type *t, struct ir_value v);
struct ir_value build_cond(struct fb *, const struct expr *); /* PRED */
void build_branch(struct fb *, const struct expr *, struct ir_block *yes, struct ir_block *no);
void build_effects(struct fb *, const struct expr *); /* value not wanted; any type */
struct ir_value build_binary(struct fb *, enum binary_op, const struct type *, struct ir_value l,
	struct ir_value r);
struct ir_value build_compare(struct fb *, enum binary_op, const struct type *, struct ir_value l,
	struct ir_value r);                                                      /* PRED */
struct ir_value build_as(struct fb *, const struct expr *, const struct type *); /* converted */
/* Return the value in a register of its own. */
struct ir_value fresh(struct fb *, struct ir_value, enum ir_type, const char *name);
bool const_int(const struct expr *, int64_t *);
void assign_into(struct fb *, struct lval, const struct expr *); /* lval = expr, records too */
/* Return the bytes that n (NULL: 1) adds to a pointer to elem. */
struct ir_value pointer_bytes(struct fb *, const struct type *elem, const struct expr *n);

/* ---- call.c, printf.c ---- */

struct ir_value build_call(struct fb *, const struct expr *, struct addr *record);
bool build_builtin(struct fb *, const struct expr *, struct decl *fn, struct ir_value *result);
bool known_builtin(const char *name);
bool build_omp_routine(struct fb *, const struct expr *, const char *name, struct ir_value *result);
/* Return whether the routine asks for thread numbers or the environment. */
bool omp_routine_in_place(const char *name);
/* Return whether it asks for nothing but the thread's number in its region, or their count. */
bool omp_routine_of_region(const char *name);
bool omp_routine_known(const char *name);
struct ir_value default_threads(struct fb *); /* of a parallel without num_threads */
enum { STATIC_AT_FIRST = 1 };                 /* omp_sched_static: what run-sched-var is */
struct ir_value build_printf(struct fb *, const struct expr *call, int format);
/* Emit a call of the CUDA device's own vprintf(format, arguments); return memory of `size` bytes
 * for its arguments. */
struct ir_value vprintf_call(struct fb *, struct ir_value format, struct ir_value buffer);
struct addr print_buffer(struct fb *, uint64_t size);
struct ir_value call_extern(struct fb *, const char *name, struct ir_param result,
	const struct ir_param *sig, const struct ir_value *args, int nargs);
struct ir_symbol *text_symbol(struct build *, const char *bytes, size_t len);

/* ---- varargs.c ---- */

/* Evaluated arguments, before they are where the callee finds them. */
struct argument {
	struct ir_value v;
	struct addr record;
};
struct argument evaluate_argument(struct fb *, const struct expr *, const struct type *to);
struct addr buffer_of_calls(struct fb *, struct call_buffer *, const char *name, uint64_t size,
	uint64_t align);
struct addr lay_arguments(struct fb *, const struct argument *, struct expr **, int n,
	bool in_place);
void build_va_start(struct fb *, const struct expr *call);
struct addr build_va_arg(struct fb *, const struct expr *); /* where the next argument is */

/* ---- data.c ---- */

struct addr variable_address(struct fb *, struct decl *, struct place); /* of static storage */
struct ir_symbol *global_symbol(struct build *, struct decl *);
struct ir_symbol *string_symbol(struct build *, const struct expr *);
void build_initializer(struct fb *, struct addr, const struct decl *);
/* Return whether an automatic variable can be one object for all threads: an array or structure of
 * constants that nothing writes, and of which two of a thread never exist at once. */
bool is_constant_table(struct fb *, struct decl *);

/* ---- stmt.c ---- */

void build_stmt(struct fb *, struct stmt *);
void build_stmts(struct fb *, struct stmt *first);
struct ir_value build_stmt_value(struct fb *, struct stmt *compound, struct addr *record);

/* ---- build/omp/construct.c and its parts ---- */

void build_omp(struct fb *, struct omp *);
void build_target(struct fb *, struct omp *);
void build_loop(struct fb *, struct omp *);
void build_sections(struct fb *, struct omp *);
void build_atomic(struct fb *, struct omp *);
/* A value of this type. */
struct operand {
	struct ir_value v;
	const struct type *type;
};
/*
 * What an atomic update of x gives: x before it, x after it (with capture_new), and whether a
 * comparison held.
 */
struct atomic_values {
	struct ir_value old, now, yes;
};
bool has_atomic_access(struct fb *, const struct lval *x, struct place); /* false after a message */
struct atomic_values atomic_apply(struct fb *, const struct omp_atomic *, struct lval x,
	struct operand e, struct operand d);
struct ir_value atomic_read(struct fb *, struct lval, struct place);
struct ir_value build_c11_atomic(struct fb *, const struct expr *); /* =, op=, ++, -- */
bool build_overflow(struct fb *, const struct expr *call, const char *name,
	struct ir_value *result);
/* Build a call of gcc's __sync_… or __atomic_….  Return false if it is none of these. */
bool build_sync(struct fb *, const struct expr *call, const char *name, struct ir_value *result);

/* One rebinding of a construct, with what happens at its end. */
struct private
{
	struct private *next;
	struct omp_var *var;
	struct home *original, *copy;
	/* reduction of an array or section: its elements, else NULL */
	const struct type *elem;
	struct addr from, to;    /* … private ones, and the original's */
	struct ir_value len;     /* … how many, I64 */
	bool league;             /* combines over all teams */
	struct ir_slot *partial; /* … the team's own result, for the team that arrives last */
	struct home *sum;        /* inscan: what the iterations so far have made */
	struct ir_slot
		*largest; /* lastprivate(conditional:): the last iteration that assigned it */
	bool own;         /* of a simd construct: each thread has its own original */
};
struct private *begin_privates(struct fb *, struct omp *);
void end_reductions(struct fb *, struct private *); /* build/omp/reduce.c */
void note_combines(struct fb *, struct ir_simd *, const struct private *);
void begin_reduction(struct fb *, struct private *);
struct ir_value combined(struct fb *, const struct private *, const struct type *, struct ir_value,
	struct ir_value);
/* Of one element: its identity or what its initialiser says, and two combined in one thread. */
void begin_copy(struct fb *, const struct private *, struct lval copy, struct lval original);
void combine_alone(struct fb *, const struct private *, struct lval to, struct lval from);
/* Note that all threads combine what they have into `to`, until send_shares emits it for all. */
struct shares {
	VEC(struct share) list;
};
void share_value(struct fb *, struct private *, struct lval to, struct lval from, struct shares *);
void send_shares(struct fb *, struct shares *);
struct ir_reduce *reduction_of(struct fb *, const struct private *, const struct type *);
/* Return how many elements are to be handled without a loop; 0: all in one. */
int few_elements(const struct private *);
/* Go on in a new block where cond holds.  begin_block() of the result ends it. */
struct ir_block *begin_only(struct fb *, struct ir_value cond);
/* for (k = 0; k < len; k++) … */
struct element_loop {
	struct ir_block *test, *body, *end;
	ir_reg k;
};
struct element_loop begin_elements(struct fb *, struct ir_value len);
void end_elements(struct fb *, struct element_loop *);
/* k: I64; as a constant it needs no code. */
struct lval element(struct fb *, struct addr first, const struct type *elem, struct ir_value k);
/* Those over the league that its last team combines; see build/omp/league.c. */
void end_by_last_team(struct fb *, struct private *);
bool is_for_last_team(struct fb *, const struct private *); /* … where it is combined over teams */
void settle_reductions(struct fb *, const struct private *); /* when all have begun */
/* build/omp/declared.c: the initialiser for one copy, the combiner for two */
void declared_begin(struct fb *, const struct omp_declared_reduction *, struct lval to,
	struct lval original);
void declared_combine(struct fb *, const struct omp_declared_reduction *, struct lval to,
	struct lval from, bool among_threads);
void declared_function(struct fb *, const struct omp_declared_reduction *); /* build its body */
/* Return whether threads of a region combine such values by calls of a function. */
bool declared_is_shared(struct fb *, const struct omp_declared_reduction *, const struct type *);
/* Return how, for one OMP_REDUCE, and make *value a copy that takes up those of others; NULL: one
 * after the other. */
struct ir_reduce *declared_share(struct fb *, const struct omp_declared_reduction *,
	struct lval *value);
/* Emit one OMP_SCAN.  Return the values of the threads before this one combined; *total: of all. */
struct ir_value emit_scan(struct fb *, struct private *, const struct type *, struct ir_value v,
	struct ir_value parity, struct ir_value *total);
void reset_copy(struct fb *, const struct private *); /* to the identity */
void copy_value(struct fb *, struct home *to, struct home *from, const struct decl *);
/* build/omp/conditional.c: lastprivate(conditional:) before and behind its loop; at assignments in
 * it */
void begin_conditionals(struct fb *, struct private *, struct ir_construct *loop);
void end_conditionals(struct fb *, struct private *, const struct ir_construct *loop);
void note_assignment(struct fb *, const struct expr *lvalue);
/* build/omp/scan.c */
bool scan_in_order(const struct private *);         /* one thread has to go through the loop */
void scan_begin(struct fb *, struct private *);     /* before the loop */
void scan_end(struct fb *, const struct private *); /* after it, in one thread */
void scan_iteration(struct fb *, const struct omp *, struct private *); /* of one thread's loop */
/* Of a round: the identities, the shares of active threads, all meet, active threads read. */
void scan_reset(struct fb *, const struct private *);
void scan_shares(struct fb *, const struct omp *);
void scan_meet(struct fb *, const struct omp *, struct private *, struct ir_value parity);
void scan_reads(struct fb *, const struct omp *);
bool has_lastprivates(const struct private *);
void end_lastprivates(struct fb *, struct omp *, struct private *); /* in the last iteration */
void restore_privates(struct fb *, struct private *);
void region_barrier(struct fb *);
bool one_thread(struct fb *); /* sequential code or a serialised region */
struct ir_value thread_number(struct fb *);
struct ir_value thread_count(struct fb *); /* of the region */

#endif
