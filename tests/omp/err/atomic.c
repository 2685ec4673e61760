struct s { int b : 3; };
void f(int *x, int v, struct s s)
{
#pragma omp target
	{
#pragma omp atomic
		x[0] = 1;
#pragma omp atomic read
		x[0]++;
#pragma omp atomic write
		x[0] += 1;
#pragma omp atomic capture
		{ v = x[0]; x[1]++; }
#pragma omp atomic
		x[0] %= 2;
#pragma omp atomic
		if (v) x[0]++;
#pragma omp atomic
		s.b++;
#pragma omp atomic compare
		x[0] = x[0] == 1 ? 2 : x[0];
	}
}
// error: 7:3: expected 'x++;', 'x op= expression;' or 'x = x op expression;' after 'atomic'
// error: 9:3: expected 'v = x;' after 'atomic'
// error: 11:3: expected 'x = expression;' after 'atomic'
// error: 13:3: expected 'v = x++;', 'v = x op= expression;' or a block of 'v = x;' and an update of x after 'atomic'
// error: 15:3: expected 'x++;', 'x op= expression;' or 'x = x op expression;' after 'atomic'
// error: 17:3: expected 'x++;', 'x op= expression;' or 'x = x op expression;' after 'atomic'
// error: 19:4: a bit-field cannot be updated atomically
// error: 20:20: clause 'compare' is not supported in a target region
