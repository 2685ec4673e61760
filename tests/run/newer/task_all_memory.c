// depend(…: omp_all_memory), inoutset, taskwait depend nowait: of 5.1, on host and device.
#include <stdio.h>

enum { N = 200 };

static int a[N], b, seen[3];

static void host_tasks(void)
{
	#pragma omp parallel num_threads(4)
	#pragma omp single
	{
		#pragma omp task depend(out: a)
		for (int i = 0; i < N; i++)
			a[i] += i;
		#pragma omp task depend(out: b) if(b == 0)
		b += 5;
		if (N > 1)
			#pragma omp task depend(inout: omp_all_memory) shared(seen)
			seen[0] = a[N - 1] + b;
		#pragma omp task depend(inoutset: b)
		#pragma omp atomic
		b += 100;
		#pragma omp task depend(inoutset: b)
		#pragma omp atomic
		b += 200;
		#pragma omp taskwait depend(inout: b) nowait
		#pragma omp task depend(in: b)
		seen[1] = b;
		#pragma omp taskwait depend(in: omp_all_memory)
		seen[2] = seen[1] + a[1];
	}
}

static void target_tasks(void)
{
	#pragma omp target map(tofrom: a, b) depend(out: b) nowait
	b += a[2];
	#pragma omp target map(tofrom: a, b) depend(out: seen[0:1], omp_all_memory, seen[2]) nowait
	{
		#pragma omp parallel num_threads(32)
		#pragma omp single
		{
			#pragma omp task depend(inoutset: b) shared(b)
			b *= 2;
			#pragma omp task depend(out: omp_all_memory) shared(a, b)
			a[0] = b;
		}
	}
	#pragma omp target map(tofrom: a, b) depend(inoutset: b) nowait
	b += a[0];
	#pragma omp task depend(in: omp_all_memory)
	printf("%d %d\n", a[0], b);
	#pragma omp taskwait
}

int main(void)
{
	host_tasks();
	printf("%d %d %d\n", seen[0], seen[1], seen[2]);
	target_tasks();
	#pragma omp parallel num_threads(2)
	#pragma omp single
	target_tasks();
	return 0;
}
