/* Array sections: arrays, pointers, several dimensions, elements, parts of the same array. */
int m[4][5][6];
void f(int n, int (*rows)[8], int **pp)
{
	int a[100];
#pragma omp target map(to: m[1:2][0:5][:6]) map(from: a[10:20], a[50:]) map(rows[0:n][0:8])
	a[10] = m[1][2][3] + rows[0][1];
#pragma omp target map(a[7]) map(m[2])
	a[7] = m[2][0][0];
#pragma omp target map(pp[0:n], pp[2][0:n])
	pp[2][0] = 1;
#pragma omp target map((*rows)[0:8])
	(*rows)[2] = 1;
}
