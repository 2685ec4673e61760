// devices: sim:h200
// Unified shared memory on a device that has it: nothing is mapped, pointers are the host's, and memory
// of omp_target_alloc is the host's too.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp requires unified_shared_memory

#define N 1000

struct node { int value; struct node *next; };

static int filled[N];
static const int weights[4] = { 1, 2, 3, 4 };

#pragma omp declare target
int counter = 5;
static int weigh(int i) { return weights[i % 4] + counter; }
#pragma omp end declare target

static int list(void)
{
	struct node *head = NULL;
	int sum = 0;

	for (int i = 0; i < 20; i++) {
		struct node *n = malloc(sizeof *n);

		*n = (struct node){ i, head };
		head = n;
	}
	#pragma omp target map(from: sum)
	{
		sum = 0;
		for (struct node *n = head; n; n = n->next)
			sum += n->value++;
	}
	for (struct node *next; head; head = next) {
		next = head->next;
		sum += head->value;
		free(head);
	}
	return sum;
}

/* Of map(to:) and map(alloc:) nothing is left: the host sees all writes at once. */
static int without_copies(void)
{
	int there = 0, array[N], *heap = malloc(N * sizeof *heap), bad = 0;

	for (int i = 0; i < N; i++)
		array[i] = heap[i] = i;
	#pragma omp target data map(to: array, there)
	{
		#pragma omp target teams distribute parallel for map(alloc: array)
		for (int i = 0; i < N; i++) {
			array[i] *= 2;
			heap[i] += array[i];
			filled[i] = heap[i] + weigh(i);
		}
		#pragma omp target map(to: there)
		there = 7;
		for (int i = 0; i < N; i++)
			bad += array[i] != 2 * i || heap[i] != 3 * i || filled[i] != 3 * i + i % 4 + 6;
	}
	free(heap);
	return bad + (there != 7);
}

static int atomics(void)
{
	int *hits = calloc(8, sizeof *hits), total = 0, *p = &total;

	#pragma omp target teams distribute parallel for reduction(+: total)
	for (int i = 0; i < N; i++) {
		#pragma omp atomic
		hits[i % 8]++;
		total += i;
	}
	#pragma omp target parallel for
	for (int i = 0; i < 8; i++) {
		#pragma omp atomic
		*p += hits[i];
	}
	free(hits);
	return total;
}

static int target_alloc(void)
{
	int device = omp_get_default_device(), sum = 0;
	int *a = omp_target_alloc(N * sizeof *a, device), *b = malloc(N * sizeof *b);

	#pragma omp target is_device_ptr(a)
	for (int i = 0; i < N; i++)
		a[i] = i;
	for (int i = 0; i < N; i++)
		a[i]++;
	omp_target_memcpy(b, a, N * sizeof *b, 0, 0, omp_get_initial_device(), device);
	for (int i = 0; i < N; i++)
		sum += b[i];
	omp_target_free(a, device);
	free(b);
	return sum;
}

/* What the user associates is the corresponding storage, and copied as elsewhere. */
static int associated(void)
{
	int device = omp_get_default_device(), x = 10, seen = 0;
	int *other = omp_target_alloc(sizeof *other, device);

	*other = 500;
	omp_target_associate_ptr(&x, other, sizeof x, 0, device);
	#pragma omp target map(tofrom: x) map(from: seen)
	seen = x++;
	if (seen != 500 || x != 10)
		return -1;
	#pragma omp target map(always, tofrom: x)
	x += 2;
	#pragma omp target map(alloc: x)
	x = 7;
	seen = x;
	#pragma omp target update from(x)
	omp_target_disassociate_ptr(&x, device);
	omp_target_free(other, device);
	return 100 * seen + x;
}

int main(void)
{
	printf("%d\n", list());
	printf("%d\n", without_copies());
	printf("%d\n", atomics());
	printf("%d\n", target_alloc());
	printf("%d\n", associated());
	counter++;
	#pragma omp target
	counter += 10;
	printf("%d\n", counter);
	return 0;
}
