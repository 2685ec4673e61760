// types that device code does not have (C11 6.2.5)
int main(void)
{
	double r = 0;
	__int128 big = 3;
	long double _Complex z = 1;

	#pragma omp target map(tofrom: r)
	{
		long double x = 3;

		r = x * 2;
		r += (double)(big + 1);
		r += (double)z;
	}
	return 0;
}
// error: 10:15: 'x' has type 'long double', which device code does not have
// error: 10:19: device code has no 'long double'
// error: 12:9: device code has no 'long double'
// error: 13:21: device code has no '__int128'
// error: 14:16: device code has no '_Complex long double'
