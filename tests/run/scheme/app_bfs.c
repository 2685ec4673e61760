// A program's shape: breadth-first search level by level, with a queue filled by atomic capture,
// declare target functions and variables, and a loop that ends when a device flag says so.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES 300

#pragma omp declare target
struct graph { int nodes; int *first, *edge; };

static int frontier[2][NODES], length[2];
static unsigned visited[(NODES + 31) / 32];

static bool claim(int node)
{
	unsigned bit = 1u << (node & 31), old;

	#pragma omp atomic capture
	{ old = visited[node >> 5]; visited[node >> 5] |= bit; }
	return !(old & bit);
}

static void push(int which, int node)
{
	int at;

	#pragma omp atomic capture
	at = length[which]++;
	frontier[which][at] = node;
}
#pragma omp end declare target

static void build(struct graph *g)
{
	int at = 0;

	g->nodes = NODES;
	g->first = malloc((NODES + 1) * sizeof *g->first);
	g->edge = malloc(4 * NODES * sizeof *g->edge);
	for (int i = 0; i < NODES; i++) {
		g->first[i] = at;
		g->edge[at++] = (i * 3 + 1) % NODES;
		if (i % 2)
			g->edge[at++] = (i * i + 7) % NODES;
		if (i % 5 == 0)
			g->edge[at++] = i / 2;
	}
	g->first[NODES] = at;
}

int main(void)
{
	struct graph g;
	int depth[NODES], level = 0, now = 0, reached = 0, sum = 0;

	build(&g);
	for (int i = 0; i < NODES; i++)
		depth[i] = -1;
	depth[0] = 0;
	#pragma omp target
	{
		visited[0] = 1;
		frontier[0][0] = 0;
		length[0] = 1;
	}
	#pragma omp target data map(to: g, g.first[:NODES + 1], g.edge[:4 * NODES]) map(tofrom: depth)
	do {
		level++;
		#pragma omp target
		length[1 - now] = 0;
		#pragma omp target teams distribute parallel for map(to: g) firstprivate(level, now)
		for (int f = 0; f < NODES; f++) {
			if (f >= length[now])
				continue;
			int node = frontier[now][f];

			for (int e = g.first[node]; e < g.first[node + 1]; e++)
				if (claim(g.edge[e])) {
					depth[g.edge[e]] = level;
					push(!now, g.edge[e]);
				}
		}
		now = !now;
		#pragma omp target update from(length)
	} while (length[now] > 0);
	for (int i = 0; i < NODES; i++) {
		reached += depth[i] >= 0;
		sum += depth[i] >= 0 ? depth[i] * (i % 11) : 0;
	}
	printf("%d levels, %d reached, %d\n", level, reached, sum);
	free(g.first);
	free(g.edge);
	return 0;
}
