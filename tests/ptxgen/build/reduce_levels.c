// separate directives: threads into the team's copy, teams into the original
void f(signed char *a, int n)
{
	signed char low = 100;

	#pragma omp target teams reduction(min: low) map(tofrom: low) is_device_ptr(a)
	{
		#pragma omp distribute parallel for reduction(min: low)
		for (int i = 0; i < n; i++)
			low = a[i] < low ? a[i] : low;
	}
	a[0] = low;
}
