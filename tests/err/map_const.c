/* map(const, to:), the hint that Martineau et al. 2016 propose: a promise, and what breaks it. */
struct s { int x, *p; };

void
f(int n, int *a, int *b, struct s v)
{
	#pragma omp target map(const, to: a[0:n], v) map(from: b[0:n])
	for (int i = 0; i < n; i++) {
		b[i] = a[i] + v.x;
		a[i] += 1;
		v.x++;
		*a = 2;
		a = b;
	}
	#pragma omp target map(const, tofrom: a[0:n])
	b[0] = a[0];
	#pragma omp target data map(const, to: a[0:n])
	;
}
// error: 15:21: expected map type 'to' or 'alloc' with 'const': the region only reads what it maps so
// error: 17:26: 'const' is a promise about a region: expected it on 'target', not on 'target data'
// error: 10:8: 'a[0:n]' is mapped 'const', but written here
// error: 11:6: 'v' is mapped 'const', but written here
// error: 12:6: 'a[0:n]' is mapped 'const', but written here
