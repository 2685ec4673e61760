/* The texts around the command line: --help, words out of @files, names quoted for make. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver/options.h"

static void
help_row(FILE *out, const char *spelling, const char *gap, const char *arg, const char *help)
{
	int n;

	if (!help)
		return;
	n = fprintf(out, "  %s%s%s", spelling, arg ? gap : "", arg ? arg : "");
	if (n > 24)
		n = fprintf(out, "\n") - 1;
	fprintf(out, "%*s%s\n", 26 - n, "", help);
}

static void
help_variables(FILE *out)
{
	fputs("\nEnvironment of the compiler\n"
	      "  MINICC_CC               the host compiler (default cc)\n"
	      "  XDG_CACHE_HOME, HOME    where what is known of cc is kept\n"
	      "  PTXAS                   assembler for figures of -compare and -html; empty: none\n"
	      "  NO_COLOR                no colours on a terminal\n"
	      "  TMPDIR                  where temporary files go (default /tmp)\n"
	      "\nEnvironment of compiled programs: man minicc\n",
		out);
}

void
options_help(FILE *out)
{
	fputs("usage: minicc [options] file...\n"
	      "Compiles C with OpenMP target regions to a program that carries them as PTX.\n",
		out);
#define GAP_ALONE ""
#define GAP_JOINED ""
#define GAP_NEXT " "
#define GAP_EITHER " "
#define GAP_BEHIND " "
#define GROUP(title) fputs("\n" title "\n", out);
#define OPTION(id, spelling, form, arg, help) help_row(out, spelling, GAP_##form, arg, help);
#include "driver/options.def"
	fputs("  @FILE                   words in FILE are read as if written here\n", out);
	help_variables(out);
}

const char *
options_make_quote(struct arena *a, const char *text)
{
	char *out = arena_alloc(a, 2 * strlen(text) + 1), *to = out;

	for (; *text; text++) {
		if (*text == ' ' || *text == '\t' || *text == '#')
			*to++ = '\\';
		else if (*text == '$')
			*to++ = '$';
		*to++ = *text;
	}
	return out;
}

/* ---- @FILE ---- */

static char *
read_all(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t n = 0, got, cap = 0;

	if (!f)
		return NULL;
	do {
		char *bigger = arena_alloc(a, cap = cap * 2 + 4096);

		memcpy(bigger, text ? text : "", n);
		text = bigger;
		got = fread(text + n, 1, cap - n - 1, f);
		n += got;
	} while (got > 0);
	fclose(f);
	text[n] = '\0';
	return text;
}

/* Take the first word off *TEXT.  Blanks end it; quotes and backslashes protect them. */
static const char *
take_word(struct arena *a, const char **text)
{
	const char *s = *text;
	char *word, *to, quote = 0;

	while (isspace((unsigned char)*s))
		s++;
	if (!*s)
		return NULL;
	word = to = arena_alloc(a, strlen(s) + 1);
	for (; *s && (quote || !isspace((unsigned char)*s)); s++) {
		if (quote ? *s == quote : *s == '"' || *s == '\'')
			quote = quote ? 0 : *s;
		else if (*s == '\\' && s[1] && quote != '\'')
			*to++ = *++s;
		else
			*to++ = *s;
	}
	*text = s;
	return word;
}

enum { MAX_FILES_IN_FILES = 20 };

static bool
expand_word(struct arena *a, FILE *err, const char *word, int depth, struct words *out)
{
	const char *text, *inner;

	if (word[0] != '@' || !word[1] || !(text = read_all(a, word + 1))) {
		vec_push(a, out, word);
		return true;
	}
	if (depth == MAX_FILES_IN_FILES) {
		fprintf(err, "minicc: error: '%s': files of options nest too deeply\n", word);
		return false;
	}
	while ((inner = take_word(a, &text)))
		if (!expand_word(a, err, inner, depth + 1, out))
			return false;
	return true;
}

bool
options_expand(struct arena *a, FILE *err, int argc, char **argv, struct words *out)
{
	for (int i = 1; i < argc; i++)
		if (!expand_word(a, err, argv[i], 0, out))
			return false;
	return true;
}
