// declare target link: used in region and function alike, mapped whole, in part, by data directives.
#include <stdio.h>

int big[100];
static struct pair { int x, y; } pair = { 1, 2 };
static double scale = 0.5;
#pragma omp declare target link(big, pair, scale)

#pragma omp declare target
int get(int i) { return big[i] + pair.y; }

void put(int i, int v)
{
	big[i] = v;
	pair.x += v;
}

static double scaled(int v) { return v * scale; }
#pragma omp end declare target

int main(void)
{
	double d = 0;
	int s = 0;

	for (int i = 0; i < 100; i++)
		big[i] = i;
	#pragma omp target map(tofrom: big, pair, s)
	{
		s = get(5);
		put(6, 60);
		big[7]++;
	}
	printf("%d %d %d %d\n", s, big[6], big[7], pair.x);
	#pragma omp target enter data map(to: big[10:20], pair)
	#pragma omp target map(from: s)
	{
		s = get(12);
		put(13, 5);
	}
	big[12] = 77;
	#pragma omp target update to(big[12:1])
	#pragma omp target map(from: s)
	s = get(12);
	#pragma omp target exit data map(from: big[10:20], pair)
	printf("%d %d %d\n", s, big[13], pair.x);
	scale = 3;
	#pragma omp target map(to: scale) map(from: d)
	d = scaled(4);
	printf("%g\n", d);
	return 0;
}
