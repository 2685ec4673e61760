/* How a message shows bytes of the user's: on one line, whatever they are. Private to diag.c. */
#ifndef BASE_DIAG_LINE_H
#define BASE_DIAG_LINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* TEXT with control characters and broken UTF-8 as <hex>. */
void diag_text(FILE *, const char *text, size_t size);
/* The source line, a caret under byte COL (from 1) and below it FIX, if not NULL. A long line is
 * cut around the caret. */
void diag_line(FILE *, const char *line, size_t size, uint32_t col, const char *fix,
	const char *color, const char *plain);

#endif
