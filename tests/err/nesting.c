int main(void)
{
	int x = 0;

	#pragma omp target map(tofrom: x)
	#pragma omp parallel for
	for (int i = 0; i < 10; i++) {
		#pragma omp barrier
		x++;
	}
	#pragma omp target
	{
		x = 1;
		#pragma omp teams
		x = 2;
	}
	return x;
}

// error: 8:15: 'barrier' must not stand inside 'parallel for'
// error: 14:15: 'teams' must be all that stands in 'target': no statement or declaration beside it
