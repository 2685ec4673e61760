// Objects in device code: unions, arrays of arrays of structs, struct results in nested calls,
// pointer comparison and difference, function pointers, const tables, initialisers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct vec { double x, y; };
struct item { char tag; union { int i; float f; unsigned char b[4]; struct vec v; } u;
short list[3]; };
struct tree { int value; struct tree *left, *right; };
struct flex { int n; int data[]; };
typedef int (*operation)(int, int);

static struct vec make(double x, double y) { return (struct vec){ x, y }; }
static struct vec add(struct vec a, struct vec b) { return make(a.x + b.x, a.y + b.y); }
static struct vec scale(struct vec a, double k) { a.x *= k; a.y *= k; return a; }
static struct item wrap(struct item it, struct vec v) { it.u.v = v; it.list[1] = it.tag;
return it; }
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static int apply(operation f, int a, int b) { return f ? f(a, b) : -1; }
static operation choose(int k) { static const operation t[] = { plus, minus, 0 }; return t[k]; }

static const struct item table[2][3] = {
	[1] = { [2] = { 'z', .u.v = { .y = 2.5 }, .list = { [1] = 7 } }, [0].tag = 'a' },
	[0][1].u.b = { 1, 2, 3, 4 },
};
#pragma omp declare target
static const char *const words[] = { "alpha", "beta", [4] = "epsilon" };
#pragma omp end declare target
static const int *const inner = &table[1][2].u.i;

static int sum(const struct tree *t) { return t ? t->value + sum(t->left) + sum(t->right) : 0; }

static void swap(void *a, void *b, size_t n)
{
	unsigned char *p = a, *q = b, t;

	while (n--) {
		t = *p;
		*p++ = *q;
		*q++ = t;
	}
}

static int rows(int n, int m, int a[n][m], int (*p)[m])
{
	return a[n - 1][m - 1] + (int)(p - a) + (int)(&a[n - 1][0] - &a[0][0]) + (int)sizeof(*p);
}

int main(void)
{
	long r[24];
	double d[6];
	struct item grid[2][3];

	memset(grid, 0, sizeof grid);
	#pragma omp target map(from: r, d) map(tofrom: grid)
	{
		struct item it = { 'q', { .f = 1.0f }, { 1, 2, 3 } }, copy;
		struct tree n[5] = { { 1, &n[1], &n[2] }, { 2, 0, &n[3] }, { 3 }, { 4, &n[4] }, { 5 } };
		struct vec v = add(scale(make(1, 2), 3), add(make(4, 5), scale(make(6, 7), -1)));
		int a[3][4] = { { 1 }, { 2, 3 }, [2] = { [3] = 9 } }, *p = a[0], *q = &a[2][3];
		int (*row)[4] = a + 1;
		int x = 5, y = 9;
		char *s = (char *)words[1];
		union { uint64_t u; double d; uint16_t h[4]; int8_t c[8]; } pun = { .d = -2.5 };
		struct { int a; struct { int b, c; }; union { int d; char e; }; } anon = { 1, { 2,
			3 }, .d = 0x141 };

		d[0] = v.x; d[1] = v.y;
		d[2] = wrap(it, make(8, 9)).u.v.y + it.u.f;
		copy = wrap(wrap(it, v), make(v.y, v.x));
		d[3] = copy.u.v.x; d[4] = table[1][2].u.v.y;
		d[5] = (x > 3 ? scale(v, 2) : v).y;
		r[0] = copy.list[1] + it.u.b[3];
		r[1] = sum(n);
		r[2] = q - p; r[3] = p < q; r[4] = &a[1][4] == &a[2][0];
		r[5] = (row + 1)[0][3] + (*row)[1];
		swap(&x, &y, sizeof x);
		r[6] = x * 10 + y;
		r[7] = apply(choose(0), 7, 3) * 100 + apply(choose(1), 7,
			3) * 10 + apply(choose(2), 1, 1);
		r[8] = apply(minus, (*plus)(1, 2), (&minus)(1,
			5)) + (choose(0) == plus) + (choose(2) == NULL);
		r[9] = words[4][3] + s[3] + (words[2] == 0);
		r[10] = pun.u >> 32; r[11] = pun.h[3]; r[12] = pun.c[7];
		r[13] = anon.a + anon.b * 10 + anon.c * 100 + anon.e * 1000;
		r[14] = rows(3, 4, a, row);
		r[15] = offsetof(struct item, list[2]) + sizeof(struct flex) + sizeof(table[0]);
		r[16] = table[0][1].u.i + table[1][0].tag + *(inner + 3 - 3);
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 3; j++) {
				grid[i][j] = i ? it : copy;
				grid[i][j].u.i += i * 3 + j;
				grid[i][j].list[j] = -i;
			}
		grid[0][0] = grid[1][1];
		*(&grid[1][2].list[0] + 1) = 77;
		r[17] = (intptr_t)&grid[1][0] - (intptr_t)&grid[0][0];
		r[18] = !p + !!q + (p && q) + (p == NULL);
		{
			long buffer[4] = { 0 };
			struct flex *f = (struct flex *)buffer;

			f->n = 5;
			for (int i = 0; i < f->n; i++)
				f->data[i] = i * i;
			r[19] = f->data[4] + f->data[3];
		}
		r[20] = ((union { float f; int i; }){ 1.5f }).i;
		r[21] = (&it)->list[2] + (*&it).list[1] + 2[it.list];
		r[22] = *p++; r[22] += *++p; r[22] += --*p;
		r[23] = ((char (*)[4])words[0])[0][2];
	}
	for (int i = 0; i < 24; i++)
		printf("%d %ld\n", i, r[i]);
	for (int i = 0; i < 6; i++)
		printf("%g\n", d[i]);
	for (int i = 0; i < 6; i++)
		printf("%c %d %d %d %d\n", grid[i / 3][i % 3].tag, grid[i / 3][i % 3].u.i,
			grid[i / 3][i % 3].list[0], grid[i / 3][i % 3].list[1], grid[i / 3][i % 3].list[2]);
	return 0;
}
