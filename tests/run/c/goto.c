// goto: backwards, forwards, out of nested loops, into a block; labels of the same name in functions.
#include <stdio.h>

static int collatz(unsigned n)
{
	int steps = 0;
again:
	if (n == 1)
		goto done;
	n = n % 2 ? 3 * n + 1 : n / 2;
	steps++;
	goto again;
done:
	return steps;
}

static int find(int want)
{
	int i, j = 0;

	for (i = 0; i < 10; i++)
		for (j = 0; j < 10; j++)
			if (i * j == want)
				goto done;
	return -1;
done:
	return i * 10 + j;
}

static int states(int input)
{
	int n = 0;

	if (input & 1)
		goto odd;
even:
	n += 1;
	input >>= 1;
	if (input == 0)
		return n;
	if (input & 1)
		goto odd;
	goto even;
odd:
	n += 100;
	input--;
	if (input == 0)
		return n;
	goto even;
}

static int into_block(int x)
{
	int sum = 0;

	if (x > 5)
		goto inside;
	while (sum < 20) {
		sum += 3;
inside:
		sum += x;
		if (x == 0)
			x = 1;
	}
	return sum;
}

int main(void)
{
	int out[50][4];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < 50; i++) {
		out[i][0] = collatz(i + 1);
		out[i][1] = find(i);
		out[i][2] = states(i + 1);
		out[i][3] = into_block(i % 9);
	}
	for (int i = 0; i < 50; i++)
		printf("%d %d %d %d\n", out[i][0], out[i][1], out[i][2], out[i][3]);
	return 0;
}
