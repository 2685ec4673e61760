/* Diagnostics; see diag.h. This file keeps the counts and the options and writes the first line;
 * diag_line.c draws the source line and the caret. */
#include "base/diag.h"
#include "base/diag_line.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ERRORS = 20, MOST_WARNINGS = 100, MOST_MACRO_NOTES = 6, LONGEST_TEXT = 2000 };

struct diag {
	struct sources *sources;
	struct arena *arena;
	FILE *out;
	bool color;
	unsigned errors, warnings;
	bool silent;               /* the last message was held back: so are its notes */
	bool no_warnings;          /* -w */
	bool warnings_are_errors;  /* -Werror */
	VEC(const char *) on, off; /* "name" of -Wname, "Rpass" and "Rpass=name" */
	VEC(const char *) remarks; /* those given, with their places */
	const char *fix;           /* for the next message; or NULL */
	uint32_t included_file;    /* whose includers the last message has named */
	struct {
		bool last; /* the last message waits */
		FILE *out;
		char *text;
		size_t size;
		uint32_t included_file;
	} later; /* remarks on included files, for the end */
	bool stop_armed;
	jmp_buf stop;
};

struct diag *
diag_new(struct sources *sources, FILE *out)
{
	struct arena *a = arena_new();
	struct diag *d = NEW(a, struct diag);
	d->arena = a;
	d->sources = sources;
	d->out = out;
	d->color = !getenv("NO_COLOR") && isatty(fileno(out));
	return d;
}

void
diag_free(struct diag *d)
{
	if (!d)
		return;
	if (d->later.out)
		fclose(d->later.out);
	free(d->later.text);
	arena_free(d->arena);
}

jmp_buf *
diag_stop(struct diag *d)
{
	d->stop_armed = true;
	return &d->stop;
}

static _Noreturn void
stop(struct diag *d)
{
	fflush(d->out);
	if (d->stop_armed)
		longjmp(d->stop, 1);
	exit(1);
}

void
diag_color(struct diag *d, bool on)
{
	d->color = on;
}

void
diag_redirect(struct diag *d, FILE *out)
{
	d->out = out;
}

/* ---- options ---- */

bool
diag_option(struct diag *d, const char *option)
{
	if (!strcmp(option, "-w")) {
		d->no_warnings = true;
	} else if (!strcmp(option, "-Werror") || !strcmp(option, "-Wno-error")) {
		d->warnings_are_errors = option[2] == 'e';
	} else if (!strncmp(option, "-Wno-", 5)) {
		vec_push(d->arena, &d->off, arena_printf(d->arena, "-W%s", option + 5));
	} else if (!strncmp(option, "-W", 2) || !strncmp(option, "-Rpass", 6)) {
		vec_push(d->arena, &d->on, arena_strdup(d->arena, option));
	} else {
		return false;
	}
	return true;
}

static bool
listed(const char *const *list, size_t n, const char *option)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(list[i], option))
			return true;
	return false;
}

static bool
turned_on(const struct diag *d, const char *option)
{
	return listed(d->on.v, d->on.n, option);
}

static bool
turned_off(const struct diag *d, const char *option)
{
	return option && listed(d->off.v, d->off.n, option);
}

/* A bare -Rpass, -Rpass-missed or -Rpass-analysis asks for every pass, as does clang's "=.*". */
bool
diag_remark_wanted(const struct diag *d, const char *option)
{
	int name = (int)strcspn(option, "=");

	if (!d->on.n)
		return false;
	return turned_on(d, option) || turned_on(d, arena_printf(d->arena, "%.*s", name, option)) ||
		turned_on(d, arena_printf(d->arena, "%.*s=.*", name, option));
}

/* ---- output ---- */

struct severity {
	const char *name;
	const char *color;
};

static const struct severity fatal = { "fatal error", "\033[1;31m" };
static const struct severity error = { "error", "\033[1;31m" };
static const struct severity warning = { "warning", "\033[1;35m" };
static const struct severity remark = { "remark", "\033[1;34m" };
static const struct severity note = { "note", "\033[1;36m" };

