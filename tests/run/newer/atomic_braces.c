// Atomic statements that lack braces, and with needless ones: cc gets them with those of [15.8.4].
#include <stdio.h>

int main(void)
{
	int most = 0, first = -1, seen = 0, more = 0, last = 0;

	if (most > 0)
		#pragma omp atomic
		{ most++; }
	else
		more = 5;
	#pragma omp target parallel for map(tofrom: most, first, seen, more, last)
	for (int i = 0; i < 100; i++) {
		int other = 0, old;

		#pragma omp atomic compare
		if (most < i) most = i;
		#pragma omp atomic compare capture
		if (first == -1) first = 7; else other = first;
		#pragma omp atomic
		{ seen += other == 7; }
		#pragma omp atomic capture
		{ old = more++; }
		#pragma omp atomic compare
		{ if (last < old) last = old; }
	}
	printf("%d %d %d %d %d\n", most, first, seen, more, last);
	return 0;
}
