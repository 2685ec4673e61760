// device(n), if() on each construct, nowait with depend and taskwait, the default device, regions
// from several host threads at once.
#include <stdio.h>
#include <omp.h>

static int v[4][100];

static void fill(int k, int dev, int cond)
{
	#pragma omp target teams distribute parallel for device(dev) if(target: cond) map(tofrom: v[k])
	for (int i = 0; i < 100; i++)
		v[k][i] += i * (k + 1);
}

int main(void)
{
	int x = 1, y = 2, last = omp_get_num_devices(), where[2];

	fill(0, 0, 1);
	fill(1, last, 1);
	fill(2, omp_get_initial_device(), 1);
	fill(3, 0, 0);
	printf("%d %d %d %d\n", v[0][99], v[1][99], v[2][99], v[3][99]);
	#pragma omp target device(omp_get_initial_device()) map(from: where)
	where[0] = omp_is_initial_device();
	#pragma omp target if(x > 5) map(from: where[1:1])
	where[1] = omp_is_initial_device();
	printf("%d %d\n", where[0], where[1]);
	#pragma omp target nowait map(tofrom: x) depend(out: x)
	x += 10;
	#pragma omp target nowait map(tofrom: x, y) depend(in: x) depend(out: y)
	y += x;
	#pragma omp taskwait
	printf("%d %d\n", x, y);
	#pragma omp target enter data map(to: v) nowait
	#pragma omp taskwait
	#pragma omp target update from(v) nowait
	#pragma omp taskwait
	#pragma omp target exit data map(delete: v) nowait
	#pragma omp taskwait
	#pragma omp parallel for num_threads(4)
	for (int k = 0; k < 4; k++)
		for (int r = 0; r < 5; r++)
			fill(k, 0, 1);
	printf("%d %d %d %d\n", v[0][1], v[1][2], v[2][3], v[3][4]);
	#pragma omp target parallel if(parallel: y < 0) map(tofrom: x) num_threads(16)
	{
		#pragma omp atomic
		x += omp_get_num_threads();
	}
	omp_set_default_device(omp_get_default_device());
	printf("%d\n", x);
	return 0;
}
