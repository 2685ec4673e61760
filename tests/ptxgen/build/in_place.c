// a function that asks for its thread is built where it is called, returns and all
int omp_get_thread_num(void);
static int pick(int k)
{
	if (k > 4)
		return -1;
	return k + omp_get_thread_num();
}
void f(int *a)
{
	#pragma omp target parallel is_device_ptr(a)
	a[pick(2)] = pick(a[0]);
}
