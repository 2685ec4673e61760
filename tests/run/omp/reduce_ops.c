// Every reduction operator on every wider arithmetic type, over teams and threads, with values for
// which the order of the operations does not matter.
#include <stdio.h>

#define P(...) _Pragma(#__VA_ARGS__)

#define INTEGERS(X) X(int, i) X(unsigned, u) X(long, l) X(unsigned long long, ull)
#define FLOATS(X) X(float, f) X(double, d)

#define ARITHMETIC(type, name) \
static double arithmetic_##name(void) \
{ \
	type sum = 10, difference = 10, product = 3, low = 50, high = 20; \
	P(omp target teams distribute parallel for map(tofrom: sum, difference, product, low, high) \
		reduction(+: sum) reduction(-: difference) reduction(*: product) \
		reduction(min: low) reduction(max: high)) \
	for (int i = 0; i < 500; i++) { \
		type x = (i * 7 + 3) % 101; \
		sum += x; \
		difference -= x; \
		if (i % 50 == 0) \
			product *= 2; \
		low = x < low ? x : low; \
		if (x > high) \
			high = x; \
	} \
	printf(#type ": %.17g %.17g %.17g %.17g %.17g\n", (double)sum, (double)difference, (double)product, \
		(double)low, (double)high); \
	return (double)sum; \
}

#define LOGICAL(type, name) \
static void logical_##name(void) \
{ \
	type every = ~(type)0, any = 0, odd = 5; \
	int both = 1, either = 0, never = 0; \
	P(omp target teams distribute parallel for map(tofrom: every, any, odd, both, either, never) \
		reduction(&: every) reduction(|: any) reduction(^: odd) reduction(&&: both) \
		reduction(||: either, never)) \
	for (int i = 0; i < 700; i++) { \
		every &= ~((type)1 << i % 13); \
		any |= (type)1 << i % 17; \
		odd ^= (type)i * 12345; \
		both = both && i != 333; \
		either = either || i == 444; \
		never = never || i < 0; \
	} \
	printf(#type ": %llx %llx %llx %d %d %d\n", (unsigned long long)every, (unsigned long long)any, \
		(unsigned long long)odd, both, either, never); \
}

INTEGERS(ARITHMETIC)
FLOATS(ARITHMETIC)
INTEGERS(LOGICAL)

#define CALL_ARITHMETIC(type, name) arithmetic_##name();
#define CALL_LOGICAL(type, name) logical_##name();

int main(void)
{
	INTEGERS(CALL_ARITHMETIC)
	FLOATS(CALL_ARITHMETIC)
	INTEGERS(CALL_LOGICAL)
	return 0;
}