static const char *
paint(const struct diag *d, const char *color)
{
	return d->color ? color : "";
}

/* Print "In file included from a.h:3:" lines, unless the message before was in the same file. */
static void
name_includers(struct diag *d, struct place p)
{
	const struct source_file *f = source_of(d->sources, p.file);
	if (!f || d->included_file == p.file)
		return;
	d->included_file = p.file;
	const char *lead = "In file included from ";
	while (place_known(f->included_from)) {
		struct place from = f->included_from;
		f = source_of(d->sources, from.file);
		fputs(lead, d->out);
		diag_text(d->out, f->name, strlen(f->name));
		fprintf(d->out, ":%u%s\n", from.line, place_known(f->included_from) ? "," : ":");
		lead = "                 from ";
	}
}

static void
write_place(struct diag *d, struct place p)
{
	const char *bold = paint(d, "\033[1m");
	fputs(bold, d->out);
	if (place_known(p)) {
		const char *name = place_file(d->sources, p);
		diag_text(d->out, name, strlen(name));
		fprintf(d->out, ":%u:", p.line);
		if (p.col)
			fprintf(d->out, "%u:", p.col);
	} else {
		fputs("minicc:", d->out);
	}
	fprintf(d->out, "%s ", paint(d, "\033[0m"));
}

/* A program's own regions come before those of its headers, such as its test of itself. */
static bool
can_wait(struct diag *d, const struct severity *s, struct place p)
{
	const struct source_file *f = source_of(d->sources, p.file);

	if (s == &note)
		return d->later.last;
	if (s != &remark || !f || !place_known(f->included_from))
		return false;
	if (!d->later.out)
		d->later.out = open_memstream(&d->later.text, &d->later.size);
	return d->later.out != NULL;
}

/* Exchange the stream for messages and that for later ones. */
static void
exchange(struct diag *d)
{
	FILE *out = d->out;
	uint32_t file = d->included_file;

	d->out = d->later.out;
	d->included_file = d->later.included_file;
	d->later.out = out;
	d->later.included_file = file;
}

void
diag_end(struct diag *d)
{
	if (!d->later.out)
		return;
	fclose(d->later.out);
	fputs(d->later.text, d->out);
	free(d->later.text);
	d->later.out = NULL;
	d->later.text = NULL;
}

static void
write_message(struct diag *d, const struct severity *s, struct place p, const char *option,
	const char *fmt, va_list args)
{
	d->later.last = can_wait(d, s, p);
	if (d->later.last)
		exchange(d);

	struct arena *scratch = arena_new();
	char *text = arena_vprintf(scratch, fmt, args);
	const char *plain = paint(d, "\033[0m");

	if (strlen(text) > LONGEST_TEXT) /* it quotes an endless token */
		strcpy(text + LONGEST_TEXT - 3, "...");
	d->silent = false;
	name_includers(d, p);
	write_place(d, p);
	fprintf(d->out, "%s%s:%s %s", paint(d, s->color), s->name, plain, paint(d, "\033[1m"));
	diag_text(d->out, text, strlen(text));
	fputs(plain, d->out);
	if (option)
		fprintf(d->out, " [%s%s]", s == &error ? "-Werror, " : "", option);
	putc('\n', d->out);
	size_t size;
	const char *line = source_line(d->sources, p, &size);
	if (line && p.col)
		diag_line(d->out, line, size, p.col, d->fix, paint(d, "\033[1;32m"), plain);
	d->fix = NULL;
	arena_free(scratch);
	if (d->later.last)
		exchange(d);
}

static void
count_error(struct diag *d)
{
	if (++d->errors < MOST_ERRORS)
		return;
	fprintf(d->out, "minicc: fatal error: too many errors (%u); stopped\n", d->errors);
	stop(d);
}

