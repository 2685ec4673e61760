/* How a message shows the user's bytes on one line, whatever they are. Only for diag.c. */
#ifndef BASE_DIAG_LINE_H
#define BASE_DIAG_LINE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Print TEXT with control characters and invalid UTF-8 as <hex>. */
void diag_text(FILE *, const char *text, size_t size);
/* Print the source line, a caret under byte COL (from 1) and below it FIX, if not NULL. Shorten a
 * long line around the caret. color and plain switch the caret's colour on and off. */
void diag_line(FILE *, const char *line, size_t size, uint32_t col, const char *fix,
	const char *color, const char *plain);

#endif
