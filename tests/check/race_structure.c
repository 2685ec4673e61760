// The last member is no structure; a piece of the copy is of no member alone.
// expect: writes 'p
#include <stdio.h>

struct pair { int by; long sum[3]; };

int main(void)
{
	struct pair p = { 1 };

	#pragma omp target parallel for num_threads(64) map(tofrom: p)
	for (int i = 0; i < 64; i++) {
		struct pair mine = { i };
		p = mine;
	}
	printf("%d\n", p.by < 64);
	return 0;
}
