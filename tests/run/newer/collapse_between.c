// Code between collapsed loops: how often it is executed is not specified, what it declares is there.
// minicc-args: -w
#include <stdio.h>

enum { ROWS = 9, COLS = 14, DEEP = 3 };

static int wrong;

static void expect(const char *what, int ok)
{
	if (!ok) {
		printf("%s\n", what);
		wrong++;
	}
}

/* A continue goes on with the code behind its loop. */
static void before_and_behind(void)
{
	int a[ROWS][COLS], before = 0, behind = 0, right = 1;

	#pragma omp target parallel for collapse(2) reduction(+: before, behind)
	for (int i = 0; i < ROWS; i++) {
		int scale = 3 * i;

		before++;
		for (int j = 0; j < COLS; j++) {
			a[i][j] = -1;
			if (j % 5 == 2)
				continue;
			a[i][j] = scale + j;
		}
		behind++;
	}
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < COLS; j++)
			right &= a[i][j] == (j % 5 == 2 ? -1 : 3 * i + j);
	expect("elements", right);
	expect("before", before >= ROWS && before <= ROWS * COLS);
	expect("behind", behind == before);
}

/* Braces of their own, three loops, a variable of an outer block; teams. */
static void three(void)
{
	int b[ROWS][COLS][DEEP], j, right = 1;

	#pragma omp target teams distribute parallel for collapse(3)
	for (int i = 0; i < ROWS; i++) {
		int row = i * 100;
		{
			for (j = 0; j < COLS; j++) {
				const int place = row + j * 10;

				for (int k = 0; k < DEEP; k++)
					b[i][j][k] = place + k;
			}
		}
	}
	for (int i = 0; i < ROWS; i++)
		for (j = 0; j < COLS; j++)
			for (int k = 0; k < DEEP; k++)
				right &= b[i][j][k] == i * 100 + j * 10 + k;
	expect("three loops", right);
}

/* Not rectangular; code between the first two loops only. */
static void triangle(void)
{
	int c[COLS][COLS], right = 1;

	#pragma omp target teams loop collapse(2) map(from: c)
	for (int i = 0; i < COLS; i++) {
		int *row = c[i];

		for (int j = 0; j <= i; j++)
			row[j] = i - j;
	}
	for (int i = 0; i < COLS; i++)
		for (int j = 0; j <= i; j++)
			right &= c[i][j] == i - j;
	expect("triangle", right);
}

/* Host code: its compiler may know no such nests. */
static void on_host(void)
{
	int d[ROWS][COLS], j, right = 1;

	#pragma omp parallel for collapse(2)
	for (int i = 0; i < ROWS; i++) {
		int first = i + 1;

		for (j = 0; j < COLS; j++)
			d[i][j] = first * j;
	}
	for (int i = 0; i < ROWS; i++)
		for (j = 0; j < COLS; j++)
			right &= d[i][j] == (i + 1) * j;
	expect("host", right);
}

int main(void)
{
	before_and_behind();
	three();
	triangle();
	on_host();
	printf("%d wrong\n", wrong);
	return 0;
}
