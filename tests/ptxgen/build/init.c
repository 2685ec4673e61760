// initialisers: what is not named is zero
struct s { int a[3]; char text[4]; long l; };
void f(long *p, int n)
{
	#pragma omp target is_device_ptr(p)
	{
		struct s s = { { 1, [2] = n }, "ab", .l = n };
		p[0] = s.l + s.text[1] + s.a[p[1]];
	}
}
