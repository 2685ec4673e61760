/*
 * diag.c: growing text buffers, and messages about PTX text: place, text, source line, caret.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"

static void
log_vprintf(struct sim_log *log, const char *fmt, va_list ap)
{
	va_list again;
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return;
	if (log->len + (size_t)n + 1 > log->cap) {
		size_t cap = (log->len + (size_t)n + 1) * 2;
		char *p = realloc(log->text, cap);
		if (!p)
			return;
		log->text = p;
		log->cap = cap;
	}
	vsnprintf(log->text + log->len, (size_t)n + 1, fmt, ap);
	log->len += (size_t)n;
}

void
sim_log_printf(struct sim_log *log, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	log_vprintf(log, fmt, ap);
	va_end(ap);
}

void
sim_json_string(struct sim_log *log, const char *s, size_t n)
{
	sim_log_printf(log, "\"");
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		if (c < ' ' || c == '"' || c == '\\' || c == '<' || c == 127)
			sim_log_printf(log, "\\u%04x", c);
		else
			sim_log_printf(log, "%c", c);
	}
	sim_log_printf(log, "\"");
}

void
sim_log_free(struct sim_log *log)
{
	free(log->text);
	log->text = NULL;
	log->len = log->cap = 0;
}

void
place_line_column(struct ptx_place p, int *line, int *column)
{
	const char *start = p.src->text;
	*line = 1;
	for (const char *s = p.src->text; s < p.at; s++)
		if (*s == '\n') {
			++*line;
			start = s + 1;
		}
	*column = (int)(p.at - start) + 1;
}

/* Print the line with what cannot be printed replaced: garbage stays one line on a terminal. */
static void
print_line(struct sim_log *log, const char *start, int len)
{
	sim_log_printf(log, "  ");
	for (int i = 0; i < len; i++) {
		unsigned char c = (unsigned char)start[i];
		sim_log_printf(log, "%c", c == '\t' || (c >= ' ' && c != 127) ? c : '?');
	}
	sim_log_printf(log, "\n");
}

static void
print_caret(struct sim_log *log, const char *start, int column)
{
	sim_log_printf(log, "  ");
	for (int i = 0; i < column - 1; i++)
		sim_log_printf(log, "%c", start[i] == '\t' ? '\t' : ' ');
	sim_log_printf(log, "^\n");
}

void
diag_error(struct diag *d, struct ptx_place where, const char *fmt, ...)
{
	if (d->errors++ >= DIAG_MAX || !d->log)
		return;
	int line, column;
	place_line_column(where, &line, &column);
	sim_log_printf(d->log, "%s:%d:%d: error: ", where.src->name, line, column);
	va_list ap;
	va_start(ap, fmt);
	log_vprintf(d->log, fmt, ap);
	va_end(ap);
	sim_log_printf(d->log, "\n");
	const char *start = where.at - (column - 1);
	int len = (int)strcspn(start, "\n");
	if (len > 200 && column < 200)
		len = 200;
	if (len <= 200) {
		print_line(d->log, start, len);
		print_caret(d->log, start, column);
	}
	if (d->errors == DIAG_MAX)
		sim_log_printf(d->log, "%s: error: too many errors, giving up\n", where.src->name);
}

const char *
space_name(enum space s)
{
	static const char *const names[] = {
		"generic",
		"global",
		"shared",
		"local",
		"param",
		"const",
		"register",
	};
	return names[s];
}
