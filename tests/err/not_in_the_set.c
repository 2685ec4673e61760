int main(void)
{
	int x = 0;

	#pragma omp target
	#pragma omp cancel parallel
	x++;
	return x;
}

// error: 6:14: 'cancel' is not supported in a target region
