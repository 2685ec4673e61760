/* declare target in its forms; marked variables are no parameters. */
#pragma omp declare target
int counter;
double table[10];
int next(void) { return counter++; }
#pragma omp end declare target
int plain, linked[4], entered;
int hostonly(void);
static int helper(int x) { return x; }
#pragma omp declare target(helper)
#pragma omp declare target enter(entered) link(linked)
#pragma omp begin declare target device_type(nohost)
static int inside;
#pragma omp end declare target
extern int counter;
void f(void)
{
#pragma omp target
	plain = counter + (int)table[1] + helper(2) + linked[1] + entered + next() + inside;
#pragma omp target map(always, to: counter)
	counter = 1;
#pragma omp target update from(counter, table[2:3])
}
