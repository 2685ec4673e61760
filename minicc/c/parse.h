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
/* omp/transfer.c: remove maps of variables that a target region does not use from the tree. */
void omp_drop_unused_maps(struct diag *, const struct unit *);
/* … and of tables of constants, which the device has. */
void omp_keep_tables(struct diag *, const struct unit *);
/* Report writes of a region to what its map clause calls const. */
void omp_check_const_maps(struct diag *, const struct unit *);
/* omp/lost.c: warn of values that a region computes and the host never gets. */
void omp_check_lost_values(struct diag *, const struct unit *);
/* omp/unset.c, omp/early.c: warn of locals read before they are set, and of uses of what one
 * thread has just written and no barrier orders. */
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
	struct unit *unit;       /* decls, targets, host_directives are set at the end, */
	struct decls file_decls; /* from these */
	struct targets targets, host_directives;

	const struct token *tok;  /* the next token */
	const struct token *prev; /* the one consumed last */
	struct recovery *recovery;
	bool end_reported; /* one message about an unexpected end of file is enough */
	struct packing packing;

	struct host_abi host;
	enum type_kind wchar; /* wchar_t on the host */
	struct type *basic[TY_VA_LIST +
		1]; /* the unqualified arithmetic types, void and va_list, by kind */
	struct type
		*float_n[7]; /* the distinct types _Float16 … _Float64x and __bf16, by keyword */
	struct type *error_type; /* of expressions after an error: an int that no message shows */

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

/* Parse the whole unit.  Return it even after errors, which diag counts. */
struct unit *parse_unit(struct arena *, struct diag *, struct sources *, struct token_list tokens,
	const char *main_file);

/* ---- the cursor ---- */

static inline bool
at(const struct parser *p, enum token_kind kind)
{
	return p->tok->kind == kind;
}

const struct token *next(struct parser *);       /* consume and return it; stay at EOF */
const struct token *peek(const struct parser *); /* the token after the cursor's */
bool accept(struct parser *, enum token_kind);   /* consume it if it is next */
/* Consume it, or report "expected ')' before 'x'" as a syntax error. */
const struct token *expect(struct parser *, enum token_kind);
/* Return whether an identifier or keyword with this spelling is next. */
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
/* Return the enclosing scope; NULL for file scope. */
const struct scope *scope_outer(const struct scope *);
/* Return the ordinary identifier visible here, or NULL. */
struct decl *scope_lookup(const struct parser *, const char *name);
/* Make a local variable of the current function that is in no scope. */
struct decl *new_local(struct parser *, const char *name, struct type *, struct place);
/* Report "'x' undeclared", with the nearest spelling in scope. */
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
/* Convert without checks.  Return the same node if it has the type already, but for qualifiers. */
struct expr *expr_cast(struct parser *, struct expr *, struct type *);
/* Convert as by assignment (6.5.16.1), with its checks; WHAT names the context: "assignment". */
struct expr *expr_convert(struct parser *, struct expr *, struct type *, struct place,
	const char *what);
/* Pass BIN_ADD and BIN_SUB for pointers, too, never BIN_PTR*: those are chosen by the types. */
struct expr *expr_binary(struct parser *, struct place, enum binary_op, struct expr *l,
	struct expr *r);
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

/* Return whether it is an integer constant expression to gcc, and set the value; no message. */
bool eval_int_const(struct parser *, struct expr *, int64_t *);

/* ---- making declarations, expressions and statements ---- */

struct decl *new_decl(struct parser *, enum decl_kind, const char *name, struct type *,
	struct place);
/* Enter a name for declare mapper or declare reduction that stands for no object. */
struct decl *omp_placeholder(struct parser *, const struct token *name, struct type *);
/* Parse an initializer; complete an array type of unknown size; if is_static, check that it is
 * constant. */
void parse_initializer(struct parser *, struct decl *, bool is_static);
struct expr *new_expr(struct parser *, enum expr_kind, struct type *, struct place);
struct expr *expr_compound_assign(struct parser *, struct place, enum binary_op, struct expr *l,
	struct expr *r);
struct expr *expr_comma(struct parser *, struct place, struct expr *l, struct expr *r);
struct expr *expr_call(struct parser *, struct place, struct expr *callee, struct expr **args,
	int n);
struct stmt *new_stmt(struct parser *, enum stmt_kind, const struct token *first);

/* ---- what omp/ provides ---- */

/* Return the unit's tokens with metadirectives that choose at run time as if statements. */
struct token_list omp_expand_choices(struct arena *, struct diag *, struct token_list);
/* Return them with functions for conditions of declare variant that each call evaluates; see
 * omp/newer/when.c. */
struct token_list omp_make_conditions(struct arena *, struct diag *, struct token_list);
/* Return them with older spellings of words that cc may not know; see omp/newer/older.c. */
struct token_list omp_in_older_words(struct arena *, struct diag *, struct token_list);
/* Return the tokens of a parsed unit with the sequential parts of target regions as host code, to be
 * parsed again; see omp/hostseq.c. */
struct token_list omp_sequential_on_host(struct arena *, struct diag *, const struct unit *);
/* At a TK_PRAGMA_OMP that begins a statement: consume the directive and what belongs to it.  Return
 * NULL if nothing is left to execute. */
struct stmt *omp_parse_statement(struct parser *);
/* After a syntax error in a metadirective's replacement: move behind the metadirective.  Return
 * false if the error is elsewhere. */
bool omp_leave_replacement(struct parser *);
/* Return the name of the function being declared, which is a mangled one between begin and end
 * declare variant. */
const char *omp_variant_name(struct parser *, struct decl *);
/* When CALL has been parsed: choose among the function's variants; see omp/newer/call.c. */
void omp_choose_callee(struct parser *, struct expr *call);
void omp_parse_file_scope(struct parser *);              /* at a TK_PRAGMA_OMP outside functions */
void omp_end_function(struct parser *, struct decl *fn); /* p->function is still fn; body is set */
void omp_end_unit(struct parser *);

#endif
