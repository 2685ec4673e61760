// Compound literals, designated and nested initialisers, partly initialised arrays, string arrays.
#include <stdio.h>

struct rgb { unsigned char r, g, b; };
struct style { struct rgb fg, bg; int width[4]; const char *tag; };

static int weight(const struct rgb *c)
{
	return c->r * 4 + c->g * 2 + c->b;
}

static int sum(const int *v, int n)
{
	int s = 0;

	while (n-- > 0)
		s += v[n];
	return s;
}

int main(void)
{
	int out[24][4];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < 24; i++) {
		struct style s = { .bg.g = 7, .fg = { 1, 2, i }, .width = { [2] = i, 5 } };
		int odd[] = { [1] = 10, [5] = 50, 60 };
		int square[3][3] = { { 1 }, { [1] = 2 }, { [2] = i } };
		char name[8] = "ab", exact[] = { 'x', 'y', '\0', 'z' };
		struct style *again = &(struct style){ s.bg, s.fg, { 1, 1 }, "q" };

		out[i][0] = weight(&s.fg) + weight(&(struct rgb){ .b = i }) + s.width[3] + (s.tag == NULL);
		out[i][1] = sum(odd, sizeof odd / sizeof *odd) + sum((int[]){ i, i, i }, 3);
		out[i][2] = square[0][0] + square[1][1] * square[2][2] + square[2][0];
		out[i][3] = name[1] + name[7] + exact[3] + (int)sizeof exact + again->fg.g + again->bg.b
			+ again->width[1] + again->tag[0];
	}
	for (int i = 0; i < 24; i++)
		printf("%d %d %d %d\n", out[i][0], out[i][1], out[i][2], out[i][3]);
	return 0;
}
