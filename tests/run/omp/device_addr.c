// use_device_addr and has_device_addr: arrays, sections through pointers, scalars, structures.
#include <stdio.h>
#include <omp.h>

struct pair { int x, y; };

/* Code that is given a device's address and knows it. */
static void add(int *a, int n)
{
	#pragma omp target teams distribute parallel for is_device_ptr(a)
	for (int i = 0; i < n; i++)
		a[i] += 100;
}

int main(void)
{
	int a[20], b[4][5], x = 1, *p = a;
	struct pair pair = { 2, 3 };

	for (int i = 0; i < 20; i++)
		a[i] = b[i / 5][i % 5] = i;
	#pragma omp target data map(a, b, x, pair)
	{
		#pragma omp target data use_device_addr(a, x, pair) use_device_addr(b)
		{
			add(a, 20);
			add(b[1], 5);
			#pragma omp target has_device_addr(a, x, pair, b)
			{
				a[3] += x + pair.y;
				b[2][2] = 7;
				pair.x = x++;
			}
		}
		#pragma omp target data use_device_addr(p[0:20])
		add(p, 2);
		#pragma omp target data use_device_addr(p[5:10])
		#pragma omp target parallel for has_device_addr(p[5:10])
		for (int i = 5; i < 15; i++)
			p[i] *= 2;
	}
	printf("%d %d %d %d %d %d %d %d\n", a[0], a[3], a[14], a[19], b[1][4], b[2][2], x, pair.x);
	/* of which a part is there */
	#pragma omp target data map(a[8:4], pair.y) use_device_addr(a, pair)
	{
		add(&a[9], 2);
		#pragma omp target has_device_addr(a, pair)
		a[8] = pair.y++;
	}
	printf("%d %d %d %d\n", a[8], a[9], a[10], pair.y);
	return 0;
}
