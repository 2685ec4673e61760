#pragma omp declare reduction(f: int: omp_out += omp_in) initializer(omp_priv = omp_orig)

int main(void)
{
	int n[100] = { 0 }, few = 0;

	for (int k = 1; k < 3; k++) {
		#pragma omp target teams distribute parallel for reduction(f: n[0:k]) reduction(f: few)
		for (int i = 0; i < 10; i++) {
			n[i % k] += i;
			few++;
		}
	}
	return n[0];
}

// error: 8:65: the initialiser of reduction 'f' reads 'omp_orig', which other teams may have changed: expected a reduction of one team, or an array section of constant length
