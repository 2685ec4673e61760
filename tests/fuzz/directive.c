/*
 * directive.c: fuzz target: the text of directives, put before statements of a program that has
 * something of everything to name in clauses, then compiled whole.  The first byte picks the
 * statement, the second architecture and scheme; after a newline comes another directive.
 */
#include "compile.h"

static const char head[] =
	"#include <omp.h>\n"
	"struct s { int n; double *p, v[4]; } s, t[10];\n"
	"#pragma omp declare target\nint g; static int h(int x) { return x + g; }\n"
	"#pragma omp end declare target\n"
	"static double a[100], b[10][20];\n"
	"void f(int n, int k, double x, double *p, int *q, double (*m)[n])\n{\n\tint i, j, r = 0;\n";

static const char *const bodies[] = {
	"\tfor (i = 0; i < n; i++)\n\t\ta[i] += x * h(i);\n",
	"\tfor (int u = 0; u < 10; u++)\n\t\tfor (j = n; j > 0; j -= 2) {\n\t\t\tb[u][j] = p[j]; }\n",
	"\t{ r += q[0]; s.n++; t[k].p[0] = m[0][1]; }\n",
	"\tr += n;\n",
	"\t;\n",
	("\t{\n#pragma omp parallel for reduction(+: r)\n\tfor (i = 0; i < n; i++) r += i;\n"
	 "#pragma omp barrier\n\t}\n"),
	"\t{\n#pragma omp section\n\tr = 1;\n#pragma omp section\n\tg = 2;\n\t}\n",
	"",
};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t count = sizeof bodies / sizeof bodies[0], room = sizeof head + 13 * size + 1000;
	char *text = malloc(room), *to = text;

	if (size < 3 || memchr(data, 0, size) || memchr(data, '/', size)) {
		free(text);
		return 0;
	}
	to += sprintf(to, "%s#pragma omp ", head);
	for (size_t i = 2; i < size; i++)
		if (data[i] == '\n')
			to += sprintf(to, "\n#pragma omp ");
		else
			*to++ = (char)data[i];
	sprintf(to, "\n%s\tq[1] = r;\n}\n", bodies[data[0] % count]);
	fuzz_compile(text, true, data[1]);
	free(text);
	return 0;
}
