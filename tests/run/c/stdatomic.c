// <stdatomic.h> in device code (C11 7.17): its generic functions, a stack and a set made by compare and exchange,
// turns by ticket, flags, fences.
#include <stdatomic.h>
#include <stdio.h>

enum { N = 300, TEAMS = 7 };

struct node { int value; struct node *next; };

static struct list {
	struct node *_Atomic head;
	struct node nodes[N];
} list;

static struct state {
	atomic_uint ticket, serving;
	atomic_flag once, locks[2];
	atomic_bool open;
	atomic_int firsts, failures;
	atomic_long largest;
	atomic_uchar hits[N];
	atomic_llong product;
	_Atomic float single;
	long plain, data;
	atomic_int ready;
} s = { .once = ATOMIC_FLAG_INIT, .largest = ATOMIC_VAR_INIT(-5), .product = 1 };

#pragma omp declare target
/* Where a comparison holds, the node is in the list at once, and its link no longer this thread's to write. */
static void
push(struct list *l, struct node *n)
{
	n->next = atomic_load_explicit(&l->head, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(&l->head, &n->next, n, memory_order_release, memory_order_relaxed))
		;
}
#pragma omp end declare target

static void
one_thread(long long *r)
{
	#pragma omp target map(from: r[0:16])
	{
		atomic_int x, *p = &x;
		atomic_flag f = ATOMIC_FLAG_INIT;
		atomic_ushort h;
		_Atomic(double) d;
		int expected = 4, a[4] = { 1, 2, 3, 4 };
		int *_Atomic q = a;

		atomic_init(&x, 5);
		atomic_init(&h, 65535);
		atomic_init(&d, 0.25);
		r[0] = atomic_load(p);
		r[1] = atomic_exchange(p, 8) * 10 + x;
		r[2] = atomic_compare_exchange_strong(p, &expected, 9) * 100 + expected * 10 + x;
		r[3] = atomic_compare_exchange_strong(p, &expected, 9) * 100 + expected * 10 + x;
		r[4] = atomic_fetch_add(p, 3) * 100 + atomic_fetch_sub_explicit(p, 2, memory_order_acquire);
		r[5] = atomic_fetch_or(p, 16) * 100 + atomic_fetch_and(p, 24);
		r[6] = atomic_fetch_xor_explicit(p, 1, memory_order_relaxed) * 100 + x;
		r[7] = atomic_fetch_add(&h, 3) + h;
		r[8] = atomic_flag_test_and_set(&f) * 10 + atomic_flag_test_and_set_explicit(&f, memory_order_acquire);
		atomic_flag_clear(&f);
		r[9] = atomic_flag_test_and_set(&f);
		r[10] = atomic_exchange(&d, 4.5) * 100 + atomic_load(&d);
		r[11] = *atomic_load(&q) + *atomic_exchange(&q, a + 2);
		r[12] = atomic_fetch_add(&q, sizeof *a) == a + 2 && atomic_load(&q) == a + 3;
		r[13] = atomic_is_lock_free(&x) + atomic_is_lock_free(&d) + atomic_is_lock_free(&q);
		r[14] = kill_dependency(x) + ATOMIC_INT_LOCK_FREE + ATOMIC_POINTER_LOCK_FREE;
		atomic_thread_fence(memory_order_seq_cst);
		atomic_signal_fence(memory_order_acquire);
		r[15] = sizeof (atomic_flag) + sizeof (__typeof__(((void)0, x))) + __alignof__(atomic_llong);
	}
}

int main(void)
{
	int reached = 0, hits = 0;
	long sum = 0;
	long long r[16];

	#pragma omp target data map(to: list)       /* one list of device addresses for both regions */
	{
		#pragma omp target teams distribute parallel for reduction(+: reached)
		for (int i = 0; i < N; i++) {
			list.nodes[i].value = i;
			push(&list, &list.nodes[i]);
			reached++;
		}
		#pragma omp target map(tofrom: sum)
		for (struct node *n = list.head; n; n = n->next)
			sum += n->value + 1000;
	}
	#pragma omp target teams distribute parallel for map(tofrom: s)
	for (int i = 0; i < N; i++) {
		long was = atomic_load(&s.largest), to = i * 37 % 301;

		while (was < to && !atomic_compare_exchange_weak(&s.largest, &was, to))
			;
		if (!atomic_flag_test_and_set(&s.once))
			atomic_fetch_add(&s.firsts, 1);
		atomic_fetch_add(&s.hits[i / 2], 1);
		atomic_fetch_xor(&s.product, 1LL << i % 63);
		float old = atomic_load(&s.single);
		while (!atomic_compare_exchange_strong(&s.single, &old, old + 2))
			;
	}
	/* One thread a team: turns by ticket, and a lock that spins, are for those that cannot starve each other. */
	#pragma omp target teams num_teams(TEAMS) thread_limit(32) map(tofrom: s)
	{
		unsigned mine = atomic_fetch_add_explicit(&s.ticket, 1, memory_order_relaxed);

		while (atomic_load_explicit(&s.serving, memory_order_acquire) != mine)
			;
		s.plain = s.plain * 3 + mine;
		atomic_fetch_add_explicit(&s.serving, 1, memory_order_release);
		while (atomic_flag_test_and_set_explicit(&s.locks[1], memory_order_acquire))
			;
		s.data += 2;
		atomic_flag_clear_explicit(&s.locks[1], memory_order_release);
		atomic_store(&s.open, 1);
	}
	one_thread(r);
	for (int i = 0; i < N; i++)
		hits += s.hits[i] == (i < N / 2 ? 2 : 0);
	printf("%d %ld, %d %ld %d %lld %g %d\n", reached, sum, s.firsts, s.largest, hits, s.product, s.single, s.open);
	printf("%d %d\n", s.plain > 0, s.data == 2 * (long)s.serving);
	for (int i = 0; i < 16; i++)
		printf("%lld ", r[i]);
	printf("\n");
	return 0;
}
