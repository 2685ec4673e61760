/* Prints tokens as C text that lexes to the same tokens again, with line markers
 * (# 12 "file.c") so that the host compiler's messages speak of the user's file.
 * For -E and for the host C writer. Only print.c knows which tokens need a space between them;
 * write text that is not tokens with tok_printer_text. */
#ifndef PP_PRINT_H
#define PP_PRINT_H

#include <stdio.h>

#include "base/source.h"
#include "pp/token.h"

struct tok_printer {
	FILE *out;
	const struct sources *sources;
	bool markers;  /* write line markers; else only newlines */
	bool indent;   /* indent lines as in the source */
	bool drop_omp; /* leave the OpenMP directives out */
	/* the state: all zero at the start */
	uint32_t file, line; /* where the output's current line is, as presumed */
	bool started;        /* something is on the current line */
	bool in_pragma;
	const char *last; /* previous spelling: is a space needed? */
};

/* Print the tokens from FIRST up to, not including, LAST; each pragma on a line of its own. */
void print_tokens(struct tok_printer *, const struct token *first, const struct token *last);
/* Move to this line, by newlines or a line marker. */
void tok_printer_at(struct tok_printer *, struct place);
/* Print text that may have newlines; keep it apart from the tokens before and after. */
void tok_printer_text(struct tok_printer *, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void tok_printer_end_line(struct tok_printer *);

#endif
