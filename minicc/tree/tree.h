/*
 * tree.h: the typed syntax tree of one translation unit.
 *
 * The parser (c/) and the OpenMP front end (omp/) build it; ptxgen turns its
 * target regions into PTX and the host writer turns the program around them into host C.  Nobody
 * changes it after the front end is done.  Nodes live in the unit's arena.
 *
 * After parsing, every expression has its type, and every implicit conversion of C11 6.3 is an
 * explicit EX_CAST node (array-to-pointer decay included, so an EX_VAR of array type appears only
 * under EX_CAST, EX_ADDR, EX_SIZEOF_VLA and initialisers).  sizeof, offsetof, _Alignof, _Generic,
 * __builtin_types_compatible_p and enumeration constants are folded to EX_INT.
 */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/source.h"
#include "pp/token.h"

struct decl;
struct expr;
struct stmt;
struct omp;

/* ---- types (C11 6.2.5); sizes are the LP64 host's, which PTX with 64-bit addresses shares ---- */

enum type_kind {
	TY_VOID,
	TY_BOOL,
	TY_CHAR,
	TY_SCHAR,
	TY_UCHAR,
	TY_SHORT,
	TY_USHORT,
	TY_INT,
	TY_UINT,
	TY_LONG,
	TY_ULONG,
	TY_LLONG,
	TY_ULLONG,
	TY_INT128,
	TY_UINT128,
	TY_ENUM, /* behaves as its .base, an integer type */
	TY_FLOAT,
	TY_DOUBLE,
	TY_LDOUBLE,
	TY_FLOAT128,
	TY_COMPLEX, /* _Complex: .base is the real type */
	TY_POINTER,
	TY_ARRAY,
	TY_FUNCTION,
	TY_STRUCT,
	TY_UNION,
	TY_VA_LIST, /* __builtin_va_list: neither scalar nor record */
};

enum { Q_CONST = 1, Q_VOLATILE = 2, Q_RESTRICT = 4, Q_ATOMIC = 8 };

struct field {
	struct field *next;
	const char *name; /* NULL: anonymous struct or union, or unnamed bit-field */
	struct type *type;
	size_t offset;  /* bytes; of the storage unit when a bit-field */
	int bit_width;  /* -1: not a bit-field */
	int bit_offset; /* from the storage unit's least significant bit */
	struct place place;
};

/* What a struct, union or enum tag names; shared by all qualified versions of the type. */
struct record {
	const char *tag; /* NULL: untagged */
	struct field *fields;
	size_t size, align;
	bool complete;
	struct place place;
};

struct type {
	enum type_kind kind;
	unsigned quals;      /* Q_* */
	bool unsigned_char;  /* TY_CHAR: it is, on the host */
	size_t size, align;  /* bytes; size 0 where unknown at compile time */
	struct type *base;   /* pointee, element, result; TY_ENUM: its integer type */
	struct type *unqual; /* this type without qualifiers (itself when it has none) */
	union {
		struct {
			size_t len;      /* elements; meaningful when !incomplete and !vla */
			bool incomplete; /* T x[] */
			/*
			 * Variable length (C11 6.7.6.2): vla_len is a compiler-made variable of
			 * type unsigned long that holds the element count; it is assigned from
			 * vla_expr where the declaration is reached (ST_DECL does it first).  For
			 * [*] and parameters of prototypes both may be NULL.  vla_expr alone NULL:
			 * the length is known already, because a typedef or typeof computed it. The
			 * lengths in the types of a function's parameters are computed where it is
			 * entered.
			 */
			bool vla;
			struct decl *vla_len;
			struct expr *vla_expr;
		} array;
		struct {
			struct decl **params; /* adjusted types (C11 6.7.6.3p7) */
			int nparams;
			bool variadic, old_style; /* old_style: () without a prototype */
		} func;
		struct record *record; /* TY_STRUCT, TY_UNION, TY_ENUM */
	} u;
};

/* ---- declarations ---- */

