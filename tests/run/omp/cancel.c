// cancel and cancellation point without OMP_CANCELLATION: nothing happens, on the host and on the device.
#include <omp.h>
#include <stdio.h>

enum { N = 200 };

int main(void)
{
	int a[N], found = 0, parts = 0, late = 0, tasks = 0;

	#pragma omp target map(from: a) map(tofrom: found)
	#pragma omp parallel num_threads(48)
	{
		#pragma omp cancel parallel if(found > 1000)
		#pragma omp for
		for (int i = 0; i < N; i++) {
			a[i] = i * i;
			if (i % 50 == 3) {
				#pragma omp atomic
				found++;
				#pragma omp cancel for if(i)
			}
			#pragma omp cancellation point for
			a[i]++;
		}
		#pragma omp cancellation point parallel
	}
	#pragma omp target map(tofrom: parts)
	#pragma omp parallel sections reduction(+: parts)
	{
		#pragma omp section
		{
			parts += 1;
			#pragma omp cancel sections
		}
		#pragma omp section
		{
			#pragma omp cancellation point sections
			parts += 10;
		}
	}
	#pragma omp target teams distribute parallel for reduction(+: late)
	for (int i = 0; i < N; i++) {
		#pragma omp cancellation point for
		late += i > 100;
	}
	#pragma omp target map(tofrom: tasks)
	#pragma omp parallel
	#pragma omp single
	#pragma omp taskgroup
	for (int i = 0; i < 5; i++) {
		#pragma omp task shared(tasks)
		{
			#pragma omp cancellation point taskgroup
			#pragma omp atomic
			tasks += i;
			#pragma omp cancel taskgroup
		}
	}
	#pragma omp parallel num_threads(4)
	{
		#pragma omp cancel parallel
		#pragma omp atomic
		late++;
	}
	printf("%d %d %d %d %d %d %d\n", a[0], a[N - 1], found, parts, late > 99, tasks, omp_get_cancellation());
	return 0;
}
