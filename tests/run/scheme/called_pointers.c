// Parallel regions behind function pointers: a table, a pointer that functions without regions of
// their own pass on with the address of what is theirs, a kernel that has no region itself.
// may-refuse: inspector
#include <stdio.h>
#include <omp.h>

struct work { int n, scale; };
typedef void step(int *a, struct work w);

#pragma omp declare target
static void
add(int *a, struct work w)
{
	#pragma omp parallel for
	for (int i = 0; i < w.n; i++)
		a[i] += w.scale * i;
}

static void
scan(int *a, struct work w)
{
	int before = 0, partial[8];

	#pragma omp parallel for schedule(static, 1)
	for (int p = 0; p < 8; p++) {
		partial[p] = 0;
		for (int i = p * w.n / 8; i < (p + 1) * w.n / 8; i++)
			partial[p] += a[i];
	}
	for (int p = 0; p < 8; p++) {
		int sum = partial[p];
		partial[p] = before;
		before += sum;
	}
	#pragma omp parallel for num_threads(8)
	for (int p = 0; p < 8; p++)
		for (int i = p * w.n / 8, sum = partial[p]; i < (p + 1) * w.n / 8; i++)
			a[i] = (sum += a[i]) % 10007;
}

static void
plain(int *a, struct work w)
{
	for (int i = 0; i < w.n; i++)
		a[i] ^= w.scale;
}

static step *const steps[] = { add, plain, scan, add };

// No region here, but regions see these variables.
static long
apply(step *f, struct work w)
{
	int mine[64], twice[64], again = 2;
	int *p = mine;
	long sum = 0;

	for (int i = 0; i < w.n; i++)
		mine[i] = twice[i] = i;
	f(p, w);
	while (again-- > 0)
		f(twice, w);
	for (int i = 0; i < w.n; i++)
		sum += mine[i] + 3L * twice[i];
	return sum;
}

static long
nest(int depth, step *f, struct work w)
{
	struct work less = { w.n - depth, w.scale + 1 };

	return depth == 0 ? apply(f, w) : apply(f, w) + nest(depth - 1, f, less);
}
#pragma omp end declare target

int
main(void)
{
	int a[100], b[8][16] = { { 0 } };
	long sums[6] = { 0 };

	for (int i = 0; i < 100; i++)
		a[i] = i % 7;
	#pragma omp target map(tofrom: a, sums)
	{
		int own[32];
		struct work w = { 32, 2 };

		for (int k = 0; k < 4; k++)
			steps[k](a, (struct work){ 100 - k, k + 1 });
		for (int i = 0; i < 32; i++)
			own[i] = i;
		steps[2](own, w);
		for (int i = 0; i < 32; i++)
			sums[0] += own[i];
		sums[1] = apply(steps[0], w);
		sums[2] = nest(3, scan, (struct work){ 64, 5 });
	}
	#pragma omp target teams num_teams(3) map(tofrom: b, sums)
	{
		int team[16];

		for (int i = 0; i < 16; i++)
			team[i] = 1;
		#pragma omp distribute
		for (int t = 0; t < 8; t++) {
			steps[t % 4](team, (struct work){ 16, t });
			#pragma omp parallel for
			for (int i = 0; i < 16; i++) {
				int one[4] = { i, t };

				steps[(t + i) % 4](one, (struct work){ 4, i });
				b[t][i] = one[3] + (t < 4);
			}
			for (int i = 0; i < 16; i++)
				team[i] = 1;
		}
	}
	for (int i = 0; i < 100; i++)
		sums[3] = (sums[3] * 31 + a[i]) % 1000003;
	for (int i = 0; i < 128; i++)
		sums[4] = (sums[4] * 31 + b[i / 16][i % 16]) % 1000003;
	printf("%ld %ld %ld %ld %ld\n", sums[0], sums[1], sums[2], sums[3], sums[4]);
	return 0;
}
