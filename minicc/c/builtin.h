/*
 * builtin.h: GCC's built-in functions, as far as headers and programs use them; the table is in
 * builtin.def.  Only for the C parser.
 */
#ifndef C_BUILTIN_H
#define C_BUILTIN_H

#include "c/parse.h"

bool is_builtin_name(const char *name);
/* At the '(' after a builtin's name: parse its arguments.  Return the expression it stands for. */
struct expr *parse_builtin_call(struct parser *, const struct token *name);
/* Return the declaration of a builtin named without a call, as in f = __builtin_memcpy; NULL: it
 * is not a function. */
struct decl *builtin_function(struct parser *, const struct token *name);
/* Return the type of the library function that __builtin_NAME stands for, or NULL. */
struct type *builtin_library_type(struct parser *, const char *name);

#endif
