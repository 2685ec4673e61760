// private, firstprivate, lastprivate, shared and default: on target, teams, parallel and loops.
// may-refuse: inspector
#include <stdio.h>
#include <omp.h>

struct pair { int a; double b; };

int main(void)
{
	int own_wrong[7] = { 0 }, x = 1, y = 2, z = 3, last = -1, out[100], wrong = 0, keep = 9, arr[4] = { 1, 2, 3, 4 };
	struct pair p = { 5, 0.5 }, last_pair = { 0, 0 };
	double scale = 1.5;

	#pragma omp target firstprivate(x, arr) private(y) map(from: out)
	{
		y = 10;
		x += y;
		arr[0] += x;
		#pragma omp parallel for firstprivate(x) private(z) default(shared)
		for (int i = 0; i < 100; i++) {
			z = x + i;	/* x: 11 in each thread */
			out[i] = z * 2 + arr[0];
		}
	}
	for (int i = 0; i < 100; i += 9)
		printf("%d ", out[i]);
	printf("| %d %d %d %d\n", x, y, z, arr[0]);
	#pragma omp target parallel for map(tofrom: last, last_pair) firstprivate(p, scale) \
		lastprivate(last, last_pair) schedule(static, 7)
	for (int i = 0; i < 75; i++) {
		last = i * 2;
		last_pair.a = p.a + i;
		last_pair.b = scale * i;
	}
	printf("%d %d %g\n", last, last_pair.a, last_pair.b);
	#pragma omp target map(tofrom: last)
	#pragma omp parallel for lastprivate(last) schedule(dynamic, 4)
	for (int i = 0; i < 75; i++)
		last = i * 3;
	#pragma omp target teams distribute parallel for map(tofrom: keep) lastprivate(keep)
	for (int i = 0; i < 1000; i++)
		keep = i;
	printf("%d %d\n", last, keep);
	#pragma omp target teams num_teams(7) firstprivate(x) shared(wrong) \
		map(tofrom: wrong) map(tofrom: own_wrong)
	{
		int own = x * 2;

		#pragma omp parallel num_threads(4) firstprivate(own) shared(wrong)
		{
			own++;
			if (own != x * 2 + 1) {
				#pragma omp atomic
				wrong++;
			}
		}
		own_wrong[omp_get_team_num()] = own != 2;
	}
	for (int t = 0; t < 7; t++)
		wrong += own_wrong[t];
	printf("%d wrong\n", wrong);
	return 0;
}