void
diag_error(struct diag *d, struct place p, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	write_message(d, &error, p, NULL, fmt, args);
	va_end(args);
	count_error(d);
}

void
diag_fatal(struct diag *d, struct place p, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	write_message(d, &fatal, p, NULL, fmt, args);
	va_end(args);
	d->errors++;
	stop(d);
}

static void
warn(struct diag *d, struct place p, const char *option, const char *fmt, va_list args)
{
	d->silent = d->no_warnings || turned_off(d, option) || place_is_system(d->sources, p);
	if (d->silent) {
		d->fix = NULL;
		return;
	}
	if (d->warnings >= MOST_WARNINGS && !d->warnings_are_errors) {
		if (d->warnings++ == MOST_WARNINGS)
			fprintf(d->out,
				"minicc: warning: more than %d warnings; the rest is not shown\n",
				MOST_WARNINGS);
		d->silent = true; /* and so are their notes */
		return;
	}
	write_message(d, d->warnings_are_errors ? &error : &warning, p, option, fmt, args);
	d->warnings++;
	if (d->warnings_are_errors)
		count_error(d);
}

void
diag_warn(struct diag *d, struct place p, const char *option, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	warn(d, p, option, fmt, args);
	va_end(args);
}

void
diag_warn_extra(struct diag *d, struct place p, const char *option, const char *fmt, ...)
{
	d->silent = !turned_on(d, option) && !turned_on(d, "-Wextra");
	if (d->silent)
		return;
	va_list args;
	va_start(args, fmt);
	warn(d, p, option, fmt, args);
	va_end(args);
}

void
diag_note(struct diag *d, struct place p, const char *fmt, ...)
{
	if (d->silent) {
		d->fix = NULL;
		return;
	}
	va_list args;
	va_start(args, fmt);
	write_message(d, &note, p, NULL, fmt, args);
	va_end(args);
}

void
diag_fix(struct diag *d, const char *text)
{
	d->fix = text;
}

void
diag_note_macros(struct diag *d, const struct macro_origin *origin)
{
	for (int n = 0; origin && n < MOST_MACRO_NOTES; n++, origin = origin->outer)
		diag_note(d, origin->spelled, "in expansion of macro '%s'", origin->macro);
}

/* Return whether the message was given before: regions are compiled for several entries and
 * architectures. */
static bool
said_before(struct diag *d, struct place p, const char *text)
{
	const char *key = arena_printf(d->arena, "%u:%u:%u: %s", (unsigned)p.file, (unsigned)p.line,
		(unsigned)p.col, text);

	if (listed(d->remarks.v, d->remarks.n, key))
		return true;
	vec_push(d->arena, &d->remarks, key);
	return false;
}

void
diag_warn_once(struct diag *d, struct place p, const char *option, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	const char *text = arena_vprintf(d->arena, fmt, args);
	va_end(args);
	d->silent = said_before(d, p, text);
	if (!d->silent)
		diag_warn(d, p, option, "%s", text);
}

void
diag_remark(struct diag *d, struct place p, const char *option, const char *fmt, ...)
{
	va_list args;

	d->silent = !diag_remark_wanted(d, option) || place_is_system(d->sources, p);
	if (d->silent)
		return;
	va_start(args, fmt);
	d->silent = said_before(d, p, arena_vprintf(d->arena, fmt, args));
	va_end(args);
	if (d->silent)
		return;
	va_start(args, fmt);
	write_message(d, &remark, p, option, fmt, args);
	va_end(args);
}

unsigned
diag_errors(const struct diag *d)
{
	return d->errors;
}

unsigned
diag_warnings(const struct diag *d)
{
	return d->warnings;
}

void
diag_stop_on_errors(struct diag *d)
{
	if (d->errors)
		stop(d);
}

void
diag_bug(const char *pass, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	fprintf(stderr, "minicc: internal error in %s: ", pass);
	vfprintf(stderr, fmt, args);
	putc('\n', stderr);
	va_end(args);
	abort();
}
