/*
 * internal.h: what the files of the C parser share among themselves.
 * The OpenMP front end and everybody else use parse.h.
 */
#ifndef C_INTERNAL_H
#define C_INTERNAL_H

#include "c/eval.h"
#include "c/parse.h"
#include "tree/type.h"

/* ---- scope.c ---- */

struct symbol {
	struct symbol *shadowed; /* the same name further out */
	struct symbol *next;     /* in the same scope */
	struct scope *scope;
	const char *name;
	struct decl *decl; /* ordinary identifier, or */
	struct type *tag;  /* struct, union, enum tag */
	bool implicit;     /* a function called before it was declared */
	bool hidden;       /* a file-scope entity only declared in blocks (6.2.2p4) */
};

struct scope {
	struct scope *outer;
	struct symbol *symbols;
	bool prototype;
};

struct name_table *name_table_new(struct arena *);
/* Return the ordinary identifier of this name, even a hidden one, or NULL. */
struct symbol *scope_symbol(const struct parser *, const char *name);
struct symbol *scope_enter(struct parser *, struct scope *, struct decl *);
/* The same at file scope. */
struct symbol *scope_find_file(const struct parser *, const char *name);
struct type *scope_lookup_tag(const struct parser *, const char *name, bool this_scope_only);
void scope_enter_tag(struct parser *, const char *name, struct type *);
const char *nearest_name(const struct parser *, const char *name);
/* Add a note "declared here"; none for a place in a system header. */
void note_declared(struct parser *, const char *name, struct place);

/* ---- parse_attr.c ---- */

struct attrs {
	bool packed, noreturn, transparent, weak, always_inline, noinline;
	const char *alias; /* the name whose object or function this one is, or NULL */
	size_t aligned;
	enum type_kind mode; /* TY_VOID: no mode given */
	size_t vector_size;
};

void parse_attributes(struct parser *, struct attrs *); /* any number of __attribute__((…)) */
const char *parse_asm_label(struct parser *);           /* __asm__("name") or NULL */
struct type *apply_type_attrs(struct parser *, struct type *, const struct attrs *, struct place);
void skip_balanced(struct parser *);                 /* from a bracket to behind the matching one */
void pragma_pack(struct parser *, const char *text); /* other pragmas are ignored */

/* ---- parse_spec.c: declaration specifiers (6.7.1 to 6.7.5) ---- */

struct declspec {
	struct type *type;
	enum storage storage;
	bool inline_, noreturn_, thread_local_, auto_type;
	bool explicit_type; /* a type specifier was written */
	bool declares_tag;  /* struct, union or enum specifier */
	size_t align;       /* _Alignas */
	struct attrs attrs;
	struct place place;
};

void parse_declspec(struct parser *, struct declspec *, bool storage_allowed);
bool type_name_at(const struct parser *, const struct token *); /* at_type_name for a later token */
bool at_declaration(const struct parser *); /* at_type_name, storage class or _Static_assert */
void parse_static_assert(struct parser *);
struct decl *lookup_typedef(const struct parser *, const struct token *);

/* ---- parse_record.c: struct, union and enum ---- */

struct type *parse_record_spec(struct parser *);
struct type *parse_enum_spec(struct parser *);
/* Return the member, perhaps in anonymous ones, or NULL; set *offset in bytes from the start. */
const struct field *find_member(const struct type *, const char *name, size_t *offset);

/* ---- parse_declarator.c (6.7.6) ---- */

struct declarator {
	const char *name; /* NULL: abstract */
	const struct token *name_token;
	struct place place;
	struct type *type;
	struct attrs attrs;
	const char *asm_name;
	unsigned param_quals;          /* of a parameter declared as T x[const n] */
	const struct token **kr_names; /* old-style definition's identifier list */
	int nkr;
};

enum declarator_form { DECLARATOR_NAMED, DECLARATOR_ABSTRACT, DECLARATOR_EITHER };

void parse_declarator(struct parser *, struct type *base, enum declarator_form,
	struct declarator *);