enum decl_kind { DECL_VAR, DECL_PARAM, DECL_FUNC, DECL_TYPEDEF, DECL_ENUMERATOR };
enum storage { SC_NONE, SC_AUTO, SC_REGISTER, SC_STATIC, SC_EXTERN, SC_TYPEDEF };

/* One scalar (or whole struct/union value, or string literal for a char array) of an
 * initialiser. */
struct init {
	struct init *next; /* in order of evaluation; later items override earlier ones */
	size_t offset;     /* bytes from the object's start */
	const struct field *bitfield; /* the member when it is a bit-field, else NULL */
	struct type *type;            /* type of the subobject */
	struct expr *value;           /* converted to type; EX_STRING for a char array */
};

struct func_body {
	struct stmt *stmt;    /* ST_COMPOUND */
	struct decl **locals; /* every variable of the body, nested blocks and statics too */
	int nlocals;
};

struct decl {
	enum decl_kind kind;
	enum storage storage;
	bool file_scope;
	bool thread_local_, inline_, noreturn_;
	bool always_inline, noinline; /* GNU attributes */
	bool weak;           /* GNU attribute: another file's definition comes first */
	bool undeclared;     /* function that the first call of it declares */
	bool is_definition;  /* variable with storage here, function with a body */
	bool address_taken;  /* & applied (array decay and member decay count too) */
	bool is_vla_len;     /* compiler-made: see type.u.array.vla_len */
	bool declare_target; /* OpenMP 5.2 [7.8]: named by, or between, declare target */
	bool declare_target_link;
	bool host_only;       /* on the canonical one: declare target device_type(host) names it */
	bool threadprivate;   /* OpenMP 5.2 [5.2]; on the canonical one: each thread of the host has
	                         its own */
	bool team_memory;     /* local of a target region: one for the team, in shared memory */
	uint32_t id;          /* unique in the unit, in order of declaration */
	const char *name;     /* NULL for unnamed parameters */
	const char *asm_name; /* __asm__("x") label or NULL */
	const char *alias;    /* GNU attribute: another name of this one's entity; or NULL */
	struct expr *length;  /* of a parameter written as an array of variable length; or NULL */
	struct type *type;
	struct place place;
	struct decl *enclosing; /* function that a local belongs to; NULL at file scope */
	struct decl *
		canonical; /* first declaration of the same file-scope entity (itself when first) */
	struct decl *definition; /* on the canonical one: the defining declaration or NULL */
	struct omp_variant *variants,
		*host_variants; /* on the canonical one: what may be called instead */
	bool chose_for_host;    /* function with a metadirective that means another directive on the
	                           device */
	bool is_condition;      /* function made for a declare variant: whether it is chosen */
	bool has_init;          /* an initialiser was written (init NULL then means all zero) */
	struct init *init;      /* the rest of the object is zero (C11 6.7.9p21) */
	struct func_body *body; /* DECL_FUNC definition */
	int64_t value;          /* DECL_ENUMERATOR */
	const struct token *first, *last; /* the external declaration's tokens; NULL for locals */
};

/* The variable has one address, constant for the linker. */
static inline bool
decl_is_static(const struct decl *d)
{
	return d->file_scope || d->storage == SC_STATIC || d->storage == SC_EXTERN;
}

/* ---- expressions ---- */

enum unary_op { UN_NEG, UN_BITNOT, UN_LOGNOT };
enum binary_op { /* operands already converted to the common type (or, beside a
	            complex one, to its real type: c/sema_complex.c) */
	BIN_ADD,
	BIN_SUB,
	BIN_MUL,
	BIN_DIV,
	BIN_REM,
	BIN_AND,
	BIN_OR,
	BIN_XOR,
	BIN_SHL,
	BIN_SHR, /* left operand's promoted type decides */
	BIN_EQ,
	BIN_NE,
	BIN_LT,
	BIN_LE,
	BIN_GT,
	BIN_GE,      /* result int */
	BIN_PTRADD,  /* pointer + integer: l pointer, r converted to long */
	BIN_PTRSUB,  /* pointer - integer */
	BIN_PTRDIFF, /* pointer - pointer, result long, in elements */
};

