// target update of sections with holes: several dimensions, strides; what is between stays as it is.
#include <stdio.h>
#include <stdlib.h>

enum { R = 6, C = 9 };

static void show(const char *what, int rows, int columns, int m[rows][columns])
{
	int sum = 0;

	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			sum += (i * 31 + j * 7 + 1) * m[i][j];
	printf("%s %d\n", what, sum);
}

static void fill(int rows, int columns, int m[rows][columns], int with)
{
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++)
			m[i][j] = with;
}

int main(void)
{
	int m[R][C], v[40], lo = 1, n = 3, step = 2, cube[3][4][5], *p = v;

	fill(R, C, m, 1);
	for (int i = 0; i < 40; i++)
		v[i] = i;
	#pragma omp target enter data map(to: m, v, cube)
	#pragma omp target
	{
		for (int i = 0; i < R; i++)
			for (int j = 0; j < C; j++)
				m[i][j] = 10 * i + j;
		for (int i = 0; i < 40; i++)
			v[i] = -i;
		for (int i = 0; i < 60; i++)
			cube[i / 20][i / 5 % 4][i % 5] = i;
	}
	#pragma omp target update from(m[lo:n][2:3])
	show("box", R, C, m);
	#pragma omp target update from(m[:][4], v[lo:5:step]) if(n > 2)
	show("column", R, C, m);
	for (int i = 0; i < 12; i++)
		printf("%d ", v[i]);
	printf("\n");
	fill(R, C, m, 5);
	#pragma omp target update to(m[0:2][0:3:4]) to(p[30:3:3])
	#pragma omp target update from(m[0:2], v[28:10])
	show("strided", R, C, m);
	for (int i = 28; i < 38; i++)
		printf("%d ", v[i]);
	fill(12, 5, cube[0], 3);
	#pragma omp target update from(cube[::2][1:2][:]) nowait
	#pragma omp taskwait
	show("cube", 12, 5, cube[0]);
	fill(12, 5, cube[0], 3);
	#pragma omp target update from(cube[1][1:2][1:3])
	show("inside", 12, 5, cube[0]);
	#pragma omp target exit data map(release: m, v, cube)
	return 0;
}
