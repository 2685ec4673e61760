// Recursive functions whose calls are never executed: ptxas finds that, and deletes them.
// may-refuse: inspector
#include <stdio.h>

static int digits(unsigned n)
{
	return n < 10 ? 1 : 1 + digits(n / 10);
}

static int through(unsigned n)
{
	return digits(n) + 1;
}

static int odd(unsigned n);

static int even(unsigned n)
{
	return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n)
{
	return n == 0 ? 0 : even(n - 1);
}

int main(void)
{
	int sum = 1, a[4];

	#pragma omp target map(tofrom: sum)
	for (unsigned i = 0; i < 0; i++)
		sum += digits(i);

	#pragma omp target map(from: a)
	{
		#pragma omp parallel for
		for (int k = 0; k < 4; k++) {
			a[k] = k;
			for (unsigned i = 0; i < 0; i++)
				a[k] += through(i) + even(i);
		}
	}

	#pragma omp target map(tofrom: sum)
	sum += digits(12345);

	printf("%d %d %d %d %d\n", sum, a[0], a[1], a[2], a[3]);
	return 0;
}
