/* A case label inside a construct that its switch is outside of (OpenMP 5.2 [4.3]). */
// error: 9:3: this case label is inside an OpenMP construct that the switch is outside of
int f(int n)
{
	#pragma omp target map(tofrom: n)
	switch (n) {
		#pragma omp parallel
		{
		case 3:
			n = 4;
		}
	}
	return n;
}
