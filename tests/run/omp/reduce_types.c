// Reductions of every arithmetic type by every operator that it has, over threads and over teams.
#include <stdio.h>

#define LOOP(directive, op, type, init, step) do { \
	type x = init; \
	PRAGMA(omp target directive map(tofrom: x) reduction(op: x)) \
	for (int i = 0; i < 300; i++) \
		step; \
	show(#op, #type, (double)x); \
} while (0)
#define PRAGMA(x) _Pragma(#x)
#define BOTH(op, type, init, step) \
	LOOP(parallel for, op, type, init, step); \
	LOOP(teams distribute parallel for num_teams(5) thread_limit(40), op, type, init, step)

#define NUMBER(type) \
	BOTH(+, type, 3, x += (type)(i % 3)); \
	BOTH(-, type, 100, x -= (type)(i % 2)); \
	BOTH(*, type, 3, x *= (type)(i % 60 == 7 ? 2 : 1)); \
	BOTH(min, type, 90, x = x < (type)(100 - i % 50) ? x : (type)(100 - i % 50)); \
	BOTH(max, type, 1, if ((type)(i * 7 % 101) > x) x = (type)(i * 7 % 101)); \
	BOTH(&&, type, 7, x = x && i < 299); \
	BOTH(||, type, 0, x = x || i == 123)
#define INTEGER(type) \
	NUMBER(type); \
	BOTH(&, type, 0x7f, x &= (type)~(i == 77 ? 4 : i == 200 ? 16 : 0)); \
	BOTH(|, type, 1, x |= (type)(i == 250 ? 64 : i == 3 ? 2 : 0)); \
	BOTH(^, type, 5, x ^= (type)(i & 63))

static void show(const char *op, const char *type, double x)
{
	printf("%s %s %g\n", type, op, x);
}

int main(void)
{
	INTEGER(char);
	INTEGER(signed char);
	INTEGER(unsigned char);
	INTEGER(short);
	INTEGER(unsigned short);
	INTEGER(int);
	INTEGER(unsigned);
	INTEGER(long);
	INTEGER(unsigned long long);
	NUMBER(float);
	NUMBER(double);
	BOTH(||, _Bool, 0, x = x || i == 9);
	BOTH(&&, _Bool, 1, x = x && i != 9);
	return 0;
}
