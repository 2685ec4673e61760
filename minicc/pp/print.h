/* Prints tokens as C text that lexes to the same tokens again, with line markers
 * (# 12 "file.c") so that the host compiler's messages speak of the user's file.
 *
 * For -E and for the host C writer; the only place that knows which tokens need a space between
 * them. Text that did not come from tokens goes out with tok_printer_text. */
#ifndef PP_PRINT_H
#define PP_PRINT_H

#include <stdio.h>

#include "base/source.h"
#include "pp/token.h"

struct tok_printer {
	FILE *out;
	const struct sources *sources;
	bool markers;  /* write line markers; without them lines are only broken */
	bool indent;   /* lines begin as in the source, tabs and all */
	bool drop_omp; /* leave the OpenMP directives out */
	/* the state: all zero at the start */
	uint32_t file, line; /* where the output's current line is, as presumed */
	bool started;        /* something is on the current line */
	bool in_pragma;
	const char *last; /* the spelling before, for the spaces */
};

/* The tokens from FIRST up to, not including, LAST. TK_PRAGMA_OMP … TK_PRAGMA_END and
 * TK_PRAGMA_OTHER become lines of their own. */
void print_tokens(struct tok_printer *, const struct token *first, const struct token *last);
/* Makes what is printed next appear at this line, by newlines or a line marker. */
void tok_printer_at(struct tok_printer *, struct place);
/* Text of our own. Newlines in it count; it is kept apart from the token before and after. */
void tok_printer_text(struct tok_printer *, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void tok_printer_end_line(struct tok_printer *);

#endif
