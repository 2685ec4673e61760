/* Shows a source line and a caret on a terminal; see diag_line.h.
 *
 * The line is any bytes at all: tabs become spaces, control characters and broken UTF-8 become
 * <hex>, so that a terminal is never driven by somebody's source file, and columns stay exact. */
#include "base/diag_line.h"

#include <stdbool.h>
#include <string.h>

enum { TAB = 8, BEFORE_CARET = 72, AFTER_CARET = 36 };

/* Return the length of the UTF-8 sequence at S, or 0 if it is broken or a C1 control. */
static size_t
utf8_length(const unsigned char *s, size_t size)
{
	size_t n = s[0] < 0x80 ? 1 :
		s[0] < 0xc2    ? 0 :
		s[0] < 0xe0    ? 2 :
		s[0] < 0xf0    ? 3 :
		s[0] < 0xf5    ? 4 :
				 0;
	if (n == 0 || n > size)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if (s[0] == 0xc2 && s[1] < 0xa0)
		return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))
		return 0;
	if ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))
		return 0;
	return n;
}

/* One character at S as it is shown, its width in *WIDTH (AT is the column so far); the number of
 * bytes that it takes. OUT may be NULL: then it is only measured. */
static size_t
show(FILE *out, const char *s, size_t size, size_t at, size_t *width)
{
	unsigned char c = (unsigned char)*s;
	size_t n = utf8_length((const unsigned char *)s, size);
	if (c == '\t') {
		*width = TAB - at % TAB;
		if (out)
			fprintf(out, "%*s", (int)*width, "");
		return 1;
	}
	if (n == 0 || c < ' ' || c == 0x7f) {
		*width = 4;
		if (out)
			fprintf(out, "<%02x>", c);
		return 1;
	}
	*width = 1;
	if (out)
		fwrite(s, 1, n, out);
	return n;
}

void
diag_text(FILE *out, const char *text, size_t size)
{
	size_t width;
	for (size_t i = 0; i < size;)
		i += show(out, text + i, size - i, 0, &width);
}

/* Return where the cut line begins: near the caret, and at the start of a character. */
static size_t
first_shown(const char *line, size_t caret)
{
	if (caret <= BEFORE_CARET)
		return 0;
	size_t from = caret - BEFORE_CARET * 2 / 3;
	while (from < caret && ((unsigned char)line[from] & 0xc0) == 0x80)
		from++;
	return from;
}

void
diag_line(FILE *out, const char *line, size_t size, uint32_t col, const char *fix,
	const char *color, const char *plain)
{
	size_t caret = col - 1 < size ? col - 1 : size;
	size_t from = first_shown(line, caret);
	size_t at = 0, caret_at = 0, width;
	bool found = false;

	fputs(from ? " ..." : " ", out);
	size_t i = from;
	while (i < size && i < caret + AFTER_CARET + BEFORE_CARET / 2) {
		if (i >= caret && !found) {
			caret_at = at;
			found = true;
		}
		i += show(out, line + i, size - i, at, &width);
		at += width;
	}
	if (!found)
		caret_at = at;
	int indent = (int)(caret_at + (from ? 3 : 0));
	fprintf(out, "%s\n %*s%s^%s\n", i < size ? "..." : "", indent, "", color, plain);
	if (fix)
		fprintf(out, " %*s%s%s%s\n", indent, "", color, fix, plain);
}
