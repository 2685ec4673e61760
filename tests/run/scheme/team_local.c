// Variables of a team, shared by its threads: arrays used as tiles, structures, addresses that reach
// functions, more bytes than shared memory has.
// may-refuse: inspector
#include <stdio.h>
#include <omp.h>

#define TILE 64
#define BIG 8000	/* doubles: 64,000 bytes */

struct state { int low, high; double scale; };

#pragma omp declare target
static void widen(struct state *s, int by)
{
	s->low -= by;
	s->high += by;
}
#pragma omp end declare target

int main(void)
{
	double out[10 * TILE], big[4];
	int ends[20];

	#pragma omp target teams distribute map(from: out, ends) thread_limit(TILE)
	for (int t = 0; t < 10; t++) {
		double tile[TILE], *middle = &tile[TILE / 2];
		struct state s = { t, t, 0.5 };
		int count = 0;

		widen(&s, 2);
		#pragma omp parallel num_threads(TILE)
		{
			int me = omp_get_thread_num();

			tile[me] = t * 100 + me;
			#pragma omp atomic
			count++;
			#pragma omp barrier
			out[t * TILE + me] = tile[TILE - 1 - me] * s.scale + middle[0];
		}
		if (count == TILE)
			s.low += 1000;
		#pragma omp parallel for num_threads(5)
		for (int i = 0; i < TILE; i++) {
			if (i == 7)
				widen(&s, 1);
			tile[i] = 0;
		}
		ends[2 * t] = s.low;
		ends[2 * t + 1] = s.high + (int)tile[9];
	}
	#pragma omp target teams distribute map(from: big)
	for (int t = 0; t < 4; t++) {
		double room[BIG], sum = 0;

		#pragma omp parallel for
		for (int i = 0; i < BIG; i++)
			room[i] = i % 10 + t;
		#pragma omp parallel for reduction(+: sum)
		for (int i = 0; i < BIG; i++)
			sum += room[BIG - 1 - i];
		big[t] = sum;
	}
	for (int i = 0; i < 10 * TILE; i += 37)
		printf("%g ", out[i]);
	for (int i = 0; i < 20; i++)
		printf("%d ", ends[i]);
	printf("%g %g %g %g\n", big[0], big[1], big[2], big[3]);
	return 0;
}
