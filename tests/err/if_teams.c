// if on a teams that the host compiler is to see (OpenMP 5.2 [10.2])
void f(int n)
{
	#pragma omp teams if(teams: n)
	{ }
	#pragma omp teams if(n)
	{ }
	#pragma omp teams distribute parallel for if(n)
	for (int i = 0; i < n; i++)
		;
	#pragma omp target teams if(teams: n)
	{ }
}
// error: 4:20: 'if' for 'teams' is supported on 'target teams' only: 'num_teams(c ? n : 1)' says the same
// error: 6:20: 'if' for 'teams' is supported on 'target teams' only: 'num_teams(c ? n : 1)' says the same
