// atomic: read, write, update and capture in every form, on every type the hardware has and has not.
#include <stdio.h>

#define P(...) _Pragma(#__VA_ARGS__)

#define UPDATES(type, name) \
static void updates_##name(void) \
{ \
	type sum = 1, less = 2, product = 1, quotient = 64, from_right = 100, old = 0; \
	P(omp target teams distribute parallel for \
		map(tofrom: sum, less, product, quotient, from_right, old)) \
	for (int i = 0; i < 96; i++) { \
		type x; \
		P(omp atomic) \
		sum++; \
		P(omp atomic update) \
		sum += 1; \
		P(omp atomic) \
		less = less - 1; \
		P(omp atomic capture) \
		{ x = from_right; from_right = 1 + from_right; } \
		P(omp atomic) \
		old += x; \
		if (i % 20 == 0) { \
			P(omp atomic) \
			product *= 2; \
			P(omp atomic) \
			quotient /= 2; \
		} \
	} \
	printf(#type ": %.17g %.17g %.17g %.17g %.17g %.17g\n", (double)sum, (double)less, (double)product, \
		(double)quotient, (double)from_right, (double)old); \
}

#define BITS(type, name) \
static void bits_##name(void) \
{ \
	type all = ~(type)0, any = 0, odd = 0, shifted = 1; \
	P(omp target teams distribute parallel for map(tofrom: all, any, odd, shifted)) \
	for (int i = 0; i < 64; i++) { \
		P(omp atomic) \
		all &= ~((type)1 << i % 5); \
		P(omp atomic update) \
		any = any | (type)1 << i % 7; \
		P(omp atomic) \
		odd ^= i; \
		if (i < 6) { \
			P(omp atomic) \
			shifted <<= 1; \
		} \
	} \
	printf(#type ": %llx %llx %llx %llx\n", (unsigned long long)all, (unsigned long long)any, \
		(unsigned long long)odd, (unsigned long long)shifted); \
}

#define INTEGERS(X) X(unsigned char, uc) X(short, s) X(int, i) X(unsigned, u) X(long long, ll)
#define FLOATS(X) X(float, f) X(double, d)

INTEGERS(UPDATES)
FLOATS(UPDATES)
INTEGERS(BITS)

/* Captures hand out tickets: each value once. */
static void tickets(void)
{
	int counter = 0, down = 600, low = 0, bad = 0, drawn[600], returned[600], swapped[3] = { 7, 8, 9 };

	for (int i = 0; i < 600; i++)
		drawn[i] = returned[i] = 0;
	#pragma omp target teams distribute parallel for map(tofrom: counter, down, drawn, returned, low)
	for (int i = 0; i < 600; i++) {
		int mine, after, seen;

		#pragma omp atomic capture
		mine = counter++;
		#pragma omp atomic capture
		after = --down;
		#pragma omp atomic read
		seen = counter;
		if (seen <= mine) {
			#pragma omp atomic
			low++;
		}
		drawn[mine]++;
		returned[after]++;
	}
	#pragma omp target map(tofrom: swapped)
	{
		int x, y;

		#pragma omp atomic capture
		{ x = swapped[0]; swapped[0] = 5; }
		#pragma omp atomic capture
		{ swapped[1] *= 3; y = swapped[1]; }
		#pragma omp atomic write
		swapped[2] = x * 100 + y;
	}
	for (int i = 0; i < 600; i++)
		bad += drawn[i] != 1 || returned[i] != 1;
	printf("tickets: %d %d %d %d, %d %d %d\n", counter, down, bad, low, swapped[0], swapped[1], swapped[2]);
}

#define CALL_UPDATES(type, name) updates_##name();
#define CALL_BITS(type, name) bits_##name();

int main(void)
{
	INTEGERS(CALL_UPDATES)
	FLOATS(CALL_UPDATES)
	INTEGERS(CALL_BITS)
	tickets();
	return 0;
}
