int f(int n, int m, double a[n][m], double (*p)[m + 1])
{
	int v[n], w[n + 1][m][3], fixed[4];
	typedef int row[m];
	row r, *pr = &r;
	v[1] = w[1][2][0];
	a[1][2] = p[3][4];
	return sizeof v + sizeof w[0] + sizeof(int[n]) + sizeof fixed + sizeof(row) + (int)sizeof r;
}
