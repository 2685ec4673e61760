// may-refuse: inspector
// 'nothing' and directives that come to it leave their place in an if, a loop or a region to the statement
// that follows [5.2: 8.4].
#include <stdio.h>

#pragma omp declare target
static int count(int x)
{
	switch (x) {
	case 1:
		#pragma omp nothing
		return 10;
	default:
		break;
	}
	while (x < 5)
		#pragma omp nothing
		#pragma omp nothing
		x++;
	do
		#pragma omp nothing
		x += 2;
	while (x < 9);
again:
	#pragma omp nothing
	x++;
	if (x < 20)
		#pragma omp nothing
		goto again;
	return x;
}
#pragma omp end declare target

int main(void)
{
	int n = 0, a[8] = { 0 };

	#pragma omp target map(tofrom: n, a)
	{
		if (n)
			#pragma omp nothing
			n = 1000;
		else
			#pragma omp metadirective when(device={kind(fpga)}: parallel)
			n = 3;
		#pragma omp metadirective when(device={kind(fpga)}: barrier)
		int y = 4;
		n += y + count(1) + count(2);
		#pragma omp parallel for
		for (int i = 0; i < 8; i++)
			#pragma omp nothing
			a[i] += i;
		#pragma omp parallel
		#pragma omp nothing
		#pragma omp single
		a[0] += n;
		#pragma omp nothing
	}
	for (int i = 0; i < 8; i++)
		printf("%d ", a[i]);
	printf("%d\n", n);
	return 0;
}
