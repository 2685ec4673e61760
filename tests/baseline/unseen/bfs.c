/* bfs: breadth-first search, level by level, in a random graph of degree 8. */
#include "bench.h"
#include <string.h>

enum { DEGREE = 8 };
static int n;
static int *edge, *level, *changed;

static void
setup(int size)
{
	uint32_t seed = 3;

	n = size;
	ARRAY(edge, n * DEGREE);
	ARRAY(level, n);
	ARRAY(changed, 1);
	for (int i = 0; i < n * DEGREE; i++)
		edge[i] = (int)(next_random(&seed) % (uint32_t)n);
	to_device(edge);
}

#ifdef CUDA
static void
reset(void)
{
	LAUNCH(bfs_reset, BLOCKS(n), 256, D(level), V(n));
}

static void
visit(int depth)
{
	LAUNCH(bfs_visit, BLOCKS(n), 256, D(level), D(edge), D(changed), V(n), V(depth));
}
#else
static void
bfs_reset(int *level, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		level[i] = i == 0 ? 0 : -1;
}

static void
bfs_visit(int *level, const int *edge, int *changed, int n, int depth)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		if (level[i] != depth)
			continue;
		for (int e = i * DEGREE; e < (i + 1) * DEGREE; e++)
			if (level[edge[e]] < 0) {
				level[edge[e]] = depth + 1;
				*changed = 1;
			}
	}
}

static void
reset(void)
{
	bfs_reset(level, n);
}

static void
visit(int depth)
{
	bfs_visit(level, edge, changed, n, depth);
}
#endif

static void
step(void)
{
	reset();
	*changed = 1;
	for (int depth = 0; *changed; depth++) {
		*changed = 0;
		to_device(changed);
		visit(depth);
		from_device(changed);
	}
}

static bool
check(void)
{
	int *expected = malloc(n * sizeof *expected), *queue = malloc(n * sizeof *queue), first = 0, last = 1;

	memset(expected, -1, n * sizeof *expected);
	expected[0] = queue[0] = 0;
	for (; first < last; first++)
		for (int e = 0; e < DEGREE; e++) {
			int to = edge[queue[first] * DEGREE + e];

			if (expected[to] < 0) {
				expected[to] = expected[queue[first]] + 1;
				queue[last++] = to;
			}
		}
	from_device(level);
	bool right = !memcmp(level, expected, n * sizeof *level);
	free(expected);
	free(queue);
	return right;
}

const struct bench bfs = { "bfs", { 1 << 13, 1 << 14, 1 << 21 }, setup, step, check };
