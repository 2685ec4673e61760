// Loop variables of every integer type, pointers, ranges beyond 32 bits and at the ends of a type.
// The expected text stands in loop_vars.out, as gcc 12 never ends guided loops over pointers.
#include <stdio.h>
#include <limits.h>

static int count;
static long long sum;
static short items[100];

#define TRY(header, value) do { \
	count = 0; \
	sum = 0; \
	_Pragma("omp target parallel for map(tofrom: count, sum, items) reduction(+: count, sum)") \
	header { count++; sum += (value); } \
	printf("%d %lld, ", count, sum); \
	count = 0; \
	_Pragma("omp target teams distribute parallel for map(tofrom: count, items) reduction(+: count) schedule(guided) num_teams(3)") \
	header { count++; } \
	printf("%d, ", count); \
	count = 0; \
	_Pragma("omp target parallel for map(tofrom: count, items) reduction(+: count) schedule(dynamic, 3)") \
	header { count++; } \
	printf("%d\n", count); \
} while (0)

int main(void)
{
	long long big = 1LL << 40;
	unsigned high = 4294967290u;
	int low = INT_MIN, step = 7;

	for (int i = 0; i < 100; i++)
		items[i] = (short)i;
	TRY(for (signed char i = -100; i < 100; i += 9), i);
	TRY(for (unsigned char i = 250; i > 10; i -= 11), i);
	TRY(for (short i = -30000; i <= 30000; i += 5001), i);
	TRY(for (unsigned short i = 0; i < 59994; i += 9999), i);
	TRY(for (int i = INT_MAX - 20; i < INT_MAX - 2; i += 3), i);
	TRY(for (int i = low; i < low + 50; i += step), i);
	TRY(for (int i = -2000000000; i < 2000000000; i += 1000000007), i);
	TRY(for (int i = 2000000000; i > -1000000002; i -= 1500000001), i);
	TRY(for (unsigned i = high; i < 4294967295u; i++), i);
	TRY(for (unsigned i = 10; i > 0; i--), i);
	TRY(for (unsigned i = 5; i < 4000000005u; i += 2000000000u), i);
	TRY(for (long long i = -big; i <= big; i += big / 3), i);
	TRY(for (long long i = big + 5; i > big - 5; i -= 2), i);
	TRY(for (unsigned long long i = 1ull << 63; i < (1ull << 63) + 10; i += 4), (long long)(i >> 60));
	TRY(for (short *p = items; p < items + 100; p += 3), *p);
	TRY(for (short *p = items + 99; p > items; p--), *p);
	TRY(for (char i = 5; i < 5; i++), i);
	count = 0;
	#pragma omp target parallel for map(tofrom: count, items) reduction(+: count)
	for (short *p = items + 90; p < items; p++)
		count++;
	printf("%d\n", count);
	return 0;
}
