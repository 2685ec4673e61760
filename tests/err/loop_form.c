int main(void)
{
	int v[10];

	#pragma omp target teams distribute parallel for
	for (int i = 0; i * i < 50; i++)
		v[i] = i;
	#pragma omp target parallel for
	while (v[0])
		v[0]--;
	return 0;
}

// error: 6:18: loop of 'target teams distribute parallel for' is not in canonical form: expected a test of 'i' with <, <=, >, >= or !=
// error: 9:2: expected a 'for' loop after 'target parallel for'
