// printf: the promoted arguments in a buffer, as vprintf wants them
int printf(const char *, ...);
void f(int n, float x)
{
	#pragma omp target
	printf("%d %f %s\n", n, x, "s");
}
