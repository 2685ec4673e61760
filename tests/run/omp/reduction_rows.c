// Reductions of sections of two and three dimensions: one piece of memory each [OpenMP 5.2, 5.5.5].
// may-refuse: inspector
#include <stdio.h>

enum { N = 96 };

#pragma omp declare target
static int grid[4][5];

static void
add(int i, int (*row)[3])
{
	#pragma omp task in_reduction(+: grid[1:2][:], row[0:2][0:3])
	{
		grid[1][i % 5] += i;
		grid[2][4]++;
		row[i % 2][i % 3] += 2;
	}
}
#pragma omp end declare target

static void
print(const char *name, const int *v, int n)
{
	printf("%s", name);
	for (int i = 0; i < n; i++)
		printf(" %d", v[i]);
	putchar('\n');
}

int
main(void)
{
	int m[4][6], cube[2][3][4], (*rows)[6] = m, line[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

	for (int i = 0; i < 4 * 6; i++)
		m[0][i] = cube[0][0][i] = i;
	#pragma omp target teams distribute parallel for reduction(+: m[1:2][:])
	for (int i = 0; i < N; i++)
		m[1 + i % 2][i % 6] += i;
	#pragma omp target parallel for reduction(max: m[3][1:3]) schedule(static, 1)
	for (int i = 0; i < N; i++) {
		int *p = &m[3][1 + i % 3];

		*p = *p > i * 7 % 97 ? *p : i * 7 % 97;
	}
	print("m", m[0], 24);
	#pragma omp target map(rows[0:4])
	#pragma omp parallel for reduction(-: rows[0:2][0:6]) reduction(+: cube[1:1][1][2:2])
	for (int i = 0; i < N; i++) {
		rows[i & 1][5] -= 1;
		cube[1][1][2 + i % 2] += 1;
	}
	print("rows", m[0], 12);
	print("cube", cube[0][0], 24);
	#pragma omp target map(line)
	{
		#pragma omp parallel num_threads(40)
		{
			#pragma omp for reduction(task, +: grid[1:2][0:5], line)
			for (int i = 0; i < N; i++)
				add(i, line);
		}
	}
	#pragma omp target update from(grid)
	print("grid", grid[0], 20);
	print("line", line[0], 6);
	return 0;
}
