// The allocation has whole words; the mapped section has 97 bytes.
// check: bounds
// expect: bounds_char.c:15: bounds: team 0, thread
// expect: reads 'a[97]' (1 bytes)
// expect: (1 bytes) in PAR_REG1 of kernel 'main_l13
// expect: outside what is mapped
// expect: bounds_char.c:13:42: note: 'a[0:97]' is mapped here, 97 bytes
#include <stdio.h>

int main(void)
{
	char a[100] = { 0 }, b[98] = { 0 };
	#pragma omp target parallel for map(to: a[0:97]) map(from: b)
	for (int i = 0; i < 98; i++)
		b[i] = a[i];
	printf("%d\n", b[0]);
	return 0;
}
