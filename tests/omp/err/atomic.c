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
		x[0] = x[0] == 1 ? 2 : x[1];
#pragma omp atomic compare
		if (x[0] < v) { x[0] = v + 1; }
#pragma omp atomic compare
		if (x[0] <= v) { x[0] = v; }
#pragma omp atomic compare capture
		if (x[0] < v) { x[0] = v; } else { v = x[0]; }
#pragma omp atomic compare capture
		{ v = x[1]; if (x[0] == 1) { x[0] = 2; } }
#pragma omp atomic compare read
		v = x[0];
#pragma omp atomic weak fail(relaxed)
		x[0]++;
#pragma omp atomic compare weak
		if (x[0] < v) { x[0] = v; }
#pragma omp atomic compare fail(release)
		if (x[0] < v) { x[0] = v; }
	}
}
// error: 7:3: expected 'x++;', 'x op= expression;' or 'x = x op expression;' after 'atomic'
// error: 9:3: expected 'v = x;' after 'atomic'
// error: 11:3: expected 'x = expression;' after 'atomic'
// error: 13:3: expected 'v = x++;', 'v = x op= expression;' or a block of 'v = x;' and an update of x after 'atomic'
// error: 15:3: expected 'x++;', 'x op= expression;' or 'x = x op expression;' after 'atomic'
// error: 17:3: expected 'x++;', 'x op= expression;' or 'x = x op expression;' after 'atomic'
// error: 19:4: a bit-field cannot be updated atomically
// error: 21:3: expected 'if (x < e) { x = e; }', 'if (x == e) { x = d; }' or 'x = x == e ? d : x;' after 'atomic compare'
// error: 23:3: expected 'if (x < e) { x = e; }', 'if (x == e) { x = d; }' or 'x = x == e ? d : x;' after 'atomic compare'
// error: 25:3: expected 'if (x < e) { x = e; }', 'if (x == e) { x = d; }' or 'x = x == e ? d : x;' after 'atomic compare'
// error: 27:3: expected a block of 'v = x;' and a conditional update of x, 'if (x == e) { x = d; } else { v = x; }' or '{ r = x == e; if (r) { x = d; } }' after 'atomic compare'
// error: 29:3: expected a block of 'v = x;' and a conditional update of x, 'if (x == e) { x = d; } else { v = x; }' or '{ r = x == e; if (r) { x = d; } }' after 'atomic compare'
// error: 30:20: 'compare' goes with 'update' and 'capture' only
// error: 32:25: clause 'fail' wants 'compare' beside it
// error: 32:20: clause 'weak' wants 'compare' beside it
// error: 34:28: 'weak' is about comparisons by '=='
// error: 36:33: expected 'seq_cst', 'acquire' or 'relaxed' before identifier 'release'
