int f(int n, int *a)
{
#pragma omp target parallel for
	for (int i = 0; i < n; i++) {
		if (a[i]) break;
		if (a[0]) return 1;
		if (a[1]) goto out;
	}
	while (n) {
#pragma omp target
		{
			if (a[0]) break;
			if (a[1]) continue;
		}
		if (n == 9) goto in;
	}
#pragma omp target
	{
in:
		a[0] = 1;
	}
out:
	return 0;
}
// error: 5:13: 'break' jumps out of the structured block of 'target parallel for'
// error: 6:13: 'return' jumps out of the structured block of 'target parallel for'
// error: 12:14: 'break' jumps out of the structured block of 'target'
// error: 13:14: 'continue' jumps out of the structured block of 'target'
// error: 7:13: 'goto out' jumps out of the structured block of 'target parallel for'
// error: 15:15: 'goto in' jumps into the structured block of 'target'
