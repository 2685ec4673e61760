// single with copyprivate: a cell of the team between two barriers
void f(int *a)
{
	#pragma omp target parallel is_device_ptr(a)
	{
		int mine = 0;

		#pragma omp single copyprivate(mine)
		mine = a[0];
		#pragma omp single nowait
		a[1] = 1;
		#pragma omp master
		a[2] = mine;
	}
}
