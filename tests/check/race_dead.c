// A race on a value that nobody uses: only without the optimiser is it in the program.
// check: race
// options: -O0
// expect: race_dead.c:17: race: team 0, thread
// expect: reads 'n' (4 bytes) in PAR_REG1
// expect: race_dead.c:16: note: team 0, thread 0 writes it in PAR_REG1
int
main(void)
{
	int n = 0, own;

	#pragma omp target map(from: n)
	#pragma omp parallel num_threads(64) private(own)
	{
		#pragma omp master
		n = 10;
		own = n;
	}
	return n != 10;
}
