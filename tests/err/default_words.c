/* Words that a clause does not have (OpenMP 5.2 [5.4.1, 5.8.3, 5.9]). */
// error: 10:37: clause 'indirect' is not supported
// error: 13:38: expected 'shared', 'none', 'private' or 'firstprivate' before identifier 'mine'
// error: 15:31: expected 'present' before identifier 'presence'
// error: 16:25: modifier 'iterator' is not supported
// error: 19:26: loop of 'target parallel for' is not in canonical form: expected a decrement, since the test is '>' or '>='
// error: 23:3: loop of 'target parallel for' is not in canonical form: expected a different variable for each loop
int x, a[10];

#pragma omp declare target enter(x) indirect
void f(int n)
{
	#pragma omp target parallel default(mine)
	x++;
	#pragma omp target update to(presence: x)
	#pragma omp target map(iterator(i=0:3), to: a)
	x++;
	#pragma omp target parallel for
	for (int i = 10; i > 0; i++)
		a[0]++;
	#pragma omp target parallel for collapse(2)
	for (int i = 0; i < 10; i++)
		for (i = 0; i < n; i++)
			a[0]++;
}
