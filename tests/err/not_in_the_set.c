int main(void)
{
	int x = 0;

	#pragma omp target
	#pragma omp task
	x++;
	return x;
}

// error: 6:14: 'task' is not supported in a target region
