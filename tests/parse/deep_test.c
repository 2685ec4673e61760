/*
 * deep_test.c: input nested or chained without end is refused with a message, not with a signal;
 * what a program may really contain is accepted.
 */
#include "front.h"
#include "tap.h"

struct shape {
	const char *name, *before, *repeated, *middle, *closed, *after;
};

static const struct shape shapes[] = {
	{ "parentheses", "int x = ", "(", "1", ")", ";" },
	{ "blocks", "void f(void) { ", "{", "", "}", "}" },
	{ "unary operators", "int x = ", "- ", "1", "", ";" },
	{ "pointers", "void f(int **p) { ", "*", "p", "", "; }" },
	{ "declarators", "int ", "(", "x", ")", ";" },
	{ "pointer declarators", "int ", "*", "x", "", ";" },
	{ "records", "", "struct { ", "int x;", "} x;", "" },
	{ "initialisers", "int x = ", "{", "1", "}", ";" },
	{ "additions", "int x = 1", " + 1", "", "", ";" },
	{ "commas", "void f(int a) { a", ", a", "", "", "; }" },
	{ "conditionals", "int x = ", "1 ? 2 : ", "3", "", ";" },
	{ "assignments", "void f(int a) { ", "a = ", "1", "", "; }" },
	{ "else if", "void f(int a) { ", "if (a) ; else ", ";", "", "}" },
	{ "subscripts", "void f(int a) { a", "[1]", "", "", "; }" },
	{ "array dimensions", "int x", "[1]", "", "", ";" },
	{ "casts", "int x = ", "(int)", "1", "", ";" },
	{ "calls", "void f(void) { f", "()", "", "", "; }" },
	{ "statement expressions", "void f(void) { ", "({", "1;", "});", "}" },
	{ "parameter lists", "void f(", "int g(", "void", ")", ");" },
	{ "sizeof", "int x = ", "sizeof ", "1", "", ";" },
	{ "typeof", "", "__typeof__(", "1", ")", " x;" },
	{ "alignments", "", "_Alignas(", "1", ")", " int x;" },
	{ "atomic types", "", "_Atomic(", "int", ")", " x;" },
	{ "labels", "void f(void) { ", "case 1: ", ";", "", "}" },
};

static char *
build(const struct shape *s, int n)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int i;

	fputs(s->before, out);
	for (i = 0; i < n; i++)
		fputs(s->repeated, out);
	fputs(s->middle, out);
	for (i = 0; i < n; i++)
		fputs(s->closed, out);
	fputs(s->after, out);
	fclose(out);
	return text;
}

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
		char *text = build(&shapes[i], 100000);
		struct front f;

		front_text(&f, "deep.c", text);
		ok(f.errors > 0 || f.unit, "100000 %s end in a message or a tree", shapes[i].name);
		front_free(&f);
		free(text);
	}
	for (i = 0; i < 2; i++) {
		char *text = build(&shapes[i], 250);
		struct front f;

		front_text(&f, "deep.c", text);
		ok(f.errors == 0 && f.unit, "250 %s are accepted", shapes[i].name);
		front_free(&f);
		free(text);
	}
	return done();
}
