int main(void)
{
	int x = 0;

	#pragma omp target device(0) device(1) map(tofrom: x)
	x++;
	#pragma omp target map(sideways: x)
	x++;
	#pragma omp target teams distribute collapse(2)
	for (int i = 0; i < 4; i++)
		x++;
	return x;
}

// error: 5:31: clause 'device' is given twice
// error: 7:25: expected a map type (to, from, tofrom, alloc, release, delete) or modifier (always, close, present, const) before identifier 'sideways'
// error: 11:3: expected a 'for' loop here: collapse(2) needs 2 nested loops