/* Report a [*] in a parameter's type in a function definition (6.7.6.2p4). */
void refuse_star(struct parser *, const struct decl *param);
struct type *adjust_param_type(struct parser *, struct type *); /* 6.7.6.3p7,8 */
/* Return a typedef's type, whose array lengths have been evaluated already. */
struct type *vla_reuse(struct parser *, struct type *);
/* Call fn for each variable length array with a vla_expr, outermost first. */
void each_vla(struct type *, void (*fn)(struct parser *, struct type *), struct parser *);
/* Return (lengths assigned, E), for a type written inside an expression. */
struct expr *with_vla_lengths(struct parser *, struct type *, struct expr *);

/* ---- parse_decl.c, sema_decl.c ---- */

struct stmt *parse_declaration(struct parser *); /* in a block: list of ST_DECL, or NULL */
struct decl *declare(struct parser *, struct declspec *, struct declarator *);
struct decl *declare_implicit_function(struct parser *, const struct token *);
void declare_params(struct parser *, struct decl *fn);
bool require_complete(struct parser *, struct place, const struct type *, const char *what);
void add_local(struct parser *, struct decl *);
void complete_tentative(struct parser *, struct decl *);

/* ---- parse_init.c (6.7.9) ---- */

struct expr *string_element(struct parser *, struct expr *str, size_t max_bytes);

/* ---- parse_stmt.c ---- */

struct switch_state {
	struct switch_state *outer;
	struct type *type; /* promoted type of the controlling expression */
	struct stmt *stmt, *last_case;
};

struct label_use {
	struct label *label;
	struct place place;  /* first use */
	struct scope *scope; /* __label__: its block; else NULL */
	bool defined, used;
};

struct fn_state {
	struct decls locals;
	VEC(struct label_use) labels;
	struct switch_state *switch_;
	int loops;              /* enclosing loops: continue is allowed */
	struct decl *func_name; /* __func__, once it was used */
};

struct stmt *parse_compound(struct parser *, bool new_scope);
void parse_function_body(struct parser *, struct decl *fn);
struct label *use_label(struct parser *, const struct token *name);
void skip_asm(struct parser *);

/* ---- parse.c ---- */

void synchronise(struct parser *, const struct token *start);
void enter_nesting(struct parser *); /* fatal error when too deep for the C stack */
void leave_nesting(struct parser *);
bool same_spelling(const char *a, const char *plain); /* a is x or __x__, plain x */

/* ---- parse_expr.c ---- */

struct expr *parse_string(struct parser *);
struct expr *span(struct expr *, const struct token *first, const struct token *last);
struct expr *parse_compound_literal(struct parser *, struct type *, const struct token *first);
struct expr *parse_offsetof(struct parser *, const struct token *first);

/* ---- sema_expr.c, sema_call.c ---- */

struct expr *expr_explicit_cast(struct parser *, struct place, struct type *, struct expr *);
struct expr *expr_incdec(struct parser *, struct place, struct expr *, bool dec, bool post);
struct expr *expr_cond(struct parser *, struct place, struct expr *c, struct expr *t,
	struct expr *f);
struct expr *expr_sizeof(struct parser *, struct place, struct expr *sub, struct type *);
/* Make an expression that only the host compiler implements; keep its operands in u.call.args. */
struct expr *expr_host(struct parser *, const char *what, struct place, struct type *,
	struct expr **args, int n);
struct expr *expr_vector(struct parser *, struct place, struct type *, struct expr **args, int n);

/* ---- sema_complex.c ---- */

struct expr *expr_complex(struct parser *, struct place, struct expr *re, struct expr *im);
/* __real__, __imag__ */
struct expr *expr_part(struct parser *, struct place, struct expr *, bool imag);
struct type *operand_type(enum binary_op, const struct expr *operand, bool left,
	struct type *common);
struct expr *expr_field(struct parser *, struct place, struct expr *, const struct field *);
struct expr *promote(struct parser *, struct expr *);
struct expr *default_promote(struct parser *, struct expr *); /* 6.5.2.2p6 */
const struct field *expr_bitfield(const struct expr *); /* the bit-field that it is, or NULL */
void mark_address_taken(struct parser *, struct expr *);
bool expr_is_null_constant(struct parser *, struct expr *);
struct type *pointer_to(struct parser *, struct type *);
const char *show(struct parser *, const struct type *); /* for messages */

#endif
