/* What tile and unroll want of their loops [9.1, 9.2]. */
void f(int n, int *a, int k)
{
	int j;
#pragma omp tile sizes(0)
	for (int i = 0; i < n; i++)
		a[i] = 0;
#pragma omp tile partial(2)
	for (int i = 0; i < n; i++)
		a[i] = 0;
#pragma omp tile sizes(4, 2.0)
	for (int i = 0; i < n; i++)
		for (int l = 0; l < n; l++)
			a[i] += l;
#pragma omp tile sizes(4, 4)
	for (int i = 0; i < n; i++)
		for (int l = i; l < n; l++)
			a[i] += l;
#pragma omp for
#pragma omp tile sizes(4, 4)
	for (int i = 0; i < n; i++)
		for (j = 0; j < n; j++)
			a[i] += j;
#pragma omp tile sizes(4)
	for (int i = 0; i < n; i++)
		if (a[i])
			break;
#pragma omp unroll full
	for (int i = 0; i < n; i++)
		a[i] = 0;
#pragma omp parallel for
#pragma omp unroll full
	for (int i = 0; i < 8; i++)
		a[i] = 0;
#pragma omp unroll partial(-1)
	for (int i = 0; i < n; i++)
		a[i] = 0;
#pragma omp unroll
	while (n--)
		a[n] = 0;
#pragma omp tile sizes(4)
	for (int i = 1; i < n; i *= 2)
		a[i] = 0;
#pragma omp target parallel for collapse(2)
#pragma omp tile sizes(4)
	for (int i = 0; i < n; i++)
		a[i] = 0;
#pragma omp tile sizes(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)
	a[0] = 1;
}
// error: 5:24: expected a positive integer constant, below a million, in 'sizes'
// error: 8:18: expected 'sizes' on 'tile' before identifier 'partial'
// error: 11:27: expected an integer expression in 'sizes', found type 'double'
// error: 15:13: 'tile' wants loops whose bounds do not change with an outer loop's variable
// error: 22:3: expected 'j' to be declared in its loop, which is an inner one of 'tile'
// error: 27:4: 'break' leaves a loop of 'tile'
// error: 28:13: 'unroll full' wants a loop with constant bounds and step
// error: 32:13: 'unroll full' leaves no loop for 'parallel for'
// error: 35:28: expected a positive integer constant, below a million, in 'partial'
// error: 39:2: expected a 'for' loop after 'unroll'
// error: 42:25: loop of 'tile' is not in canonical form: expected an increment like 'i++' or 'i += STEP'
// error: 46:2: loop of 'target parallel for' is not in canonical form: expected bounds and step without 'i_end', which the code before the loop sets
// error: 48:63: 'tile' takes at most 16 loops
