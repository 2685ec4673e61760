/* A structure that only the host's compiler makes. */
// error: 8:18: device code cannot use '__builtin_only_the_host'

struct s { int a; };
int f(int n)
{
	#pragma omp target map(tofrom: n)
	n += ((struct s)__builtin_only_the_host(n)).a;
	return n;
}
