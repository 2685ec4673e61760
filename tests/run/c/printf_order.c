// Device printf: in order within a thread, everything flushed at the end of a region, between host
// output, through called functions, with every conversion; teams of one thread each in turn.
// may-refuse: spmd inspector
#include <stdio.h>

static void line(const char *what, int n)
{
	for (int i = 0; i < n; i++)
		printf("%s %d%s", what, i, i + 1 < n ? ", " : "\n");
}

int main(void)
{
	int n = 3;
	char word[8] = "host";

	printf("first\n");
	fflush(stdout);
	#pragma omp target map(to: word)
	{
		printf("begin %d %u %x %c %s%%\n", -n, 4000000000u, 255, 'q', word);
		line("loop", n);
		#pragma omp parallel num_threads(4)
		{
			#pragma omp single
			printf("single %5d|%-5d|%05d|%+d\n", n, n, n, n);
			#pragma omp master
			printf("master %lld %llu %ld\n", -5000000000LL, 18446744073709551615ull, 7L);
		}
		#pragma omp parallel for num_threads(1)
		for (int i = 0; i < 3; i++)
			printf("i%d ", i);
		printf("\n%g %.3f %e %a\n", 0.1, 2.0 / 3, 12345.678, 0.75);
		printf("%s", "");
		printf("%d\n", (int)(signed char)-3);
	}
	printf("second\n");
	fflush(stdout);
	#pragma omp target
	line("again", 2);
	printf("third\n");
	return 0;
}
