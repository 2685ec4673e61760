// Pointers in device code: to arrays, to pointers, to structures, to the middle; differences, order.
#include <stdio.h>
#include <stddef.h>

struct node { int value; struct node *next; };

static void swap(int **p, int **q)
{
	int *t = *p;

	*p = *q;
	*q = t;
}

static int sum_list(const struct node *n)
{
	int sum = 0;

	for (; n != NULL; n = n->next)
		sum += n->value;
	return sum;
}

static ptrdiff_t find(const char *s, char c)
{
	const char *p = s;

	while (*p && *p != c)
		p++;
	return p - s;
}

int main(void)
{
	int data[32], out[32][5];
	char text[] = "the quick brown fox";

	for (int i = 0; i < 32; i++)
		data[i] = i * i;
	#pragma omp target teams distribute parallel for map(to: data, text) map(from: out)
	for (int i = 0; i < 32; i++) {
		int local[8], x = i, y = -i, *p = &x, *q = &y;
		int (*rows)[4] = (int (*)[4])data;
		int *mid = &data[16], *end = data + 32;
		struct node c = { 3, NULL }, b = { i, &c }, a = { 100, &b };
		char bytes[sizeof(int)];

		swap(&p, &q);
		*p += 5;		/* y */
		out[i][0] = x * 1000 + y;
		for (int *w = local; w < local + 8; w++)
			*w = (int)(w - local) * i;
		out[i][1] = local[7] + *(local + 2) + 3[local];
		out[i][2] = rows[i / 4][i % 4] + mid[i - 16] + end[i - 32] + (&data[i] >= mid);
		out[i][3] = sum_list(i % 2 ? &a : &b);
		for (size_t k = 0; k < sizeof bytes; k++)
			bytes[k] = ((char *)&data[i])[k];
		out[i][4] = (int)find(text, 'a' + i) + 256 * (unsigned char)bytes[0];
	}
	for (int i = 0; i < 32; i++)
		printf("%d %d %d %d %d\n", out[i][0], out[i][1], out[i][2], out[i][3], out[i][4]);
	return 0;
}
