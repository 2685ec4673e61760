/* Each thread's own variable cannot be what all of them combine in (OpenMP 5.2 [5.5.8]). */
// error: 5:31: reduction variable 'k' is private in the enclosing parallel region
static int sum(int k)
{
	#pragma omp for reduction(+: k)
	for (int i = 0; i < 10; i++)
		k += i;
	return k;
}

int main(void)
{
	int n = 0;

	#pragma omp target parallel map(tofrom: n)
	n = sum(2);
	return n != 47;
}
