// args: -fdeterministic-reduction
#pragma omp declare reduction(plus: double: omp_out += omp_in)

int main(void)
{
	double x = 0;

	#pragma omp target parallel for reduction(plus: x)
	for (int i = 0; i < 10; i++)
		x += i;
	return x != 45;
}

// error: 8:50: -fdeterministic-reduction cannot combine by 'plus', whose order is that in which threads come: leave the option out
