// printf in device code: every conversion with flags, widths and precisions.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	#pragma omp target
	{
		signed char c = -5;
		unsigned short u = 65535;
		long l = -1234567890123;
		unsigned long long ull = 18446744073709551615u;
		float f = 2.5f;
		double d = -1234.5678;
		const char *s = "text";

		printf("%d %i %u %x %X %o %c\n", -7, 42, 4000000000u, 0xbeefu, 0xBEEFu, 8u, 'q');
		printf("%ld %lld %lu %llu %lx %llX %zu\n", l, (long long)l, 5ul, ull,
			0xabcdef012345ul, ull, sizeof l);
		printf("%d %d %u %hhd %hd %hu\n", c, u, u, c, u, u);
		printf("%f %e %g %F %E %G %a\n", d, d, d, d, d, d, 1.0);
		printf("%.2f %.0f %10.3f|%-10.3f|%+.1f|% f|%010.2f|%#.0f\n", d, d, d, d, 3.14159,
			1.0, d, 2.0);
		printf("%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d|%-8.3d|\n", 42, 42, 42, 42, 42, 7, 7, 7);
		printf("%s|%10s|%-10s|%.2s|%%|%5c|%-5c|\n", s, s, s, s, 'x', 'y');
		printf("%#x %#o %#X\n", 255u, 8u, 255u);
		printf("%f %g %s %d\n", f, f * 1e10f, "literal", f > 2);
		printf("%*d|%-*d|%.*f|\n", 6, 1, 6, 2, 2, 1.239);
		printf("%g %g %g %g\n", 1e-5, 123456789.0, 0.0, -0.0);
		printf("no arguments\n");
		printf("%p\n", (void *)0x1234);
		printf("%d%d%d%d%d%d%d%d%d%d%d%d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
		printf("%jd %td %5.1e %s\n", (intmax_t)-3, (char *)9 - (char *)4, 12345.678,
			c < 0 ? "neg" : "pos");
		puts("puts");
		putchar('!');
		putchar('\n');
	}
	return 0;
}
