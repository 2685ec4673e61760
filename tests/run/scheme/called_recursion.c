// Parallel regions inside recursion: every construct that a region may have, variables of each level
// that regions share, calls from sequential code and from regions.
// may-refuse: inspector
#include <stdio.h>
#include <omp.h>

enum { N = 200 };

struct range { int lo, hi; };
struct sums { long sum, least, most, odd[5]; };

// Divide and conquer: each level works on its part, the sub-ranges' results come back by reference.
static struct sums
conquer(struct range r, const int *a, int *b, int depth)
{
	struct sums s = { 0, 1000000, -1000000, { depth } }, left, right;
	int middle = (r.lo + r.hi) / 2, last = -1;
	long sum = 0, least = s.least, most = s.most;

	#pragma omp parallel for reduction(+: sum) reduction(min: least) reduction(max: most) \
		lastprivate(last)
	for (int i = r.lo; i < r.hi; i++) {
		b[i] += depth;
		sum += a[i];
		least = a[i] < least ? a[i] : least;
		most = a[i] > most ? a[i] : most;
		last = i;
	}
	s.sum = sum + last;
	s.least = least;
	s.most = most;
	if (r.hi - r.lo < 9)
		return s;
	left = conquer((struct range){ r.lo, middle }, a, b, depth + 1);
	right = conquer((struct range){ middle, r.hi }, a, b, depth + 1);
	#pragma omp parallel
	{
		#pragma omp for schedule(dynamic, 2)
		for (int i = 0; i < 5; i++)
			s.odd[i] += 2 * left.odd[i] + 3 * right.odd[i] + i;
		#pragma omp single nowait
		s.sum += left.sum - right.sum;
	}
	return s;
}

// Arrays of one's own, filled by the region and by the callee.
static void
fill(int n, int *out)
{
	int own[40], squares[40], k = n;

	for (int i = 0; i < 40; i++)
		own[i] = 0;
	#pragma omp parallel num_threads(7)
	{
		int mine = 0;

		#pragma omp for schedule(static, 3) nowait
		for (int i = 0; i < 40; i++)
			squares[i] = i * i + n;
		#pragma omp barrier
		#pragma omp for schedule(guided)
		for (int i = 0; i < 40; i++)
			own[39 - i] += squares[i] % 17;
		#pragma omp for
		for (int i = 0; i < 40; i++)
			mine += own[i];
		#pragma omp critical
		k += mine;
		#pragma omp barrier
		#pragma omp master
		own[0] = k;
	}
	if (n > 0)
		fill(n - 1, squares);
	#pragma omp parallel for if(n % 2)
	for (int i = 0; i < 40; i++)
		out[i] = own[i] + squares[i];
}

static int
threads(int n)
{
	int wrong = 0, seen = 0, count = 0, copied = 0;

	#pragma omp parallel num_threads(n + 1) reduction(+: wrong)
	{
		int value;

		#pragma omp atomic
		seen += omp_get_thread_num() + 1;
		#pragma omp single copyprivate(value)
		{
			count = omp_get_num_threads();
			value = count * 10;
		}
		wrong += value != 10 * omp_get_num_threads();
		#pragma omp sections
		{
			#pragma omp section
			copied += 1;
			#pragma omp section
			wrong += omp_get_thread_num() >= count;
		}
	}
	wrong += seen != count * (count + 1) / 2 || copied != 1;
	return wrong + (n > 0 ? threads(n / 2) : 0);
}

static int
ackermann(int m, int n, int *calls)
{
	int r;

	#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 2; i++) {
		#pragma omp atomic
		*calls += i;
	}
	if (m == 0)
		r = n + 1;
	else if (n == 0)
		r = ackermann(m - 1, 1, calls);
	else
		r = ackermann(m - 1, ackermann(m, n - 1, calls), calls);
	return r;
}

int
main(void)
{
	int a[N], b[N] = { 0 }, out[40], wrong = 0, calls = 0, r = 0, inner[10][40];
	struct sums s;
	long hash = 0;

	for (int i = 0; i < N; i++)
		a[i] = (i * 37 + 11) % 101;
	#pragma omp target map(to: a) map(tofrom: b, wrong, calls) map(from: s, out, r, inner)
	{
		s = conquer((struct range){ 0, N }, a, b, 1);
		fill(6, out);
		wrong += threads(40);
		r = ackermann(2, 3, &calls);
		#pragma omp parallel for reduction(+: wrong)
		for (int i = 0; i < 10; i++) {
			fill(i % 3, inner[i]);
			wrong += threads(3);
		}
	}
	for (int i = 0; i < N; i++)
		hash = hash * 31 % 1000003 + b[i];
	for (int i = 0; i < 40; i++)
		hash = hash * 31 % 1000003 + out[i];
	for (int i = 0; i < 400; i++)
		hash = hash * 31 % 1000003 + inner[i / 40][i % 40];
	printf("%ld %ld %ld %ld %ld\n", s.sum, s.least, s.most, s.odd[0], s.odd[4]);
	printf("%d wrong, %d %d, %ld\n", wrong, r, calls, hash);
	return wrong;
}
