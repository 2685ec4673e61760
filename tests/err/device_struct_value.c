/* A structure that only the host's compiler makes. */
// error: 8:18: this struct value is not available in device code

struct s { int a; };
int f(int n)
{
	#pragma omp target map(tofrom: n)
	n += ((struct s)__builtin_only_the_host(n)).a;
	return n;
}
