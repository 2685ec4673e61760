// The host's parallel construct makes variables of constant address private: regions and data constructs in it
// mean these, in each kind of map.
#include <stdio.h>

struct pair {
	int *p, n;
};
#pragma omp declare mapper(struct pair s) map(s, s.p[0:s.n])

int g = 5, row[3], five[5] = { 1, 2, 3, 4, 5 }, value = 1;
struct pair pairs[2];
int *pointer;

int main(void)
{
	static int inner = 7;
	int wrong = 0, yes = 1, mine[2] = { 1, 2 };

	#pragma omp parallel num_threads(2) private(row, pointer, pairs) firstprivate(g, inner, five, value) \
		firstprivate(mine) reduction(+: wrong)
	{
		int sum = 0;

		row[0] = row[1] = row[2] = 3;
		pointer = mine;
		g = inner = value = 20;
		#pragma omp target map(tofrom: g, row[1:2], pointer[0:2])
		{
			g += row[1] + value;
			row[2] = g;
			pointer[1]++;
		}
		wrong += g != 43 || row[2] != 43 || mine[1] != 3;
		#pragma omp target data map(tofrom: inner) if(yes)
		{
			inner = 21;
			#pragma omp target update to(inner)
			#pragma omp target map(inner)
			inner++;
		}
		wrong += inner != 22;
		five[4] = 0;
		#pragma omp target nowait map(to: five) map(from: sum)
		sum = five[0] + five[4];
		#pragma omp taskwait
		wrong += sum != 1;
		pairs[0] = pairs[1] = (struct pair){ mine, 2 };
		#pragma omp target map(tofrom: pairs[0:1])
		pairs[0].p[0] += pairs[0].n;
		#pragma omp target map(tofrom: pairs[0:yes])
		pairs[0].p[0] += pairs[0].n;
		wrong += mine[0] != 5;
	}
	printf("%d\n", wrong);
	return wrong;
}
