// lastprivate, firstprivate, private and linear on every construct that takes them: arrays, structures,
// pointers, chunks, collapse, sections, distribute, both last- and firstprivate.
// may-refuse: spmd inspector
#include <stdio.h>

struct point { short x; double y; };

int main(void)
{
	int a[3] = { 7, 8, 9 }, last = -1, both = 100, i_out = -1, lin = 10, s1 = 0, s2 = 0, wrong = 0, n = 45;
	struct point pt = { 1, 2 };
	char c = 'a';
	long long far = 0;

	#pragma omp target map(tofrom: a, last, both, pt, c, far, s1, s2, wrong, lin, i_out)
	{
		int team = 5, dead = 17;

		#pragma omp parallel num_threads(33) firstprivate(team) private(dead)
		{
			team++;
			dead = team;
			#pragma omp for lastprivate(a, pt) schedule(dynamic, 4)
			for (int i = 0; i < n; i++) {
				a[0] = i;
				a[1] = i * 2;
				a[2] = dead;
				pt.x = (short)(i - 50);
				pt.y = i * 0.5;
			}
			if (a[1] != 2 * (n - 1) || team != 6) {
				#pragma omp atomic
				wrong++;
			}
			#pragma omp for firstprivate(both) lastprivate(both) schedule(static, 1)
			for (int i = 0; i < n; i++)
				both = i == n - 1 ? both + 7 : both;
			#pragma omp sections lastprivate(s1) firstprivate(s2)
			{
				#pragma omp section
				s1 = 1;
				#pragma omp section
				{ s2 += 5; s1 = 2 + s2; }
			}
			#pragma omp for collapse(2) lastprivate(c, far) nowait
			for (int i = 0; i < 7; i++)
				for (int j = 3; j > -3; j -= 2) {
					c = (char)('a' + i);
					far = 10000000000LL * i + j;
				}
		}
		last = team + dead;
		#pragma omp parallel for linear(lin: 3)
		for (int i = 0; i < 20; i++) {
			if (lin != 10 + 3 * i) {
				#pragma omp atomic
				wrong++;
			}
			lin += 3;
		}
		#pragma omp parallel
		#pragma omp for lastprivate(i_out)
		for (i_out = 0; i_out < 31; i_out += 2)
			;
	}
	printf("%d %d %d %d %d %d %g %c %lld %d %d %d %d %d\n", a[0], a[1], a[2], last, both, pt.x, pt.y, c, far,
		s1, s2, lin, i_out, wrong);
	#pragma omp target teams distribute lastprivate(last, pt) map(tofrom: last, pt) firstprivate(both)
	for (int i = 0; i < 11; i++) {
		both += i;
		last = both - i;
		pt.x = (short)i;
		pt.y = -i;
	}
	#pragma omp target teams distribute parallel for collapse(2) lastprivate(far) map(tofrom: far) \
		dist_schedule(static, 5) schedule(dynamic, 2)
	for (int i = 0; i < 13; i++)
		for (int j = 0; j < 13; j++)
			far = i * 1000 + j;
	#pragma omp target parallel for lastprivate(lin) map(tofrom: lin) if(parallel: n > 100)
	for (int i = 0; i < n; i++)
		lin = i;
	printf("%d %g %lld %d\n", pt.x, pt.y, far, lin);
	return 0;
}
