// What a bit-field promotes to, alone and as the value of a comma, an assignment or an increment:
// 100 less than it is negative when that is int.
#include <stdio.h>

struct fields {
	unsigned a : 8;
	unsigned long b : 20;
	unsigned long c : 40;
	unsigned d : 32;
	int e : 31;
	_Bool f : 1;
	volatile unsigned g : 5;
};

#define T(x) signs |= ((x) - 100 < 0) << bit++

static int
signs_of(void)
{
	struct fields v = { 5, 6, 7, 8, 9, 1, 3 };
	int k = 0, signs = 0, bit = 0;

	T(v.a); T((0, v.a)); T(v.a = 3); T(++v.a); T(--v.a); T(v.a += 1); T(k ? v.a : v.a);
	T(k ? v.a : k); T(+v.a); T(v.b); T((v.b)); T((0, v.b)); T(v.b = 2); T(v.d); T((0, v.d));
	T((k, (k, v.a))); T((unsigned)v.a); T(v.f); T(-v.a); T(~v.a); T(v.e); T((0, v.g)); T(v.c);
	return signs;
}

int main(void)
{
	int signs = 0;

	#pragma omp target map(tofrom: signs)
	signs = signs_of();
	printf("%x\n", signs);
	return 0;
}
