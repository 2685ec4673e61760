void f(int *a)
{
#pragma omp target
	{
		a[0] = 1;
#pragma omp teams
		a[1] = 1;
	}
}
// error: 6:13: 'teams' must be all that stands in 'target': no statement or declaration beside it
