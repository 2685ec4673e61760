// What is beside a bit-field or copied is no read; the field itself and the member are.  What
// has an address to be compared is not kept in registers.
// check: init
// expect: init_carried_read.c:18: init: team 0, thread 0 reads 'bits'
// expect: init_carried_read.c:20: init: team 0, thread 0 reads 's[0]'
// expect: reads of memory that nobody wrote: 2 (seen 2 times)
#include <stdio.h>

int
main(void)
{
	long a = 0, b = 0;

	#pragma omp target map(from: a, b)
	{
		struct { unsigned a : 5, b : 7; } bits;
		struct { long unwritten, written; } s, t;
		a = bits.a + ((void *)&bits == &s);
		s.written = 1;
		b = s.unwritten;
		t = s;
		bits.b = 1;
		b += t.written + bits.b;
	}
	printf("%d\n", a == a && b == b);
	return 0;
}
