// atomic compare: minima, maxima and compare-and-swap in every form, on every type; what is captured.
#include <omp.h>
#include <stdio.h>

#define P(...) _Pragma(#__VA_ARGS__)

/* 37 and 200 share no factor: each of 200 values comes once. */
#define EXTREMES(type, name) \
static void extremes_##name(void) \
{ \
	type low = 100, high = 3, low2 = 120, high2 = 1, seen = 0, turn = 0; \
	int changed = 0; \
	P(omp target teams distribute parallel for map(tofrom: low, high, low2, high2, seen, turn, changed)) \
	for (int i = 0; i < 200; i++) { \
		type e = (type)(i * 37 % 200 / 2 + 5), more = e + 1, before; \
		P(omp atomic compare) \
		if (low > e) { low = e; } \
		P(omp atomic compare relaxed) \
		if (high < e) { high = e; } \
		P(omp atomic compare seq_cst) \
		low2 = e < low2 ? e : low2; \
		P(omp atomic compare acq_rel fail(acquire)) \
		high2 = high2 < more ? more : high2; \
		P(omp atomic compare capture) \
		{ before = turn; if (turn == 0) { turn = (type)(e + 1); } } \
		if (before == 0) { \
			P(omp atomic) \
			changed++; \
		} \
		P(omp atomic compare capture) \
		{ if (e > seen) { seen = e; } before = seen; } \
		if (before < e) { \
			P(omp atomic) \
			changed += 1000; \
		} \
	} \
	printf(#type ": %g %g %g %g %g %d %d\n", (double)low, (double)high, (double)low2, (double)high2, \
		(double)seen, turn >= 6 && turn <= 105, changed); \
}

#define TYPES(X) X(signed char, sc) X(unsigned char, uc) X(short, s) X(unsigned short, us) X(int, i) \
	X(unsigned, u) X(long, l) X(unsigned long long, ull) X(float, f) X(double, d)

TYPES(EXTREMES)

struct node { int value, next; };

/* A stack of indices, pushed by comparison and swap, and a lock taken so. */
static void swaps(void)
{
	struct node nodes[256];
	int head = -1, lock = 0, inside = 0, most = 0, sum = 0, count = 0;

	#pragma omp target teams distribute parallel for map(tofrom: head) map(from: nodes)
	for (int i = 0; i < 256; i++) {
		int old, done;

		nodes[i].value = i * i;
		#pragma omp atomic read
		old = head;
		do {
			nodes[i].next = old;
			#pragma omp atomic compare capture weak
			{ done = head == old; if (done) { head = i; } else { old = head; } }
		} while (!done);
	}
	for (int at = head; at >= 0 && count < 1000; at = nodes[at].next, count++)
		sum += nodes[at].value;
	#pragma omp target teams distribute map(tofrom: lock, inside, most)
	for (int i = 0; i < 40; i++) {
		int taken;

		do {
			#pragma omp atomic compare capture seq_cst
			{ taken = lock == 0; if (taken) { lock = i + 1; } }
		} while (!taken);
		most = most > ++inside ? most : inside;
		inside--;
		#pragma omp atomic write release
		lock = 0;
	}
	printf("%d %d, %d %d %d\n", count, sum, lock, inside, most);
}

/* Signed against unsigned, operands of other types, pointers, what is not written. */
static void conversions(void)
{
	int a = -5, b = 7, v = 99, w = 98, r = 5;
	unsigned u = 10;
	short s = 300;
	float f = 0.1f, z = -0.0f;
	double d = 0;
	int cells[4] = { 1, 2, 3, 4 }, at = -1;

	#pragma omp target map(tofrom: a, b, u, v, w, r, s, f, z, d, cells, at)
	{
		int *p = &cells[1], *q = &cells[3], *old;

		#pragma omp atomic compare
		if (a > 3u) { a = 3u; }
		#pragma omp atomic compare
		u = u < -1 ? -1 : u;
		#pragma omp atomic compare
		if (s < 70000L) { s = 70000L; }
		#pragma omp atomic compare
		if (f == 0.1) { f = 9; }
		#pragma omp atomic compare
		f = f == 0.1f ? 2.5 : f;
		#pragma omp atomic compare
		if (z == 0.0f) { z = 1; }
		#pragma omp atomic compare
		d = d == 0 ? 3 : d;
		#pragma omp atomic compare capture
		if (b == 8) { b = 1; } else { v = b; }
		#pragma omp atomic compare capture
		if (b == 7) { b = 2; } else { w = b; }
		#pragma omp atomic compare capture
		{ r = b == 7; if (r) { b = 100; } else { v = b; } }
		#pragma omp atomic compare capture
		{ old = p; p = p == &cells[1] ? q : p; }
		at = (int)(p - cells) * 10 + (int)(old - cells);
	}
	printf("%d %d %u %d %d %d %d %g %g %g %d\n", a, b, u, v, w, r, s, f, z, d, at);
}

/* What one thread does to its own variables, and to what its team shares. */
static void places(void)
{
	int out[8] = { 1610, 1610, 1610, 1610, 1610, 1610, 1610, 1610 }, wrong = 0;

	#pragma omp target teams num_teams(8) map(tofrom: out)
	{
		int shared = 0;

		#pragma omp parallel num_threads(32)
		{
			int own = 50, worst = omp_get_thread_num() % 4;

			for (int k = 0; k < 20; k++) {
				int e = k * 3 % 7 + 10;

				#pragma omp atomic compare
				if (own > e) { own = e; }
				#pragma omp atomic compare
				if (worst < e) { worst = e; }
			}
			#pragma omp atomic compare
			if (shared < worst) { shared = worst; }
			#pragma omp barrier
			#pragma omp master
			out[omp_get_team_num()] = shared * 100 + own;
		}
	}
	for (int i = 0; i < 8; i++)
		wrong += out[i] != 1610;
	printf("%d\n", wrong);
}

#define CALL(type, name) extremes_##name();

int main(void)
{
	TYPES(CALL)
	swaps();
	conversions();
	places();
	return 0;
}
