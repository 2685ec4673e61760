// A region with sequential code behind its parallel loop, for compare.t and html.t.
int total;

int
main(void)
{
	int a[64], n = 0;

#pragma omp target map(from: a) map(tofrom: n)
	{
#pragma omp parallel for
		for (int i = 0; i < 64; i++)
			a[i] = i;
		n += 2;		/* é: a character of two bytes */
	}
	return n != 2;
}
