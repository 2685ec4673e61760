/*
 * omp_test.c: the OpenMP front end against golden texts and stated messages.
 *
 *	tree/NAME.c   is parsed and its constructs printed (dump.h); tree/NAME.tree is the expected text
 *	err/NAME.c    must give exactly the messages of its "// error: LINE:COL: text" lines
 *
 * Run from the top of the source tree.  `omp_test.t bless NAME` rewrites one golden, without a name
 * all of them.
 */
#include <dirent.h>
#include <string.h>

#include "c/parse.h"
#include "pp/pp.h"
#include "omp/dump.h"
#include "tap.h"

struct text {
	char *s;
	size_t n;
};

/* Parses one file; the tree as text when there were no errors, and the messages. */
static void
translate(const char *path, struct text *tree, struct text *messages)
{
	struct arena *a = arena_new();
	struct sources *sources = sources_new(a);
	FILE *err = open_memstream(&messages->s, &messages->n);
	FILE *out = open_memstream(&tree->s, &tree->n);
	struct diag *d = diag_new(sources, err);
	struct pp_options options = { 0 };
	struct pp_context pp = {
		.arena = a,
		.names = interner_new(a),
		.sources = sources,
		.diag = d,
		.options = &options,
	};
	struct token_list tokens;

	vec_push(a, &options.include_dirs, "minicc/include");
	options.predefined =
		"#define __SIZE_TYPE__ unsigned long\n"
		"#define __UINTPTR_TYPE__ unsigned long\n#define __INTPTR_TYPE__ long\n"
		"#define __UINTPTR_MAX__ 0xffffffffffffffffUL\n";
	if (setjmp(*diag_stop(d)) == 0 && preprocess(&pp, path, &tokens)) {
		struct unit *u = parse_unit(a, d, sources, tokens, path);

		if (diag_errors(d) == 0)
			dump_unit(out, u);
	}
	fclose(out);
	fclose(err);
	diag_free(d);
	arena_free(a);
}

static char *
read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	struct text t = { 0 };
	FILE *to;
	int c;

	if (!f)
		return NULL;
	to = open_memstream(&t.s, &t.n);
	while ((c = getc(f)) != EOF)
		putc(c, to);
	fclose(f);
	fclose(to);
	return t.s;
}

static void
explain(const char *what, const char *text)
{
	char *copy = strdup(text), *rest = copy, *line;

	diag("%s:", what);
	while ((line = strsep(&rest, "\n")))
		diag("  %s", line);
	free(copy);
}

/* ---- golden trees ---- */

static void
test_tree(const char *path, bool bless)
{
	char *golden_path = malloc(strlen(path) + 8), *expected;
	struct text tree = { 0 }, messages = { 0 };

	strcpy(golden_path, path);
	strcpy(strrchr(golden_path, '.'), ".tree");
	translate(path, &tree, &messages);
	if (bless && tree.n) {
		FILE *f = fopen(golden_path, "w");

		fwrite(tree.s, 1, tree.n, f);
		fclose(f);
	}
	expected = read_file(golden_path);
	if (!ok(expected && tree.n && strcmp(expected, tree.s) == 0, "%s", path)) {
		explain("expected", expected ? expected : "(no golden text)");
		explain("found", tree.s);
		explain("messages", messages.s);
	}
	free(expected);
	free(tree.s);
	free(messages.s);
	free(golden_path);
}

/* ---- messages ---- */

/* Whether MESSAGES has "PATH:LINE:COL: error: TEXT" for the stated "LINE:COL: TEXT". */
static bool
is_given(const char *messages, const char *path, const char *stated)
{
	const char *text = strchr(strchr(stated, ':') + 1, ':') + 2;
	char line[1024];

	snprintf(line, sizeof line, "%s:%.*s: error: %s\n", path, (int)(text - 2 - stated), stated,
		text);
	return strstr(messages, line) != NULL;
}

static int
count(const char *text, const char *word)
{
	int n = 0;

	while ((text = strstr(text, word))) {
		n++;
		text++;
	}
	return n;
}

static void
test_errors(const char *path)
{
	struct text tree = { 0 }, messages = { 0 };
	char *source = read_file(path), *rest = source, *line;
	int stated = 0, found;
	bool good = true;

	translate(path, &tree, &messages);
	found = count(messages.s, ": error: ");
	while ((line = strsep(&rest, "\n")))
		if (strncmp(line, "// error: ", 10) == 0) {
			stated++;
			if (!is_given(messages.s, path, line + 10)) {
				good = false;
				diag("missing: %s", line + 10);
			}
		}
	if (!ok(good && stated > 0 && stated == found, "%s", path))
		explain("messages", messages.s);
	free(source);
	free(tree.s);
	free(messages.s);
}

/* ---- all files ---- */

static int
is_source(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > 2 && strcmp(e->d_name + n - 2, ".c") == 0;
}

static void
each_file(const char *folder, bool trees, bool bless, const char *only)
{
	struct dirent **names;
	int n = scandir(folder, &names, is_source, alphasort);

	for (int i = 0; i < n; i++) {
		char path[512];

		snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
		free(names[i]);
		if (only && !strstr(path + strlen(folder), only))
			continue;
		if (trees)
			test_tree(path, bless);
		else
			test_errors(path);
	}
	free(names);
}

int
main(int argc, char **argv)
{
	bool bless = argc > 1 && strcmp(argv[1], "bless") == 0;
	const char *only = bless ? argv[2] : argc > 1 ? argv[1] : NULL;

	each_file("tests/omp/tree", true, bless, only);
	if (!bless)
		each_file("tests/omp/err", false, false, only);
	return done();
}
