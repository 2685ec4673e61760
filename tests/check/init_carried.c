// Silent: a bit-field's first store keeps the bits beside it, and a struct is copied with members that
// nobody wrote; neither reads them.
// check: init
// silent: k40 v100
#include <stdio.h>

struct some {
	char unwritten;
	long written;
};
struct many {
	long unwritten[20], written;
};

#pragma omp declare target
__attribute__((noinline)) long
written(struct some s)
{
	return s.written;
}
#pragma omp end declare target

int
main(void)
{
	long sum = 0;

	#pragma omp target map(from: sum)
	{
		struct { unsigned a : 5, b : 7; } bits;
		struct some s, copies[2];
		struct many m, n;

		bits.b = 3;
		s.written = 2;
		copies[1] = s;
		m.written = 4;
		n = m;
		sum = bits.b + written(s) + copies[1].written + n.written;
	}
	printf("%ld\n", sum);
	return sum != 11;
}
