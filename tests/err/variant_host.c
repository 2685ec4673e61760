/* A block for host code as well: one message, and none about the functions in it. */
int f(int n)
{
	return n;
}
#pragma omp begin declare variant match(construct={parallel})
int f(int n)
{
	return n + 1;
}
#pragma omp end declare variant
// error: 6:13: 'begin declare variant' that may match on the host is not supported