enum expr_kind {
	EX_INT,     /* u.i */
	EX_FLOAT,   /* u.f */
	EX_COMPLEX, /* u.binary, op unused: l is the real part, r the imaginary part */
	EX_STRING,  /* u.str; an array lvalue */
	EX_VAR,     /* u.var: variable or parameter; an lvalue */
	EX_FUNC,    /* u.var: function designator, under EX_CAST (decay) or as callee */
	EX_UNARY,   /* u.unary */
	EX_BINARY,  /* u.binary */
	EX_LOGAND,
	EX_LOGOR,           /* u.binary, op unused; operands scalar, result int */
	EX_COND,            /* u.cond */
	EX_COMMA,           /* u.binary */
	EX_ASSIGN,          /* u.assign: r converted to the type of l; struct assignment too */
	EX_COMPOUND_ASSIGN, /* u.assign: l op= r, computed in op_type, converted back */
	EX_INCDEC,          /* u.incdec */
	EX_ADDR,            /* u.sub: & lvalue */
	EX_DEREF,           /* u.sub: * pointer; a[i] is EX_DEREF of EX_BINARY BIN_PTRADD */
	EX_MEMBER, /* u.member: sub.field, sub an lvalue or a struct value; p->f is EX_MEMBER of
	              EX_DEREF;
	              __real__ and __imag__ of complex values, too */
	EX_CAST,   /* u.sub converted to type; also decay, to void, and no-ops of qualifiers */
	EX_CALL,   /* u.call */
	EX_COMPOUND_LIT, /* u.var: an unnamed variable with its initialiser; an lvalue */
	EX_STMT, /* u.stmt: GNU statement expression; value of its last expression statement */
	EX_SIZEOF_VLA,   /* u.sub unevaluated (its type is a VLA), or u.sub NULL and vla_type set */
	EX_VA_ARG,       /* u.sub: the va_list, an lvalue; type: the argument's */
	EX_BUILTIN_HOST, /* a construct only the host compiler implements: valid in host code
	                  * alone */
	EX_LABEL_ADDR,   /* GNU &&label: host code only */
};

struct expr {
	enum expr_kind kind;
	struct type *type;
	struct place place;               /* where a message about it points: the operator */
	const struct token *first, *last; /* its tokens, inclusive; NULL for compiler-made nodes */
	union {
		uint64_t i; /* truncated and sign-extended to the type's width */
		long double f;
		struct {
			const char *bytes;
			size_t len;
			int elem_size;
		} str; /* len bytes, terminator included */
		struct decl *var;
		struct {
			enum unary_op op;
			struct expr *sub;
		} unary;
		struct {
			enum binary_op op;
			struct expr *l, *r;
		} binary;
		struct {
			struct expr *c, *t, *f;
		} cond; /* t NULL: GNU a ?: b */
		struct {
			enum binary_op op;
			struct type *op_type;
			struct expr *l, *r;
		} assign;
		struct {
			struct expr *sub;
			bool dec, post;
		} incdec;
		struct expr *sub;
		struct {
			struct expr *sub;
			const struct field *field;
		} member;
		/* args converted (6.5.2.2p6,7); choice: what device code does instead, or NULL;
		   what: of EX_BUILTIN_HOST, as messages call it */
		struct {
			struct expr *callee;
			struct expr **args;
			int nargs;
			struct omp_call *choice;
			const char *what;
		} call;
		struct stmt *stmt;
		struct {
			struct expr *sub;
			struct type *vla_type;
		} size;
	} u;
};

/* ---- statements ---- */

enum stmt_kind {
	ST_NULL,
	ST_EXPR,
	ST_COMPOUND,
	ST_DECL,
	ST_IF,
	ST_WHILE,
	ST_DO,
	ST_FOR,
	ST_SWITCH,
	ST_CASE,
	ST_DEFAULT,
	ST_LABEL,
	ST_GOTO,
	ST_BREAK,
	ST_CONTINUE,
	ST_RETURN,
	ST_ASM,           /* host code only */
	ST_GOTO_COMPUTED, /* host code only */
	ST_OMP,
};

