// printf in device code: conversions, widths, strings, and the order of one thread's lines.
#include <stdio.h>

struct pair { int a; double b; };

static void show(const char *what, long value)
{
	printf("%s = %ld\n", what, value);
}

int main(void)
{
	struct pair p = { 3, 2.25 };

	fflush(stdout);
	#pragma omp target map(to: p)
	{
		char c = 'x';
		short s = -3;
		float f = 1.5f;
		const char *word = "word";

		printf("plain text, 100%%\n");
		printf("%d %i %u %x %X %o %c\n", -1, 2, 3u, 255, 255, 8, c);
		printf("%ld %lu %lld %llu %lx\n", -1L, 2UL, -3LL, 4ULL, 0xabcdefL);
		printf("[%5d] [%-5d] [%05d] [%+d] [%.3f] [%10.2e] [%g]\n", 42, 42, 42, 42, 3.14159, 12345.678, 0.0001);
		printf("%s and %10s and %-6s|\n", word, "right", "left");
		printf("%hd %hhd %f %d %g\n", s, c, f, p.a, p.b);
		printf("[%*d] [%.*f]\n", 6, 7, 2, 1.005);
		for (int i = 0; i < 3; i++)
			show(i % 2 ? "odd" : "even", i * 1000000000L);
		printf("no newline, ");
		printf("then one\n");
	}
	return 0;
}
