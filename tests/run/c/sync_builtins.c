// gcc's builtins for atomic accesses in device code: __sync_… and __atomic_…, of all widths.
#include <stdio.h>

enum { N = 500 };

static unsigned char bytes[4];
static short halves[2];
static unsigned flags, low = ~0u;
static long long total, product = 1;
static int count, twice, largest, seen[N], first = -1, turns[2], lock, stopped;
static void *owner;

int main(void)
{
	int old = 3, expected = 9, r[8], x = 5;

	#pragma omp target teams distribute parallel for map(tofrom: bytes, halves, flags, low, total, count, twice, \
		largest, seen, first, turns, stopped)
	for (int i = 0; i < N; i++) {
		int mine = __sync_fetch_and_add(&count, 1), was;

		__atomic_fetch_add(&seen[mine], 1, __ATOMIC_RELAXED);
		__atomic_add_fetch(&total, i * 1000000000LL, __ATOMIC_SEQ_CST);
		__sync_sub_and_fetch(&twice, 2);
		__sync_fetch_and_or(&flags, 1u << i % 30);
		__atomic_fetch_and(&low, ~(1u << i % 3), __ATOMIC_ACQ_REL);
		__atomic_fetch_xor(&bytes[i % 4], 1 << i % 7, __ATOMIC_RELAXED);
		__sync_add_and_fetch(&halves[i & 1], (short)-3);
		was = __atomic_load_n(&largest, __ATOMIC_ACQUIRE);
		while (was < i * 7 && !__atomic_compare_exchange_n(&largest, &was, i * 7, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
			;
		if (__sync_bool_compare_and_swap(&first, -1, i))
			__sync_fetch_and_add(&turns[0], 1);
		if (__sync_val_compare_and_swap(&turns[1], 0, 77) == 0)
			__atomic_store_n(&stopped, 4, __ATOMIC_RELEASE);
		__sync_synchronize();
	}
	#pragma omp target map(from: r) map(tofrom: product, lock, owner, old, expected, x)
	{
		int local = 7;

		r[0] = __sync_lock_test_and_set(&lock, 1);
		r[0] = r[0] * 10 + lock;
		r[1] = __atomic_exchange_n(&old, 8, __ATOMIC_SEQ_CST);
		r[1] = r[1] * 10 + old;
		r[2] = __atomic_compare_exchange_n(&x, &expected, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
		r[2] = r[2] * 100 + expected * 10 + x;
		r[3] = __atomic_compare_exchange_n(&x, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
		r[3] = r[3] * 100 + expected * 10 + x;
		__sync_lock_release(&lock);
		r[4] = __sync_bool_compare_and_swap(&owner, 0, &local);
		r[4] += lock + (owner == &local);
		r[5] = __sync_fetch_and_add(&local, 3);
		r[5] = r[5] * 100 + __atomic_sub_fetch(&local, 1, __ATOMIC_RELAXED);
		r[6] = __sync_or_and_fetch(&local, 6);
		r[6] = r[6] * 100 + __sync_xor_and_fetch(&local, 15);
		r[6] = r[6] * 100 + __sync_and_and_fetch(&local, 5);
		r[7] = __sync_val_compare_and_swap(&product, 1, 1LL << 40);
		r[7] += product >> 38;
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		owner = 0;
	}
	for (int i = 0; i < N; i++)
		x += seen[i] != 1;
	printf("%d %d %lld %d %x %x, %d %d %d %d\n", count, x, total, twice, flags, low, bytes[0], bytes[3], halves[0], halves[1]);
	printf("%d %d %d %d %d\n", largest, first >= 0, turns[0], turns[1], stopped);
	for (int i = 0; i < 8; i++)
		printf("%d ", r[i]);
	printf("\n");
	return 0;
}
