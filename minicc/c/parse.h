/*
 * parse.h: the parser's state and the calls that the directive parser (omp/) shares with it.
 *
 * parse_unit() turns the tokens of a translation unit into the tree of tree.h.  Everything else
 * here is for code that runs while a unit is being parsed: helpers that move the token cursor,
 * parse a piece of C where the cursor stands, look names up, and build typed expressions.  Code
 * that only reads a finished tree needs tree/tree.h, tree/walk.h and eval.h, never this file.
 *
 * Two kinds of errors.  A *syntax* error (parse_error, expect) does not return: it resumes after
 * the innermost statement or external declaration being parsed, and restores scope, function state
 * and p->construct as they were there.  A *semantic* error (diag_error, then expr_error) returns,
 * and the node it gives silences follow-up messages.
 *
 * The cursor never stands on a TK_PRAGMA_OTHER.
 */
#ifndef C_PARSE_H
#define C_PARSE_H

#include <setjmp.h>
#include <stdint.h>

#include "base/nearest.h"
#include "base/diag.h"
#include "tree/tree.h"

struct scope;
/* omp/transfer.c: takes maps of variables that a target region does not use out of the tree. */
void omp_drop_unused_maps(struct diag *, const struct unit *);
/* Errors where a region writes what its map clause calls const. */
void omp_check_const_maps(struct diag *, const struct unit *);
/* omp/lost.c: warnings. */
void omp_check_lost_values(struct diag *, const struct unit *);
/* omp/unset.c, omp/early.c: warnings. */
void omp_check_unset(struct diag *, const struct unit *);
void omp_check_early_uses(struct diag *, const struct unit *);
void omp_pass_in_memory(const struct unit *); /* firstprivate scalars (omp_capture.in_memory) */
struct name_table;
struct fn_state;
struct omp_state;

/* Where a syntax error resumes; see parse_stmt.c. */
struct recovery {
	jmp_buf env;
	struct recovery *outer;
	const struct token *start; /* first token of the statement or declaration */
	struct scope *scope;
	struct omp *construct;
};

/* What #pragma pack says for the records that follow. */
struct packing {
	size_t now; /* largest alignment of a member; 0: no limit */
	size_t saved[16];
	int n;
};

struct decls {
	struct decl **v;
	size_t n, cap;
};
struct targets {
	struct omp **v;
	size_t n, cap;
};

struct parser {
	struct arena *arena;
	struct diag *diag;
	const struct sources *sources;
	struct unit *unit;       /* decls, targets and host_directives are filled in at the end, */
	struct decls file_decls; /* from these */
	struct targets targets, host_directives;

	const struct token *tok;  /* the next token */
	const struct token *prev; /* the one consumed last */
	struct recovery *recovery;
	bool end_reported; /* one message about an unexpected end of file is enough */
	struct packing packing;

	struct host_abi host;
	enum type_kind wchar; /* that wchar_t is on the host */
	struct type *basic[TY_VA_LIST +
		1]; /* the unqualified arithmetic types, void and va_list, by kind */
	struct type
		*float_n[7]; /* the distinct types _Float16 … _Float64x and __bf16, by keyword */
	struct type
		*error_type; /* of expressions after an error: an int that no message mentions */

	struct name_table *names;
	struct scope *scope; /* innermost */
	struct scope *file_scope;
	struct decl *function; /* the definition whose body is being parsed, or NULL */
	struct fn_state *fn;   /* labels, enclosing loops and switches of that body */
	unsigned unevaluated;  /* depth of sizeof, typeof, _Generic's controlling expression */
	unsigned depth;        /* nesting of expressions, statements and declarators */
	uint32_t next_id;

	struct omp *construct; /* innermost OpenMP construct being parsed; kept by omp/ */
	struct omp_state *omp; /* whatever omp/ wants to keep; NULL at the start */
};

/* Reads the whole unit; returns it even after errors (the diag has counted them). */
struct unit *parse_unit(struct arena *, struct diag *, struct sources *, struct token_list tokens,
	const char *main_file);

/* ---- the cursor ---- */

static inline bool
at(const struct parser *p, enum token_kind kind)
{
	return p->tok->kind == kind;
}

const struct token *next(struct parser *);       /* consumes and returns the token; stays at EOF */
const struct token *peek(const struct parser *); /* the token after the cursor's */
bool accept(struct parser *, enum token_kind);   /* consumes it if it is there */
/* Consumes it, or "expected ')' before 'x'" and no return. */
const struct token *expect(struct parser *, enum token_kind);
/* an identifier or keyword so spelled */
bool at_ident(const struct parser *, const char *spelling);
_Noreturn void parse_error(struct parser *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);

/* ---- pieces of C, starting at the cursor; the cursor ends after them ---- */

struct expr *parse_expr(struct parser *);        /* with commas; C11 6.5.17 */
struct expr *parse_assign_expr(struct parser *); /* 6.5.16 */
struct expr *parse_cond_expr(struct parser *);   /* 6.5.15 */
struct expr *parse_unary_expr(struct parser *);  /* 6.5.3 */
struct stmt *parse_stmt(struct parser *);        /* a statement, with its pragmas */
struct stmt *parse_block_item(struct parser *);  /* a statement or a declaration: the first of
                                                    a list linked by next, or NULL for none */
bool at_type_name(const struct parser *);        /* a declaration specifier starts here */
struct type *parse_type_name(struct parser *);   /* 6.7.7 */
void parse_external_decl(struct parser *);       /* 6.9 */

