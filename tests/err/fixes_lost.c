// args: -Werror
int g(double *x)
{
	int sum = 0;
	#pragma omp target map(to: x[0:10]) // the clause stands before this
	for (int i = 0; i < 10; i++)
		sum += x[i];
	return sum;
}
