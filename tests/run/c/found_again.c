// What a loop's last test loaded is not loaded again behind the loop; but where the variable changed on some way
// from the one to the other, it is: behind breaks, in inner loops, after zero trips, where other data is written.
#include <stdio.h>

enum { N = 96 };
static int a[N + 8], out[N];

int
main(void)
{
	long all = 0;
	int bad = 0;

	for (int i = 0; i < N + 8; i++)
		a[i] = i * 13 % 17;
	#pragma omp target teams distribute parallel for map(to: a) map(from: out)
	for (int i = 0; i < N; i++) {
		int at = i % 80, s = 0, k = i & 7;

		while (a[at] != 5 && at < N)
			at++;
		s += a[at] * 3 + at; /* what the test loaded */
		while (a[k] != 7) {
			if (a[k] == 9) {
				k += 2; /* not what the test loaded */
				break;
			}
			if (++k > 20)
				break;
		}
		s += a[k] * 5;
		for (int r = 0; r < (i & 3); r++) {
			int before = a[at];

			do
				at = (at + 3) % N;
			while (a[at] > 11);
			s += a[at] - before;
			if (r & 1)
				at = i % 7;
			s += a[at] * 2;
		}
		for (int r = 0; r < i % 3 - 1; r++)
			at = r;
		s = s * 31 + a[at];
		out[i] = s;
	}
	for (int i = 0; i < N; i++)
		all = all * 7 + out[i];
	#pragma omp target map(tofrom: a, bad)
	{
		int at = 0;

		while (a[at] != 5)
			at++;
		a[at] = 50; /* written: what the test loaded is old */
		bad += a[at] != 50;
		while (a[at] != 9)
			a[at++] += 1;
		bad += a[at] != 9 || a[at - 1] == 9 - 1;
	}
	printf("%ld %d %d\n", all, bad, a[2]);
	return 0;
}
