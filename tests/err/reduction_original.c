#pragma omp declare reduction(f: int: omp_out += omp_in) initializer(omp_priv = omp_orig)

int main(void)
{
	int n = 0;

	#pragma omp target teams distribute parallel for reduction(f: n)
	for (int i = 0; i < 10; i++)
		n += i;
	return n;
}

// error: 7:64: the initialiser of reduction 'f' reads 'omp_orig', which other teams may have changed: expected a reduction of one team
