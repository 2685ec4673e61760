/*
 * dump_test.c: the C front end against golden trees and stated messages.
 *
 *	tree/NAME.c   is parsed without a message and printed (dump.h); tree/NAME.tree is expected
 *	err/NAME.c    gives exactly its "// error: LINE:COL: text" and "// warning: LINE:COL: text"
 *
 * Run from the top of the source tree.  `dump_test.t bless` rewrites the goldens.
 */
#include <glob.h>

#include "front.h"
#include "dump.h"
#include "tap.h"

static char *
read_file(const char *path)
{
	FILE *f = fopen(path, "r"), *to;
	size_t size;
	char *text = NULL;
	int c;

	if (!f)
		return NULL;
	to = open_memstream(&text, &size);
	while ((c = getc(f)) != EOF)
		putc(c, to);
	fclose(f);
	fclose(to);
	return text;
}

static void
write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	if (f) {
		fputs(text, f);
		fclose(f);
	}
}

/* The first line in which two texts differ. */
static void
show_difference(const char *expected, const char *found)
{
	while (*expected && *found) {
		size_t n = strcspn(expected, "\n"), m = strcspn(found, "\n");

		if (n != m || strncmp(expected, found, n) != 0) {
			diag("expected: %.*s", (int)n, expected);
			diag("found:    %.*s", (int)m, found);
			return;
		}
		expected += n + (expected[n] != 0);
		found += m + (found[m] != 0);
	}
	diag("one text is longer: '%.60s' or '%.60s'", expected, found);
}

static void
test_tree(const char *path, bool bless)
{
	char golden_path[4096], *golden, *text = NULL;
	struct front f;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	front_parse(&f, path);
	if (f.unit)
		dump_unit(out, f.unit);
	fclose(out);
	snprintf(golden_path, sizeof golden_path, "%.*s.tree", (int)strlen(path) - 2, path);
	if (bless)
		write_file(golden_path, text);
	golden = read_file(golden_path);
	if (!ok(golden && strcmp(golden, text) == 0 && f.size == 0, "%s", path)) {
		show_difference(golden ? golden : "", text);
		diag("messages: %s", f.messages);
	}
	free(golden);
	free(text);
	front_free(&f);
}

/* The lines of MESSAGES that are errors or warnings, as "error: LINE:COL: text". */
static char *
messages_found(const char *messages, const char *path)
{
	char *text = NULL, *copy = strdup(messages), *rest = copy, *s, kind[16];
	size_t size, n = strlen(path);
	FILE *out = open_memstream(&text, &size);
	unsigned at_line, col;
	int used;

	while ((s = strsep(&rest, "\n")))
		if (strncmp(s, path, n) == 0 &&
			sscanf(s + n, ":%u:%u: %15[a-z]: %n", &at_line, &col, kind, &used) == 3 &&
			strcmp(kind, "note") != 0)
			fprintf(out, "%s: %u:%u: %s\n", kind, at_line, col, s + n + used);
	fclose(out);
	free(copy);
	return text;
}

static char *
messages_stated(const char *source)
{
	char *text = NULL, *copy = strdup(source), *rest = copy, *s;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	while ((s = strsep(&rest, "\n")))
		if (strncmp(s, "// error: ", 10) == 0 || strncmp(s, "// warning: ", 12) == 0)
			fprintf(out, "%s\n", s + 3);
	fclose(out);
	free(copy);
	return text;
}

static void
test_messages(const char *path)
{
	char *source = read_file(path), *stated = messages_stated(source), *found;
	struct front f;

	front_parse(&f, path);
	found = messages_found(f.messages, path);
	if (!ok(*stated && strcmp(stated, found) == 0, "%s", path)) {
		show_difference(stated, found);
		diag("all: %s", f.messages);
	}
	free(source);
	free(stated);
	free(found);
	front_free(&f);
}

int
main(int argc, char **argv)
{
	bool bless = argc > 1 && strcmp(argv[1], "bless") == 0;
	glob_t files = { 0 };
	size_t i;

	glob("tests/parse/tree/*.c", 0, NULL, &files);
	for (i = 0; i < files.gl_pathc; i++)
		test_tree(files.gl_pathv[i], bless);
	globfree(&files);
	glob("tests/parse/err/*.c", 0, NULL, &files);
	for (i = 0; i < files.gl_pathc; i++)
		test_messages(files.gl_pathv[i]);
	globfree(&files);
	return done();
}
