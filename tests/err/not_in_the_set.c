int main(void)
{
	int x = 0;

	#pragma omp target
	#pragma omp interop init(targetsync: o)
	x++;
	return x;
}

// error: 6:14: 'interop' is not supported in a target region
