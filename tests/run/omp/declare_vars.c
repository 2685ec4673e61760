// Variables and functions under declare target: initialised scalars, arrays, structures, static locals,
// const tables, pointers that are mapped, update in both directions, begin and end, to and enter.
// may-refuse: spmd inspector
#include <stdio.h>

#pragma omp declare target
static int counter = 5;
static const short table[6] = { 1, -2, 3, -4, 5, -6 };
struct cfg { int n; double f[3]; };
static struct cfg config = { 3, { 0.5, 1.5, 2.5 } };
static int matrix[3][4] = { { 1, 2, 3, 4 }, { 5 }, [2][3] = 9 };
static unsigned char bytes[8] = "abcdefg";

static int lookup(int i)
{
	static const int weights[3] = { 10, 20, 30 };

	return table[i % 6] * weights[i % 3];
}

static int next_ticket(void)
{
	static int ticket = 100;
	int mine;

	#pragma omp atomic capture
	mine = ticket++;
	return mine;
}
#pragma omp end declare target

static int late;
#pragma omp declare target to(late)

static int twice(int x) { return 2 * x; }
#pragma omp declare target(twice)

int main(void)
{
	int sum = 0, total = 0, out[4];
	long tickets = 0;

	#pragma omp target map(tofrom: sum)
	{
		counter += 10;
		for (int i = 0; i < 12; i++)
			sum += lookup(i);
		for (int i = 0; i < config.n; i++)
			sum += (int)(config.f[i] * 2);
		config.f[1] = 7.25;
		matrix[1][2] = twice(21);
		bytes[3] = 'X';
		late = 77;
	}
	#pragma omp target update from(counter, config, matrix[1], bytes, late)
	printf("%d %d %g %d %d %s %d\n", sum, counter, config.f[1], matrix[1][2], matrix[2][3], bytes, late);
	counter = 1000;
	matrix[0][1] = -5;
	#pragma omp target update to(counter, matrix[0:1])
	#pragma omp target parallel for reduction(+: total) reduction(+: tickets)
	for (int i = 0; i < 100; i++) {
		#pragma omp atomic
		counter++;
		total += matrix[0][1] + table[i % 6];
		tickets += next_ticket();
	}
	#pragma omp target map(from: out)
	{
		out[0] = counter;
		out[1] = next_ticket() >= 100;
		out[2] = late;
		out[3] = config.n;
	}
	printf("%d %ld %d %d %d %d\n", total, tickets, out[0], out[1], out[2], out[3]);
	return 0;
}
