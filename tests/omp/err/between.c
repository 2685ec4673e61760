/* Code between collapsed loops: what must not stand there, and what must not depend on it. */
void f(int n, int *a)
{
	int m = n;

#pragma omp parallel for collapse(2)
	for (int i = 0; i < n; i++) {
		m = a[i];
		for (int j = 0; j < m; j++) a[j] = i;
	}
#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < n; i++) {
		int from = i * 2;
		for (int j = from; j < n; j++) a[j] = i;
	}
#pragma omp target
#pragma omp parallel for collapse(3)
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) {
			if (a[j]) continue;
			for (int k = 0; k < n; k++) a[k] = i;
		}
	}
#pragma omp target parallel for collapse(2)
	for (int i = 0; i < n; i++) {
#pragma omp atomic
		a[i]++;
		for (int j = 0; j < n; j++) a[j] = i;
	}
#pragma omp target parallel for collapse(2)
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) a[j] = i;
		for (int j = 0; j < n; j++) a[j] = i;
	}
#pragma omp target parallel for collapse(2)
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++) {
			if (a[j])
				break;
		}
		a[i] = 0;
	}
#pragma omp target parallel for collapse(2)
	for (int i = 0; i < n; i++) {
		if (a[i])
			break;
		for (int j = 0; j < n; j++) a[j] = i;
	}
#pragma omp tile sizes(2, 2)
	for (int i = 0; i < n; i++) {
		a[i] = 0;
		for (int j = 0; j < n; j++) a[j] = i;
	}
}
// error: 9:23: loop of 'parallel for' is not in canonical form: expected bounds and step without 'm', which the code before the loop sets
// error: 14:16: loop of 'target teams distribute parallel for' is not in canonical form: expected bounds and step without 'from', which the code before the loop sets
// error: 20:14: 'continue' between the loops that 'parallel for' collapses
// error: 26:13: a directive between the loops that 'target parallel for' collapses
// error: 33:3: a loop between the loops that 'target parallel for' collapses
// error: 39:5: 'break' leaves a loop of 'target parallel for'
// error: 49:13: 'tile' wants loops without code between them
// error: 46:4: 'break' jumps out of the structured block of 'target parallel for'
