// Races are told by member, whatever the size of an element, in rows and in anonymous members.
// expect: writes 'p[3].at.y' (8 bytes)
// expect: writes 's.ids[2]' (4 bytes)
// expect: writes 'grid[1][3]' (4 bytes)
// expect: writes 'q[4].low' (4 bytes)
#include <stdio.h>

struct point { double x, y; };
struct particle { struct point at; float mass; };
struct cell { int tag; union { struct { int low, high; }; double all; }; };

int main(void)
{
	static struct particle p[8];
	struct { short n; int ids[3]; } s = { 0 };
	struct cell cells[6] = { { 0 } }, *q = cells;
	float grid[4][5] = { { 0 } };

	#pragma omp target parallel for map(tofrom: p[2:4], s, grid, q[3:3])
	for (int i = 0; i < 256; i++) {
		p[3].at.y = i;
		s.ids[2] = i;
		grid[1][3] = i;
		q[4].low = i;
	}
	printf("%d\n", p[3].at.y >= 0);
	return 0;
}
