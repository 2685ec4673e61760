// What code between collapsed loops writes for others, it writes as often as the innermost loop goes round.
// warning: 15:3: how often code between the loops of 'target parallel for' is executed is not specified: here in each iteration of the innermost one
// error: 22:13: a directive between the loops that 'target parallel for' collapses
int sums[8];

void f(int n, int last)
{
	int count = 0, scratch;

	/* what the nest declares, or what is private, is nobody else's */
#pragma omp target parallel for collapse(2) private(scratch) lastprivate(last) reduction(+: count)
	for (int i = 0; i < 8; i++) {
		struct { int at[2]; } mine;
		mine.at[1] = scratch = last = i;
		count += mine.at[1] + scratch;
		sums[i] = count;
		for (int j = 0; j < n; j++)
			count++;
	}
#pragma omp target parallel for collapse(2)
	for (int i = 0; i < 8; i++) {
#pragma omp atomic
		sums[i]++;
		for (int j = 0; j < n; j++)
			count++;
	}
}
