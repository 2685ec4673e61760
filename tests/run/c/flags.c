/*
 * flags.c: what was found or done is noted in a variable that the program asks later (pass/flow/thread.c): where a
 * loop ends early, in while (!done), behind several ways, by numbers with several meanings, beside a sum
 * over threads, in functions.
 */
#include <stdio.h>

enum { N = 500 };

static int x[N + 40], kind[N], first[N], steps[N];

#pragma omp declare target
static int
is_prime(int n)
{
	int yes = n > 1;

	for (int d = 2; yes && d * d <= n; d++)
		if (n % d == 0)
			yes = 0;
	return yes;
}

/* 0: falls, 1: rises, 2: neither. */
static int
kind_of(const int *v, int n)
{
	int state = -1;

	for (int k = 1; k < n && state != 2; k++) {
		int now = v[k] > v[k - 1] ? 1 : v[k] < v[k - 1] ? 0 : state;

		if (state == -1)
			state = now;
		else if (now != state)
			state = 2;
	}
	return state == -1 ? 2 : state;
}
#pragma omp end declare target

static int
steps_of(unsigned n)
{
	int done = 0, count = 0;

	while (!done) {
		if (n == 1 || count > 200)
			done = 1;
		else if (n % 2)
			n = 3 * n + 1;
		else
			n /= 2;
		count++;
	}
	return count;
}

int
main(void)
{
	long primes = 0, wrong = 0, sum = 0;

	for (int i = 0; i < N + 40; i++)
		x[i] = i * 7919 % 61 - (i % 9 == 4 ? 60 : 0);
	#pragma omp target teams distribute parallel for map(to: x) map(from: kind, first, steps) reduction(+: primes)
	for (int i = 0; i < N; i++) {
		int found = -1, ok = 1;

		for (int k = 0; k < 30; k++) {
			ok = 1;
			for (int j = 0; j < 3; j++)
				if (x[i + k + j] < 0) {
					ok = 0;
					break;
				}
			if (!ok)
				continue;
			found = k;
			break;
		}
		first[i] = found * 2 + ok;
		kind[i] = kind_of(x + i, i % 4 + 2);
		steps[i] = 0;
		{
			int done = 0;
			unsigned n = i + 1;

			while (!done) {
				if (n == 1 || steps[i] > 200)
					done = 1;
				else if (n % 2)
					n = 3 * n + 1;
				else
					n /= 2;
				steps[i]++;
			}
		}
		primes += is_prime(i);
	}
	for (int i = 0; i < N; i++) {
		int found = -1, all = 0;

		for (int k = 0; k < 30 && found < 0; k++) {
			all = x[i + k] >= 0 && x[i + k + 1] >= 0 && x[i + k + 2] >= 0;
			found = all ? k : -1;
		}
		wrong += first[i] != found * 2 + all || kind[i] != kind_of(x + i, i % 4 + 2) || steps[i] != steps_of(i + 1);
		sum += first[i] + 3 * kind[i] + 7 * steps[i];
	}
	printf("%ld wrong, %ld primes, %ld\n", wrong, primes, sum);
	return wrong != 0;
}
