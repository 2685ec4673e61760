int main(void)
{
	int x = 0, y = 0;

	#pragma omp target map(tofrom: x, y)
	{
		#pragma omp atomic
		x = y + 1;
		#pragma omp atomic capture
		x++;
	}
	return x;
}

// error: 8:3: expected 'x++;', 'x op= expression;' or 'x = x op expression;' after 'atomic'
// error: 10:3: expected 'v = x++;', 'v = x op= expression;' or a block of 'v = x;' and an update of x after 'atomic'
