// && and || with a cheap right side are predicates, else control flow
void f(int *a, int n, int m)
{
	#pragma omp target is_device_ptr(a)
	{
		a[0] = n > 0 && m > 0;
		if (n || a[1])
			a[2] = !n ? n : m;
	}
}
