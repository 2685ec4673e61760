/* Not too many choices at run time at once: each doubles the statement. */
void k(int n, int *a)
{
#pragma omp metadirective when(user={condition(n > 1)}: barrier) when(user={condition(n > 2)}: flush) \
	when(user={condition(n > 3)}: taskwait) when(user={condition(n > 4)}: taskyield) \
	when(user={condition(n > 5)}: barrier) when(user={condition(n > 6)}: flush) \
	when(user={condition(n > 7)}: taskwait)
	a[0] = 1;
}
// error: 4:1: more than 6 choices at run time for one statement
