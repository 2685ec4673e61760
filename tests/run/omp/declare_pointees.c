// What the initialiser of a declare target variable points at is on the device, too (OpenMP 5.2 [7.8]).
#include <stdio.h>

int first = 5, table[3] = { 7, 8, 9 };
int *chain = &first;
struct list {
	int *p;
	struct list *next;
};
struct list last = { &table[2], NULL };
struct list head = { &table[1], &last };
int **top = &chain;
extern struct list *start;
#pragma omp declare target to(top, start)
struct list *start = &head;

static int walk(void)
{
	int sum = 0;

	for (struct list *l = start; l; l = l->next)
		sum += *l->p;
	return sum;
}

int main(void)
{
	int sum = 0, same = 0;

	#pragma omp target map(from: sum, same)
	{
		**top += 10;
		table[2] += 100;
		sum = walk();
		same = *top == &first && start->next->p == table + 2;
	}
	#pragma omp target update from(first, table)
	printf("%d %d, %d %d\n", sum, same, first, table[2]);
	return 0;
}
