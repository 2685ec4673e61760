/* scan and inscan where they must not stand, and what they must name [5.6] */
void f(int *a, int n)
{
	int x = 0, y = 0;

#pragma omp parallel for reduction(inscan, +: x)
	for (int i = 0; i < n; i++)
		x += a[i];
#pragma omp parallel for reduction(inscan, +: x, y)
	for (int i = 0; i < n; i++) {
		x += a[i];
#pragma omp scan inclusive(x, n)
		a[i] = x;
	}
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		x += a[i];
#pragma omp scan inclusive(x)
		a[i] = x;
	}
#pragma omp parallel for reduction(inscan, +: x)
	for (int i = 0; i < n; i++) {
		x += a[i];
#pragma omp scan
		a[i] = x;
	}
#pragma omp parallel for reduction(inscan, +: x) reduction(+: y)
	for (int i = 0; i < n; i++) {
		if (a[i])
			continue;
		x += a[i];
#pragma omp scan inclusive(x)
		a[i] = x;
#pragma omp scan exclusive(x)
	}
#pragma omp target teams distribute parallel for reduction(inscan, +: x)
	for (int i = 0; i < n; i++) {
		x += a[i];
#pragma omp scan inclusive(x)
		a[i] = x;
	}
#pragma omp parallel reduction(inscan, +: x)
	x++;
}
// error: 6:13: 'reduction(inscan, ...)' needs a 'scan' between two parts of the loop's body
// error: 12:31: 'n' is in no 'reduction(inscan, ...)' of the loop
// error: 12:18: 'y' is scanned: expected it in 'inclusive'
// error: 18:13: 'scan' must stand directly in a loop with 'reduction(inscan, ...)'
// error: 24:13: expected one of 'inclusive' and 'exclusive' on 'scan'
// error: 27:50: expected 'inscan' here, since another 'reduction' of this directive says it
// error: 34:13: a second 'scan' in this loop
// error: 36:50: 'inscan' goes with 'for' and 'simd' loops that teams do not share
// error: 42:22: 'inscan' goes with 'for' and 'simd' loops that teams do not share
// error: 30:4: 'continue' jumps out of the structured block of 'scan'
