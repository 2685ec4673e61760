// Statements in device code: Duff's device, switches in loops, goto into blocks, compound
// literals and variable-length arrays in loops, static locals, recursion, statement expressions.
#include <stdio.h>
#include <string.h>

static void
duff(char *to, const char *from, int count)
{
	int n = (count + 7) / 8;

	switch (count % 8) {
	case 0: do { *to++ = *from++;
	case 7:      *to++ = *from++;
	case 6:      *to++ = *from++;
	case 5:      *to++ = *from++;
	case 4:      *to++ = *from++;
	case 3:      *to++ = *from++;
	case 2:      *to++ = *from++;
	case 1:      *to++ = *from++;
		} while (--n > 0);
	}
}

static int
into_block(int n)
{
	int sum = 0, i = 0;

	if (n & 1)
		goto inside;
	for (i = 100; i < 103; i++) {
		int k;
inside:
		k = ++n;
		sum += k;
		if (k > 20)
			goto done;
		if (k % 3 == 0)
			continue;
		if (k % 7 == 0)
			break;
		if (n < 12)
			goto inside;
	}
done:
	return sum * 100 + n;
}

static long
switches(long v)
{
	long r = 0;

	for (int i = 0; i < 12; i++) {
		switch (v + i) {
		case -5 ... -2:
			r += 1;
			break;
		case 0x7fffffffffffffff:
			r += 2;
			/* fall through */
		case 3:
			if (i & 1)
				continue;
			r *= 3;
			/* fall through */
		default:
			r += 5;
			switch (i) {
			case 4: r ^= 8; break;
			case 5: { default: r += i; }
			}
			break;
		case 9:
			goto out;
		}
		r = r * 7 % 1000003;
	}
out:
	return r;
}

static int
unsigned_switch(unsigned char c)
{
	switch (c) {
	case 255: return 1;
	case 'a' ... 'z': return 2;
	case 0: return 3;
	}
	return 4;
}

struct point { int x, y; };
static int norm(struct point p) { return p.x * p.x + p.y * p.y; }

static int
literals(int n)
{
	struct point *last = 0;
	int sum = 0;

	for (int i = 0; i < n; i++) {
		struct point *p = &(struct point){ i, n - i };
		int *a = (int []){ i, i + 1, [4] = i * i };

		if (i)
			sum += last == p;
		last = p;
		p->x++;
		sum += norm(*p) + norm((struct point){ .y = i }) + a[4] - a[2];
	}
	return sum;
}

static long
vlas(int n)
{
	long sum = 0;

	for (int i = 1; i <= n; i++) {
		int a[i][i + 1], *end = a[i - 1];

		for (int j = 0; j < i; j++)
			for (int k = 0; k <= i; k++)
				a[j][k] = i * j - k;
		sum += a[i - 1][i] + (long)sizeof a + (end - a[0]) + sizeof(a[0]);
		if (i == 5)
			continue;
		if (i == n - 1) {
			char text[sum % 7 + 1];
			memset(text, 'x', sizeof text);
			sum += text[sizeof text - 1];
			break;
		}
	}
	return sum;
}

static int
counter(void)
{
	static int calls = 10;
	static const char *const names[] = { "one", "two", "three" };

	calls += names[calls % 3][1];
	return calls;
}

static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int ackermann(int m, int n)
{
	return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
	char text[64], copy[64] = { 0 };
	long r[20];

	strcpy(text, "The quick brown fox jumps over the lazy dog, twice");
	#pragma omp target map(to: text) map(tofrom: copy) map(from: r)
	{
		duff(copy, text, 37);
		r[0] = into_block(0);
		r[1] = into_block(1);
		r[2] = into_block(11);
		r[3] = switches(-5) * 31 + switches(0) * 7 + switches(0x7ffffffffffffff0);
		r[4] = unsigned_switch(255) + 10 * unsigned_switch('q')
			+ 100 * unsigned_switch(0) + 1000 * unsigned_switch(1);
		r[5] = literals(6);
		r[6] = vlas(9);
		r[7] = counter();
		r[8] = counter();
		r[9] = depth(50);
		r[10] = even(10) + 2 * odd(7);
		r[11] = ackermann(2, 3);
		r[12] = ({ int t = 0; for (int i = 0; i < 5; i++) { if (i == 3) break; t += i; } t; });
		r[13] = ({ struct point p = { 3, 4 }; p; }).y;
		r[14] = "index"[2] + sizeof("four") + *"x";
		r[15] = 0;
		for (int i = 0, j = 10; i < j; i++, j--)
			do {
				if (i == 2)
					continue;
				r[15] += i * j;
			} while (0);
		r[16] = (r[15]++, r[15] += 2, r[15]);
		r[17] = sizeof(int [({ r[16]++; 3; })]);
		r[18] = r[16];
		r[19] = __builtin_constant_p(3) + _Generic(1.0f, float: 20, default: 10);
	}
	printf("%s\n", copy);
	for (int i = 0; i < 20; i++)
		printf("%d %ld\n", i, r[i]);
	return 0;
}