enum { UNROLL_FULL = -1 };

struct label {
	const char *name;
	struct stmt *stmt; /* the ST_LABEL */
};

struct stmt {
	enum stmt_kind kind;
	struct place place;
	const struct token *first, *last; /* inclusive; the pragma's tokens too for ST_OMP */
	struct stmt *next;                /* in the enclosing compound */
	union {
		struct expr *expr; /* ST_EXPR, ST_RETURN (may be NULL) */
		struct stmt *body; /* ST_COMPOUND: first statement */
		struct decl *decl; /* ST_DECL: one per declared variable; typedefs and VLA types of
		                      typedefs too */
		struct {
			struct expr *cond;
			struct stmt *then, *els;
		} if_;
		struct {
			struct expr *cond;
			struct stmt *body;
		} loop; /* ST_WHILE, ST_DO */
		/* init: ST_EXPR/ST_DECL list; unroll: iterations to be written out, UNROLL_FULL, or
		 * 0: nobody says */
		struct {
			struct stmt *init;
			struct expr *cond, *step;
			struct stmt *body;
			int unroll;
		} for_;
		struct {
			struct expr *value;
			struct stmt *body;
			struct stmt *cases;
			struct stmt *dflt;
		} switch_;
		struct {
			int64_t lo, hi;
			struct stmt *body;
			struct stmt *next_case;
		} case_; /* lo..hi GNU range; values in the promoted type; ST_DEFAULT: body */
		struct {
			struct label *label;
			struct stmt *body;
		} label;
		struct label *goto_;
		struct omp *omp;
	} u;
};

/* The only statement of a block, through nested braces; else S itself. */
static inline struct stmt *
stmt_alone(struct stmt *s)
{
	while (s && s->kind == ST_COMPOUND && s->u.body && !s->u.body->next)
		s = s->u.body;
	return s;
}

/* ---- OpenMP: see omp_tree.h for struct omp ---- */

/* ---- the unit ---- */

struct unit {
	struct arena *arena;
	const struct sources *sources;
	struct token_list tokens; /* the whole preprocessed translation unit */
	const char *main_file;    /* as given on the command line */
	struct decl **decls;      /* file-scope declarations in order */
	int ndecls;
	struct omp **targets; /* every target construct, in source order; in functions never called
	                         too */
	int ntargets;
	struct omp **host_directives; /* every other OpenMP directive the host writer replaces, in
	                                 source order: target data, enter/exit data, update; declare
	                                 target is in the decls */
	int nhost_directives;
	struct {
		struct omp_edit *v;
		size_t n, cap;
	} edits;           /* what cc sees otherwise beside these two, in no order */
	bool unified;      /* requires unified_shared_memory */
	bool joins_floats; /* cc sees __devrt_and and __devrt_or as operators of reductions */
};

const char *binary_spelling(enum binary_op op);
const char *type_to_string(struct arena *a, const struct type *t); /* C spelling, for messages */
bool type_is_integer(const struct type *t); /* TY_BOOL…TY_UINT128 and TY_ENUM */
bool type_is_signed(const struct type *t);
bool type_is_floating(const struct type *t); /* TY_FLOAT…TY_FLOAT128 */
bool type_is_arithmetic(const struct type *t);
bool type_is_scalar(const struct type *t); /* arithmetic or pointer */
bool type_is_record(const struct type *t);
/* the type of an array's elements, whatever its dimensions; of another type: itself */
const struct type *type_element(const struct type *t);
/* const, or an array of what is, and not volatile */
bool type_is_const_object(const struct type *t);
/* variable length at any array level, pointers not followed */
bool type_is_vla(const struct type *t);
/* compatible, qualifiers ignored at top */
bool type_same(const struct type *a, const struct type *b);
struct type *type_pointer_to(struct arena *a, struct type *t);

#endif
