// error: 1:1: x
struct s { int b : 3; };
void f(int *x, int v, struct s s)
{
#pragma omp target
	{
#pragma omp atomic
		x[0] = 1;
#pragma omp atomic read
		x[0]++;
#pragma omp atomic write
		x[0] += 1;
#pragma omp atomic capture
		{ v = x[0]; x[1]++; }
#pragma omp atomic
		x[0] %= 2;
#pragma omp atomic
		if (v) x[0]++;
#pragma omp atomic
		s.b++;
#pragma omp atomic compare
		x[0] = x[0] == 1 ? 2 : x[0];
	}
}
