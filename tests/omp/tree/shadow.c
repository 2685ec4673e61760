/* Variables of the body are the kernel's own, also when they hide an outer one. */
int x;
void f(int *a)
{
#pragma omp target
	{
		int y = x;
		{
			int x = y;
			a[0] = x;
		}
		extern int x;
		static int kept;
		kept = x;
	}
}