/* ---- names (6.2.1, 6.2.3); spelling by token.text, which is interned ---- */

void scope_push(struct parser *);
void scope_pop(struct parser *);
/* The scope around it; NULL for file scope. */
const struct scope *scope_outer(const struct scope *);
/* ordinary identifier or NULL */
struct decl *scope_lookup(const struct parser *, const char *name);
/* A new variable of the current function, not in any scope, and in the function's locals. */
struct decl *new_local(struct parser *, const char *name, struct type *, struct place);
/* "'x' undeclared", with the nearest spelling in scope. */
void error_undeclared(struct parser *, const struct token *);

/* ---- building typed expressions ----
 *
 * Operands are taken as parsed; the constructors apply the conversions of 6.3 and check 6.5's
 * constraints.  Nodes they make have no tokens; their place is the one given or the operand's.
 */
struct expr *expr_int(struct parser *, struct place, int64_t value, struct type *);
struct expr *expr_var(struct parser *, struct place, struct decl *); /* function: EX_FUNC */
struct expr *expr_error(struct parser *, struct place);
bool expr_is_error(const struct parser *, const struct expr *);
/* To a type without checks; the same node when the type is already that (qualifiers ignored). */
struct expr *expr_cast(struct parser *, struct expr *, struct type *);
/* As by assignment (6.5.16.1), with its checks; WHAT names the context: "assignment". */
struct expr *expr_convert(struct parser *, struct expr *, struct type *, struct place,
	const char *what);
struct expr *expr_binary(struct parser *, struct place, enum binary_op, struct expr *l,
	struct expr *r);
/* Not for BIN_PTR*: ADD and SUB of pointers turn into those by themselves. */
struct expr *expr_unary(struct parser *, struct place, enum unary_op, struct expr *);
struct expr *expr_logical(struct parser *, struct place, enum expr_kind, struct expr *l,
	struct expr *r);
struct expr *expr_assign(struct parser *, struct place, struct expr *l, struct expr *r);
struct expr *expr_deref(struct parser *, struct place, struct expr *);
struct expr *expr_addr(struct parser *, struct place, struct expr *); /* marks address_taken */
struct expr *expr_index(struct parser *, struct place, struct expr *base, struct expr *index);
struct expr *expr_member(struct parser *, struct place, struct expr *, const char *name);
struct expr *expr_arrow(struct parser *, struct place, struct expr *, const char *name);
struct expr *decay(struct parser *, struct expr *); /* array, function to pointer (6.3.2.1) */
struct expr *expr_condition(struct parser *, struct expr *); /* decayed; a scalar or an error */
bool expr_is_lvalue(const struct expr *);
struct type *type_promoted(struct parser *, const struct expr *); /* 6.3.1.1, bit-fields too */
struct type *type_common(struct parser *, struct type *, struct type *); /* 6.3.1.8 */

/* True, and the value, for an integer constant expression as gcc understands it (no message). */
bool eval_int_const(struct parser *, struct expr *, int64_t *);

/* ---- making declarations, expressions and statements ---- */

struct decl *new_decl(struct parser *, enum decl_kind, const char *name, struct type *,
	struct place);
/* Enter a name for clauses and expressions of declare mapper and declare reduction, no object. */
struct decl *omp_placeholder(struct parser *, const struct token *name, struct type *);
/* Completes an array type of unknown size; checks constants when is_static. */
void parse_initializer(struct parser *, struct decl *, bool is_static);
struct expr *new_expr(struct parser *, enum expr_kind, struct type *, struct place);
struct expr *expr_compound_assign(struct parser *, struct place, enum binary_op, struct expr *l,
	struct expr *r);
struct expr *expr_comma(struct parser *, struct place, struct expr *l, struct expr *r);
struct expr *expr_call(struct parser *, struct place, struct expr *callee, struct expr **args,
	int n);
struct stmt *new_stmt(struct parser *, enum stmt_kind, const struct token *first);

/* ---- what omp/ provides ---- */

/* The unit's tokens with metadirectives that choose at run time made into if statements. */
struct token_list omp_expand_choices(struct arena *, struct diag *, struct token_list);
/* Conditions of declare variant that are asked at the call, as functions; see omp/newer/when.c. */
struct token_list omp_make_conditions(struct arena *, struct diag *, struct token_list);
/* Words that the host's compiler may not know yet, in older ones; see omp/newer/older.c. */
struct token_list omp_in_older_words(struct arena *, struct diag *, struct token_list);
/* At a TK_PRAGMA_OMP that begins a statement; consumes the directive and what belongs to it.
 * NULL when it leaves nothing to execute. */
struct stmt *omp_parse_statement(struct parser *);
/* After a syntax error in what a metadirective became: to behind the metadirective.  False: not
 * there. */
bool omp_leave_replacement(struct parser *);
/* The name of a function being declared: another one between begin and end declare variant. */
const char *omp_variant_name(struct parser *, struct decl *);
/* CALL has been parsed, up to its parenthesis: a choice among variants; see omp/newer/call.c. */
void omp_choose_callee(struct parser *, struct expr *call);
void omp_parse_file_scope(struct parser *);              /* at a TK_PRAGMA_OMP outside functions */
void omp_end_function(struct parser *, struct decl *fn); /* p->function is still fn; body is set */
void omp_end_unit(struct parser *);

#endif
