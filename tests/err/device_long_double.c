/* Types without a device equivalent, in every position of an expression. */
int main(void)
{
	long double y = 1;
	__int128 z = 3;
	int i = 0;

	#pragma omp target map(tofrom: i)
	{
		y = y * 2;
		if (i > 1e10L)
			i = 2;
		i = (y < 3) + (z == 4);
		i += z ? 1 : 2;
	}
	return i;
}

// error: 10:5: device code has no 'long double'
// error: 11:7: device code has no 'long double'
// error: 11:11: device code has no 'long double'
// error: 13:8: device code has no 'long double'
// error: 13:12: device code has no 'long double'
// error: 13:18: device code has no '__int128'
// error: 13:23: device code has no '__int128'
// error: 14:8: device code has no '__int128'
