// Atomic updates of device variables smaller than a word: CAS works on the word around, which no variable fills.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct flag { bool set; };

#pragma omp declare target
static char c = 1, list[5] = { 1, 2, 3, 4, 5 };
static short h = -1;
static struct flag f;
static _Atomic bool odd;
static _Atomic short half = 7;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static int guarded;

static void step(int i)
{
	#pragma omp atomic
	c++;
	#pragma omp atomic
	h -= 2;
	#pragma omp atomic
	list[4]++;
	#pragma omp atomic write
	f.set = true;
	odd ^= 1;
	half += i;
}

static void guard(void)
{
	while (atomic_flag_test_and_set(&busy))
		;
	guarded += 3;
	atomic_flag_clear(&busy);
}

static int total(void)
{
	return c + h + f.set + odd + half + guarded;
}
#pragma omp end declare target

int main(void)
{
	int sum = 0, list_sum = 0;

	#pragma omp target
	#pragma omp parallel for num_threads(40)
	for (int i = 0; i < 75; i++)
		step(i);
	#pragma omp target teams num_teams(5) thread_limit(1)
	guard();
	#pragma omp target map(tofrom: sum, list_sum)
	{
		sum = total();
		for (int i = 0; i < 5; i++)
			list_sum = 3 * list_sum + list[i];
	}
	printf("%d %d\n", sum, list_sum);
	return 0;
}
