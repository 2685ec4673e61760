// Reference counts of the present table, always, release, delete, update of strided parts, sections of
// sections, nested data regions; the copies differ from the host's meanwhile.
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

static void on_device(int *v, int n, int by)
{
	#pragma omp target map(alloc: v[0:n])
	for (int i = 0; i < n; i++)
		v[i] += by;
}

static int present(void *p)
{
	return omp_target_is_present(p, omp_get_default_device()) != 0;
}

/* At the end the array is there in part only: it is ignored, and the part stays as it is. */
static void left_in_part(void)
{
	int v[20] = { 0 };

	#pragma omp target data map(tofrom: v)
	{
		#pragma omp target exit data map(delete: v)
		#pragma omp target enter data map(to: v[15:2])
		on_device(v + 15, 2, 4);
	}
	printf("%d %d, ", v[15], present(v + 15));
	#pragma omp target exit data map(from: v[15:2])
	printf("%d %d\n", v[15], present(v + 15));
}

int main(void)
{
	int v[10] = { 0 }, *h = malloc(100 * sizeof *h), x = 1, y = 2;

	for (int i = 0; i < 100; i++)
		h[i] = i;
	#pragma omp target enter data map(to: v)
	#pragma omp target enter data map(to: v[2:3])
	on_device(v, 10, 1);
	#pragma omp target exit data map(from: v)
	printf("%d %d, ", v[0], present(v));
	#pragma omp target exit data map(from: v)
	printf("%d %d, ", v[0], present(v));
	#pragma omp target exit data map(from: v)
	printf("%d\n", v[0]);

	#pragma omp target data map(to: h[0:100])
	{
		on_device(h, 50, 1000);
		#pragma omp target data map(tofrom: h[10:10])
		on_device(h + 10, 10, 5);
		printf("%d, ", h[10]);
		#pragma omp target map(always, tofrom: h[20:2])
		h[20]++;
		printf("%d %d %d, ", h[20], h[21], h[22]);
		h[22] = -7;
		#pragma omp target map(always, to: h[22:1])
		h[22] *= 2;
		#pragma omp target update from(h[22:1], h[40:3])
		printf("%d %d %d %d\n", h[22], h[39], h[40], h[43]);
	}
	printf("%d %d, ", present(h), h[11]);
	#pragma omp target enter data map(to: h[0:100])
	#pragma omp target enter data map(to: h[0:100])
	#pragma omp target exit data map(delete: h[0:100])
	printf("%d, ", present(h));
	#pragma omp target enter data map(alloc: h[50:10])
	#pragma omp target update to(h[50:10])
	on_device(h + 50, 10, 3);
	printf("%d %d\n", present(h + 55), present(h + 60));
	#pragma omp target exit data map(release: h[50:10])

	#pragma omp target data map(tofrom: x) map(alloc: y)
	{
		x = 100;
		#pragma omp target map(from: y)
		{ x++; y = x; }
		#pragma omp target update from(x, y) if(x == 100)
		printf("%d %d, ", x, y);
		x = 50;
		#pragma omp target update to(x)
		#pragma omp target map(tofrom: x)
		x += 1;
	}
	printf("%d %d\n", x, y);
	#pragma omp target data map(tofrom: x) if(0)
	{
		x = 9;
		printf("%d\n", present(&x));
	}
	left_in_part();
	free(h);
	return 0;
}
