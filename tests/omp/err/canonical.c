void f(int n, int *a, double d)
{
	int k;
#pragma omp target parallel
	{
#pragma omp for
		while (n) n--;
#pragma omp for
		for (d = 0; d < 1; d++) ;
#pragma omp for
		for (; k < n; k++) ;
#pragma omp for
		for (int i = 0; i + 1 < n; i++) ;
#pragma omp for
		for (int i = 0; i < n; i *= 2) ;
#pragma omp for
		for (int i = 0; i < n; i--) ;
#pragma omp for
		for (int i = 0; i < n; i += 0) ;
#pragma omp for
		for (int i = 0; i != n; i += 2) ;
#pragma omp for
		for (int i = 0; i < i + 2; i++) ;
#pragma omp for
		for (int i = 0; i < n; i++) i++;
#pragma omp for collapse(2)
		for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp for collapse(2)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j += i) a[i] = 1;
#pragma omp for collapse(2)
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < n; j++) a[i] = 1;
			while (a[i]) a[i]--;
		}
#pragma omp for
		for (int i = 0; i < d; i++) ;
#pragma omp for collapse(2) schedule(static)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < i; j++) ;
#pragma omp for collapse(3) ordered
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				for (int k = a[i]; k < 9; k++) ;
	}
#pragma omp target teams distribute collapse(2) dist_schedule(static, 4)
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++) ;
}
// error: 7:3: expected a 'for' loop after 'for'
// error: 9:8: loop of 'for' is not in canonical form: expected a variable of integer or pointer type
// error: 11:3: loop of 'for' is not in canonical form: expected 'VARIABLE = EXPRESSION' as its initialisation
// error: 13:19: loop of 'for' is not in canonical form: expected a test of 'i' with <, <=, >, >= or !=
// error: 15:26: loop of 'for' is not in canonical form: expected an increment like 'i++' or 'i += STEP'
// error: 17:26: loop of 'for' is not in canonical form: expected an increment, since the test is '<' or '<='
// error: 19:26: loop of 'for' is not in canonical form: expected a step other than 0
// error: 21:27: loop of 'for' is not in canonical form: expected a step of 1 or -1 with '!='
// error: 23:23: loop of 'for' is not in canonical form: expected bounds and step that do not change with 'i'
// error: 25:31: loop variable 'i' of 'for' must not be changed in the body
// error: 27:31: expected a 'for' loop here: collapse(2) needs 2 nested loops
// error: 30:32: loop of 'for' is not in canonical form: expected a step that does not change with 'i'
// error: 34:4: a loop between the loops that 'for' collapses
// error: 37:23: loop of 'for' is not in canonical form: expected a bound of integer type
// error: 38:29: 'schedule' on loops that are not rectangular: expected bounds of 'j' that do not change with an outer loop's variable
// error: 41:29: 'ordered' on loops that are not rectangular: expected bounds of 'k' that do not change with an outer loop's variable
// error: 46:49: 'dist_schedule' on loops that are not rectangular: expected bounds of 'j' that do not change with an outer loop's variable
