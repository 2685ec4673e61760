/*
 * bases.c: loops whose variable is divided until it is 1, around loops that run so often, and loops that divide by
 * their variable, around loops of which only the run knows: written out, the divisors are constants.
 */
#include <stdio.h>

enum { N = 300, LONGEST = 16 };

#pragma omp declare target
static int
lifted(const unsigned char *x)
{
	int v[16], t[16], sum = 0;

	for (int k = 0; k < 16; k++)
		v[k] = x[k];
	for (int length = 16; length > 1; length /= 2) {
		for (int k = 0; k < length / 2; k++) {
			int d = v[2 * k] - v[2 * k + 1];
			t[length / 2 + k] = d;
			t[k] = v[2 * k + 1] + (d >> 1);
		}
		for (int k = 0; k < length; k++)
			v[k] = t[k];
	}
	for (int k = 0; k < 16; k++)
		sum = sum * 3 + v[k];
	return sum;
}

/* The bases in which a number reads the same from both sides, a bit each. */
static unsigned
palindromes(unsigned n)
{
	unsigned found = 0;

	for (unsigned base = 2; base < 10; base++) {
		char digit[LONGEST];
		int count = 0, l = 0, r;
		unsigned t = n;

		do {
			digit[count++] = (char)(t % base);
			t /= base;
		} while (t);
		r = count - 1;
		while (l < r && digit[l] == digit[r]) {
			l++;
			r--;
		}
		if (l < r)
			continue;
		found |= 1u << base;
	}
	return found;
}

static long
shrunk(int n)
{
	long s = 0;

	for (int v = -81; v; v /= -3)
		s = s * 7 + v % (n % 5 + 1);
	for (unsigned long m = 1000000; m; m /= 10)
		s = s * 3 + (long)(n / m % 10);
	for (signed char c = 100; c > 2; c /= 2)
		s += c * n;
	for (int d = 1; d < 40; d += 3)
		s += n / d * (n % d) - -n / d * (-n % d);
	return s;
}
#pragma omp end declare target

int
main(void)
{
	static unsigned char x[N + 16];
	static int lift[N];
	static unsigned bases[N];
	static long small[N];
	long wrong = 0, sum = 0;

	for (int i = 0; i < N + 16; i++)
		x[i] = (unsigned char)(i * 37 ^ i >> 2);
	#pragma omp target teams distribute parallel for map(to: x) map(from: lift, bases, small)
	for (int i = 0; i < N; i++) {
		lift[i] = lifted(x + i);
		bases[i] = palindromes(i * 13);
		small[i] = shrunk(i);
	}
	for (int i = 0; i < N; i++) {
		wrong += lift[i] != lifted(x + i) || bases[i] != palindromes(i * 13) || small[i] != shrunk(i);
		sum = (sum * 31 + lift[i] + bases[i] + small[i]) % 1000000007;
	}
	printf("%ld wrong, %ld\n", wrong, sum);
	return wrong != 0;
}
