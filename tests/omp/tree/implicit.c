/* Implicit mapping [5.8.1]: scalars by value, arrays and structures tofrom, pointers translated. */
struct point { double x, y; };
const int table[4] = { 1, 2, 3, 4 };
int global;
void f(float *p, int (*handler)(int))
{
	struct point s = { 1, 2 };
	char text[10];
	static long count;
#pragma omp target
	{
		s.x = p[0] + global + table[1];
		text[0] = (char)count;
		count++;
		(void)handler;
	}
}
