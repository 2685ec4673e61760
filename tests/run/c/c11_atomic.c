// Objects of type _Atomic T in device code (C11 6.7.2.4): all widths, in global memory and a thread's own.
// args: -Wl,--no-as-needed,-latomic
#include <stdio.h>
#include <stdlib.h>

enum { N = 400 };

enum colour { RED, GREEN = 5 };

struct pair { short a, b; };
/* An atomic structure may be aligned more strictly (6.2.5p27). */
struct around { char c; _Atomic struct pair pair; };

static struct counters {
	_Atomic int all, down, mixed;
	_Atomic unsigned char bytes[4];
	_Atomic short halves[2];
	_Atomic signed char small;
	_Atomic _Bool any, odd;
	_Atomic unsigned bits, shifted;
	_Atomic long long total;
	_Atomic unsigned long masks;
	_Atomic float single;
	_Atomic double sum, product;
	int *_Atomic next;
	_Atomic enum colour colour;
	volatile _Atomic int seen;
} c = { .masks = ~0ul, .product = 1, .shifted = 1, .down = N };

#pragma omp declare target
_Atomic long global = 7;
static _Atomic(int) per_slot[4] = { 1, 2, 3, 4 };

static int
bump(_Atomic int *p, int by)
{
	return *p += by;
}

static void
count(int i)
{
	global++;
	bump(&per_slot[i % 4], 2);
}

static long
counted(int i)
{
	return i < 0 ? global : per_slot[i];
}
#pragma omp end declare target

static void
results_of_operators(long long *r)
{
	#pragma omp target map(from: r[0:24])
	{
		_Atomic int x = 40, *p = &x;
		_Atomic unsigned char b = 250;
		_Atomic _Bool t = 0;
		_Atomic double d = 1.5;
		int a[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
		int *_Atomic q = a;
		_Atomic short in_register = 3;
		_Atomic const int three = 3;

		r[0] = x++;
		r[1] = ++x;
		r[2] = x--;
		r[3] = --*p;
		r[4] = x += 2.75;               /* in double, then cut */
		r[5] = x <<= 2ll;
		r[6] = (x = 9) + three;
		r[7] = b += 10;                 /* 4 */
		r[8] = b--;
		r[9] = b *= 200;
		r[10] = t += 7, r[11] = t -= 1, r[12] = t -= 1;
		r[13] = t ^= 1;
		r[14] = (d /= 4) * 1000;
		r[15] = d++ * 1000;
		r[16] = *q++;
		r[17] = *(q += 3);
		r[18] = *--q;
		r[18] += *(q -= 1);
		in_register *= in_register;
		r[19] = in_register;
		r[20] = (_Atomic int){ 5 } + (x ? x : 1) + (x, x);
		r[21] = _Generic(x, int: 1, default: 2) * 10 + (x == 9 && !!d);
		r[22] = sizeof(struct around) * 10 + _Alignof(_Atomic struct pair);
		r[23] = sizeof(_Atomic char) * 10 + _Alignof(_Atomic double);
	}
}

int main(void)
{
	int *array = calloc(2 * N, sizeof *array), used = 0;
	long long r[24];
	long slots[5];

	c.next = array;
	#pragma omp target teams distribute parallel for map(tofrom: c) map(tofrom: array[0:2 * N])
	for (int i = 0; i < N; i++) {
		int mine = c.all++;

		array[mine] = 1;
		c.down -= 1;
		c.mixed += i % 2 ? 3 : -1;
		c.bytes[i % 4] += 3;
		c.halves[i & 1]--;
		c.small ^= (signed char)i;
		c.any |= i == 77;
		c.odd ^= 1;
		c.bits |= 1u << i % 31;
		if (i < 10)
			c.shifted <<= 1;
		c.total += i * 1000000000LL;
		c.masks &= ~(1ul << i % 50);
		c.single += 0.5f;
		c.sum += 0.25;
		if (i % 40 == 0)
			c.product *= 2;
		if (i == 3)
			c.colour = GREEN;
		c.seen += 1;
		count(i);
	}
	#pragma omp target map(tofrom: c)
	c.next += 2;                    /* an address of the host's, which may be stepped, not followed */
	#pragma omp target map(from: slots)
	for (int i = -1; i < 4; i++)
		slots[i + 1] = counted(i);
	results_of_operators(r);
	for (int i = 0; i < 2 * N; i++)
		used += array[i];
	printf("%d %d %d %d, %d %d, %d %d %d %d\n", c.all, used, c.down, c.mixed, c.bytes[0], c.bytes[3], c.halves[0],
		c.small, c.any, c.odd);
	printf("%x %u %lld %lx %g %g %g %d %d %d\n", c.bits, c.shifted, c.total, c.masks, c.single, c.sum, c.product,
		(int)(c.next - array), c.colour, c.seen);
	printf("%ld %ld %ld %ld %ld\n", slots[0], slots[1], slots[2], slots[3], slots[4]);
	for (int i = 0; i < 24; i++)
		printf("%lld ", r[i]);
	printf("\n");
	free(array);
	return 0;
}
