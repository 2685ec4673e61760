// Static variables on the device whose initialisers name themselves or each other; flexible array members with values.
#include <stdio.h>
#include <string.h>

#pragma omp declare target
struct node { int v; struct node *next; void *inside; char name[6]; };

/* Itself, another element, the next variable, and back: GNU C and ISO C have it alike. */
static struct node ring[2];
static struct node last = { 3, ring, &last.name[2], "three" };
static struct node ring[2] = { { 1, &ring[1], ring, "one" }, { 2, &last, &ring[0].name[1], { 't', 'w', 'o' } } };
static void *self = &self;
static struct { int n; const char *const *words; } list = { 2, (const char *const[]){ "first", "second" } };

struct flexible { int n; struct { char c; short s[2]; } v[]; };
static struct flexible some = { 3, { { 'a', { 1, 2 } }, { 'b', { 3 } }, { .s = { [1] = 9 } } } };
static struct { int n; char text[]; } text = { 4, "flexible" };
struct { char c; long tail[]; } visible = { 'v', { [3] = 44 } };
static int behind = 77;
#pragma omp end declare target

static int walk(const struct node *n, int steps)
{
	int digits = 0;

	while (steps-- > 0) {
		digits = digits * 10 + n->v;
		n = n->next;
	}
	return digits;
}

int main(void)
{
	int r[10];
	char out[32];

	#pragma omp target map(from: r, out)
	{
		r[0] = walk(&last, 7);
		r[1] = *(char *)last.inside + *(char *)ring[1].inside;
		r[2] = (ring[0].inside == ring) + (self == &self);
		r[3] = some.n + some.v[1].s[0] * 10 + some.v[2].s[1] * 100 + some.v[0].c;
		r[4] = text.text[7] + (int)strlen(text.text) + text.n;
		r[5] = (int)visible.tail[3] + visible.c + (int)sizeof visible;
		some.v[2].s[0] = 5;
		visible.tail[3]++;
		r[6] = behind;
		ring[0].next = &last;
		r[7] = walk(ring, 3);
		strcpy(out, list.words[list.n - 1]);
		strcat(out, ring[1].name);
	}
	#pragma omp target map(from: r[8:2])
	{
		r[8] = some.v[2].s[0] + (int)visible.tail[3];
		r[9] = walk(ring, 4);
	}
	for (int i = 0; i < 10; i++)
		printf("%d ", r[i]);
	printf("%s\n", out);
	return 0;
}
