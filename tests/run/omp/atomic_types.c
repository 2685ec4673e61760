// Every atomic form on every type, in global, shared and captured memory: update in all spellings,
// read, write, capture before and after; neighbours of small types stay.
// may-refuse: spmd inspector
#include <stdio.h>

#define INTEGER(type) do { \
	type v[4] = { 1, 2, 3, 4 }, w = 0; \
	long long seen = 0; \
	_Pragma("omp target map(tofrom: v, w, seen)") \
	{ \
		type own[3] = { 5, 0, 6 }; \
		_Pragma("omp parallel for reduction(+: seen) num_threads(40)") \
		for (int i = 0; i < 50; i++) { \
			type old; \
			_Pragma("omp atomic") own[1]++; \
			_Pragma("omp atomic") ++v[1]; \
			_Pragma("omp atomic") v[1] += 2; \
			_Pragma("omp atomic update") v[1] = v[1] - 1; \
			_Pragma("omp atomic update") v[1] = 1 + v[1]; \
			_Pragma("omp atomic") v[2] ^= (type)i; \
			_Pragma("omp atomic") v[2] |= 64; \
			_Pragma("omp atomic") v[3] &= (type)~(i & 1); \
			_Pragma("omp atomic capture") old = own[2]++; \
			seen += old; \
			_Pragma("omp atomic capture") old = w += 1; \
			seen += old * 2; \
			_Pragma("omp atomic capture") { old = v[0]; v[0] = v[0] + 1; } \
			seen += old > 0; \
			_Pragma("omp atomic capture") { v[0] += 1; old = v[0]; } \
			_Pragma("omp atomic write") own[0] = 9; \
			_Pragma("omp atomic read") old = own[0]; \
			seen += old; \
		} \
		_Pragma("omp parallel for num_threads(3)") \
		for (int i = 0; i < 4; i++) { \
			_Pragma("omp atomic") v[0] -= 1; \
			_Pragma("omp atomic") v[1] >>= 1; \
			_Pragma("omp atomic") v[2] *= 3; \
			_Pragma("omp atomic") v[3] /= 2; \
		} \
		_Pragma("omp parallel num_threads(2)") \
		_Pragma("omp for") \
		for (int i = 0; i < 2; i++) { \
			_Pragma("omp atomic") v[1] <<= 1; \
		} \
		v[3] = (type)(v[3] + own[0] + own[1] + own[2]); \
	} \
	printf(#type ": %lld %lld %lld %lld %lld %lld\n", (long long)v[0], (long long)v[1], (long long)v[2], \
		(long long)v[3], (long long)w, seen); \
} while (0)

#define REAL(type) do { \
	type v[2] = { 1, 2 }, sum = 0; \
	_Pragma("omp target parallel for map(tofrom: v) reduction(+: sum)") \
	for (int i = 0; i < 64; i++) { \
		type old; \
		_Pragma("omp atomic") v[0] += (type)0.5; \
		_Pragma("omp atomic") v[1] = v[1] - (type)0.25; \
		_Pragma("omp atomic") v[1]++; \
		_Pragma("omp atomic capture") old = v[0]--; \
		_Pragma("omp atomic capture") { v[0] = v[0] + 1; old = v[0]; } \
		sum += old > -1000; \
		if (i == 5) { _Pragma("omp atomic") v[1] *= 1; } \
	} \
	printf(#type ": %a %a %a\n", (double)v[0], (double)v[1], (double)sum); \
} while (0)

int main(void)
{
	INTEGER(signed char);
	INTEGER(unsigned char);
	INTEGER(short);
	INTEGER(unsigned short);
	INTEGER(int);
	INTEGER(unsigned);
	INTEGER(long);
	INTEGER(long long);
	INTEGER(unsigned long);
	REAL(float);
	REAL(double);
	return 0;
}
