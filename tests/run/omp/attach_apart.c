/*
 * A pointer variable and what it points at come to the device by separate constructs, in either order: the
 * pointer is attached when the later one comes (OpenMP 5.2 [5.8.3]).  And a pointer that was not mapped
 * finds a section by where the array would begin [5.8.6].
 */
#include <omp.h>
#include <stdio.h>

enum { N = 64, FROM = 40, LENGTH = 8 };

struct pair { short first; int second; };

static int data[N], *cursor;
static struct pair pairs[4], *walker;

static int
on_device(void *p)
{
	return omp_target_is_present(p, omp_get_default_device());
}

/* The device's pointer goes on alone; the host's never moves. */
static void
pointer_first(void)
{
	int seen[3];

	cursor = data;
	#pragma omp target enter data map(to: cursor)
	#pragma omp target enter data map(to: data)
	#pragma omp target enter data map(to: cursor[2:5])
	#pragma omp target map(from: seen)
	seen[0] = *cursor;              /* firstprivate: translated, not attached */
	#pragma omp target exit data map(release: cursor[2:5])
	#pragma omp target exit data map(delete: data)

	#pragma omp target enter data map(to: cursor[2:5])
	#pragma omp target map(from: seen[1]) map(to: cursor)
	{
		seen[1] = cursor[3];
		cursor += 4;
	}
	#pragma omp target map(from: seen[2]) map(alloc: cursor[2:5], cursor)
	seen[2] = *cursor;
	#pragma omp target exit data map(always, from: cursor)
	printf("pointer first: %d %d %d, host %d\n", seen[0], seen[1], seen[2], cursor == data);
	#pragma omp target exit data map(delete: cursor[2:5], cursor)
	printf("gone: %d %d\n", on_device(&cursor), on_device(data + 2));
}

static void
storage_first(void)
{
	int seen[2];

	walker = pairs + 1;
	#pragma omp target enter data map(to: pairs)
	#pragma omp target enter data map(to: walker, walker->second)
	#pragma omp target map(present, alloc: walker) map(from: seen)
	{
		seen[0] = walker->second;
		walker++;
		seen[1] = walker->first;
	}
	printf("storage first: %d %d, host %d\n", seen[0], seen[1], walker == pairs + 1);
	#pragma omp target exit data map(delete: walker, pairs)
}

static void
through_member(void)
{
	struct pair here = { 3, 4 }, *p = &here;
	int sum = 0;

	#pragma omp target map(alloc: here) map(tofrom: p->second, sum)
	{
		here.second *= 10;      /* p's name does not occur: its map is of the same storage */
		sum = here.second;
	}
	printf("member: %d %d\n", here.second, sum);
}

static void
by_base(void)
{
	int *p = data, *q = NULL, total = 0;

	#pragma omp target enter data map(to: p[FROM:LENGTH])
	#pragma omp target map(tofrom: total)
	for (int i = FROM; i < FROM + LENGTH; i++) {
		total += p[i];
		p[i] = -i;
	}
	#pragma omp target data use_device_ptr(p)
	q = p;
	#pragma omp target is_device_ptr(q) map(tofrom: total)
	total += q[FROM];
	#pragma omp target exit data map(from: p[FROM:LENGTH])
	printf("by base: %d, %d %d %d, device %d\n", total, data[FROM - 1], data[FROM], data[FROM + LENGTH - 1],
		q != p);
	q = p;
	#pragma omp target data use_device_ptr(p)
	printf("nothing there: %d\n", q == p);
}

/* Two sections of one array that lie apart: where the array would begin, nobody can say. */
static void
ambiguous(void)
{
	int *p = data, *q = data, *before = NULL;

	#pragma omp target enter data map(to: p[FROM:1])
	#pragma omp target enter data map(to: q[FROM + 4:1])
	#pragma omp target data use_device_ptr(p)
	before = p;
	printf("ambiguous: %d\n", before == data);
	#pragma omp target exit data map(delete: p[FROM:1], q[FROM + 4:1])
}

int
main(void)
{
	for (int i = 0; i < N; i++)
		data[i] = i + 100;
	for (int i = 0; i < 4; i++)
		pairs[i] = (struct pair){ (short)(10 * i), i };
	pointer_first();
	storage_first();
	through_member();
	by_base();
	ambiguous();
	return 0;
}
