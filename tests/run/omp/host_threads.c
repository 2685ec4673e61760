// args: -pthread
// Threads of the host map, launch and update at once, on whatever devices there are.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 6, ROUNDS = 8, N = 300 };

static int shared_table[N];
#pragma omp declare target
static int calls;
#pragma omp end declare target

struct job { int number, bad; };

static int own_data(int t, int device)
{
	int a[N], b[N], bad = 0;

	for (int i = 0; i < N; i++)
		a[i] = i * t;
	#pragma omp target enter data map(to: a) map(alloc: b) device(device)
	#pragma omp target teams distribute parallel for device(device)
	for (int i = 0; i < N; i++)
		b[i] = a[i] + shared_table[i];
	#pragma omp target update from(b) device(device)
	for (int i = 0; i < N; i++)
		bad += b[i] != i * t + i;
	#pragma omp target exit data map(delete: a, b) device(device)
	return bad;
}

static void *work(void *arg)
{
	struct job *j = arg;
	int devices = omp_get_num_devices(), sum = 0;

	for (int r = 0; r < ROUNDS; r++) {
		j->bad += own_data(j->number + r, devices ? (j->number + r) % devices : 0);
		#pragma omp target parallel for map(tofrom: sum) reduction(+: sum)
		for (int i = 0; i < N; i++)
			sum += shared_table[i];
		#pragma omp target
		{
			#pragma omp atomic
			calls++;
		}
	}
	j->bad += sum != ROUNDS * (N * (N - 1) / 2);
	return NULL;
}

static int with_pthreads(void)
{
	pthread_t thread[THREADS];
	struct job job[THREADS] = { { 0 } };
	int bad = 0;

	for (int t = 0; t < THREADS; t++) {
		job[t].number = t;
		pthread_create(&thread[t], NULL, work, &job[t]);
	}
	for (int t = 0; t < THREADS; t++) {
		pthread_join(thread[t], NULL);
		bad += job[t].bad;
	}
	return bad;
}

static int with_openmp(void)
{
	int bad = 0, devices = omp_get_num_devices();

	#pragma omp parallel for num_threads(4) reduction(+: bad) schedule(dynamic)
	for (int t = 0; t < 12; t++)
		bad += own_data(t, devices ? t % devices : 0);
	#pragma omp parallel num_threads(3) reduction(+: bad)
	{
		int mine = omp_get_thread_num(), got = -1;

		#pragma omp target nowait map(from: got) firstprivate(mine)
		got = mine * mine;
		#pragma omp taskwait
		bad += got != mine * mine;
	}
	return bad;
}

int main(void)
{
	int n = 0;

	for (int i = 0; i < N; i++)
		shared_table[i] = i;
	#pragma omp target data map(to: shared_table)
	{
		printf("%d wrong\n", with_pthreads());
		printf("%d wrong\n", with_openmp());
	}
	#pragma omp target map(from: n)
	n = calls;
	printf("%d calls\n", n);
	return 0;
}
