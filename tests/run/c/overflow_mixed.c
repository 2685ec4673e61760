// gcc's builtins for overflow in device code: 64-bit operands and results of different signedness, typed names, _p.
#include <limits.h>
#include <stdio.h>

enum { N = 14, CASES = 67 };

static const long long values[N] = { 0, 1, -1, 2, -7, 255, 40000, INT_MAX, INT_MIN, UINT_MAX, LLONG_MAX, LLONG_MIN, 1LL << 32,
	-(3LL << 31) };
static unsigned long long got[N][N][CASES];

#define ONE(k, op, A, B, T) do { \
	T r; \
	int o = __builtin_##op##_overflow((A)x, (B)y, &r); \
	out[k] = (unsigned long long)r * 2 + o; \
} while (0)
#define NAMED(k, name, T) do { \
	T r; \
	int o = __builtin_##name##_overflow(x, y, &r);  /* the arguments are converted */ \
	out[k] = (unsigned long long)r * 2 + o; \
} while (0)
#define ASKS(k, op, A, B, T) (out[k] = __builtin_##op##_overflow_p((A)x, (B)y, (T)0))

static void
all(long long x, long long y, unsigned long long *out)
{
	ONE(0, add, long, long, unsigned long);
	ONE(1, add, long, unsigned long, long);
	ONE(2, add, long, unsigned long, unsigned long);
	ONE(3, add, unsigned long, long, long);
	ONE(4, add, unsigned long, long, unsigned long);
	ONE(5, add, unsigned long, unsigned long, long);
	ONE(6, add, int, unsigned long, unsigned);
	ONE(7, add, unsigned long, short, int);
	ONE(8, add, unsigned, long, signed char);
	ONE(9, add, long, unsigned char, unsigned short);
	ONE(10, add, int, int, unsigned long);
	ONE(11, add, unsigned, unsigned, long);
	ONE(12, add, unsigned, int, unsigned long long);
	ONE(13, add, unsigned long, unsigned long, int);
	ONE(14, add, long, long, unsigned char);
	ONE(15, sub, long, long, unsigned long);
	ONE(16, sub, long, unsigned long, long);
	ONE(17, sub, long, unsigned long, unsigned long);
	ONE(18, sub, unsigned long, long, long);
	ONE(19, sub, unsigned long, long, unsigned long);
	ONE(20, sub, unsigned long, unsigned long, long);
	ONE(21, sub, int, unsigned long, unsigned);
	ONE(22, sub, unsigned long, short, int);
	ONE(23, sub, unsigned, long, signed char);
	ONE(24, sub, long, unsigned char, unsigned short);
	ONE(25, sub, int, int, unsigned long);
	ONE(26, sub, unsigned, unsigned, long);
	ONE(27, sub, unsigned, int, unsigned long long);
	ONE(28, sub, unsigned long, unsigned long, int);
	ONE(29, sub, long, long, unsigned char);
	ONE(30, mul, long, long, unsigned long);
	ONE(31, mul, long, unsigned long, long);
	ONE(32, mul, long, unsigned long, unsigned long);
	ONE(33, mul, unsigned long, long, long);
	ONE(34, mul, unsigned long, long, unsigned long);
	ONE(35, mul, unsigned long, unsigned long, long);
	ONE(36, mul, int, unsigned long, unsigned);
	ONE(37, mul, unsigned long, short, int);
	ONE(38, mul, unsigned, long, signed char);
	ONE(39, mul, long, unsigned char, unsigned short);
	ONE(40, mul, int, int, unsigned long);
	ONE(41, mul, unsigned, unsigned, long);
	ONE(42, mul, unsigned, int, unsigned long long);
	ONE(43, mul, unsigned long, unsigned long, int);
	ONE(44, mul, long, long, unsigned char);
	NAMED(45, sadd, int);
	NAMED(46, uadd, unsigned);
	NAMED(47, saddl, long);
	NAMED(48, uaddl, unsigned long);
	NAMED(49, saddll, long long);
	NAMED(50, uaddll, unsigned long long);
	NAMED(51, ssub, int);
	NAMED(52, usub, unsigned);
	NAMED(53, ssubl, long);
	NAMED(54, usubl, unsigned long);
	NAMED(55, ssubll, long long);
	NAMED(56, usubll, unsigned long long);
	NAMED(57, smul, int);
	NAMED(58, umul, unsigned);
	NAMED(59, smull, long);
	NAMED(60, umull, unsigned long);
	NAMED(61, smulll, long long);
	NAMED(62, umulll, unsigned long long);
	ASKS(63, add, long, unsigned, short);
	ASKS(64, sub, unsigned long, long, unsigned);
	ASKS(65, mul, unsigned long, int, long);
	ASKS(66, mul, int, int, int);
}

int main(void)
{
	int over = 0;

	#pragma omp target teams distribute parallel for collapse(2) map(to: values) map(from: got)
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			all(values[i], values[k], got[i][k]);
	for (int j = 0; j < CASES; j++) {
		unsigned long long h = 0;

		for (int i = 0; i < N * N; i++) {
			h = h * 37 + got[i / N][i % N][j];
			over += got[i / N][i % N][j] & 1;
		}
		printf("%d %016llx\n", j, h);
	}
	printf("%d\n", over);
	return 0;
}
