/*
 * access.c: DEVRT_CHECK in code compiled with minicc -fcheck-host: cc has put calls of a sanitizer's
 * functions before loads and stores, gcc those of -fsanitize=thread and clang of -fsanitize=address.
 * Here they are, for the simulator (devrt/sim/check/host.c) to hear of what concerns mapped data.
 *
 * Only programs with such code link this file.  Most accesses end at devrt_is_watched.
 */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rt.h"

/* ---- one access ---- */

/* Return what of it is in e, as the simulator wants it. */
static struct ptxsim_access
part_in(const struct ptxsim_access *a, const struct devrt_entry_range *e)
{
	struct ptxsim_access part = *a;
	uintptr_t at = (uintptr_t)a->at, end = at + a->bytes;

	at = at < e->host ? e->host : at;
	end = end > e->host + e->bytes ? e->host + e->bytes : end;
	part.at = (const void *)at;
	part.bytes = end - at;
	part.addr = devrt_translate(e, part.at);
	part.before = e->before + (at - e->host);
	return part;
}

/* Tell the simulator of an access.  BESIDE: a construct of the device uses the bytes, and the host
 * need not have what it writes there. */
static void
look_on(struct devrt_device *dev, const struct ptxsim_access *a, bool beside)
{
	struct devrt_entry_range *e = devrt_table_overlap(&dev->table, a->at, a->bytes);

	if (beside && a->does == PTXSIM_READS)
		return;
	if (!e)
		dev->drv->access(a);
	for (; e; e = devrt_table_next(&dev->table, e, a->at, a->bytes)) {
		struct ptxsim_access part = part_in(a, e);

		if (e->before)
			dev->drv->access(&part);
	}
}

static void
look(const void *at, size_t bytes, bool writes, const void *pc)
{
	static _Thread_local bool busy; /* a signal may come */
	struct ptxsim_access a = { .does = writes ? PTXSIM_WRITES : PTXSIM_READS,
		.at = at,
		.bytes = bytes,
		.pc = pc };
	struct devrt_rt *rt = devrt_rt();
	int error = errno;

	if (busy || !rt->settings.check)
		return;
	busy = true;
	bool beside = devrt_order_beside(at, bytes, writes, pc);
	for (struct devrt_device *dev = rt->device; dev < rt->device + rt->ndevices; dev++) {
		if (!dev->open)
			continue;
		pthread_mutex_lock(&dev->lock);
		if (dev->watched && dev->drv->access && !dev->drv->cuCtxSetCurrent(dev->ctx))
			look_on(dev, &a, beside);
		pthread_mutex_unlock(&dev->lock);
	}
	busy = false;
	errno = error;
}

static inline void
see(const void *at, size_t bytes, bool writes, const void *pc)
{
	if (devrt_is_watched(at, bytes))
		look(at, bytes, writes, pc);
}

/* ---- what cc calls ---- */

#define PC __builtin_return_address(0)

__attribute__((constructor)) static void
begin(void)
{
	devrt_host_checked = true;
}

#define SEES(name, bytes, writes) \
	void name(void *at) \
	{ \
		see(at, bytes, writes, PC); \
	}
#define SEES_MANY(name, writes) \
	void name(void *at, size_t bytes) \
	{ \
		see(at, bytes, writes, PC); \
	}
#define SEES_BOTH(n) \
	SEES(__tsan_read##n, n, false) \
	SEES(__tsan_write##n, n, true) \
	SEES(__asan_load##n, n, false) \
	SEES(__asan_store##n, n, true)
SEES_BOTH(1)
SEES_BOTH(2)
SEES_BOTH(4)
SEES_BOTH(8)
SEES_BOTH(16)
SEES_MANY(__tsan_read_range, false)
SEES_MANY(__tsan_write_range, true)
SEES_MANY(__asan_loadN, false)
SEES_MANY(__asan_storeN, true)

/* Forget a function's variables: its frame ends where its frame pointer points. */
static void
see_exit(char *mine, const void *pc)
{
	char *its = *(char **)mine;

	if (its > mine && its - mine < 1 << 20)
		see(mine, (size_t)(its - mine), true, pc);
}

void
__tsan_func_exit(void)
{
	see_exit(__builtin_frame_address(0), PC);
}

void
__cyg_profile_func_exit(void *function, void *caller)
{
	(void)function, (void)caller;
	see_exit(__builtin_frame_address(0), PC);
}

void
__cyg_profile_func_enter(void *function, void *caller)
{
	(void)function, (void)caller;
}

#define NOTHING(name) \
	void name(void) \
	{ \
	}
NOTHING(__tsan_init)
NOTHING(__tsan_func_entry)
NOTHING(__asan_init)
NOTHING(__asan_handle_no_return)

/* ---- atomic accesses, which gcc leaves to the sanitizer: in any order that is asked for ---- */

#define UPDATES(n, type, op, builtin) \
	type __tsan_atomic##n##_##op(volatile type *at, type v, int order) \
	{ \
		(void)order; \
		see_update((void *)at, sizeof v, PC); \
		return builtin(at, v, __ATOMIC_SEQ_CST); \
	}
#define EXCHANGES(n, type, strength) \
	int __tsan_atomic##n##_compare_exchange_##strength(volatile type *at, type *old, type v, \
		int order, int other) \
	{ \
		(void)order, (void)other; \
		see_update((void *)at, sizeof v, PC); \
		return __atomic_compare_exchange_n(at, old, v, 0, __ATOMIC_SEQ_CST, \
			__ATOMIC_SEQ_CST); \
	}
#define ATOMICS(n, type) \
	type __tsan_atomic##n##_load(volatile type *at, int order) \
	{ \
		(void)order; \
		see((void *)at, sizeof *at, false, PC); \
		return __atomic_load_n(at, __ATOMIC_SEQ_CST); \
	} \
	void __tsan_atomic##n##_store(volatile type *at, type v, int order) \
	{ \
		(void)order; \
		see((void *)at, sizeof v, true, PC); \
		__atomic_store_n(at, v, __ATOMIC_SEQ_CST); \
	} \
	type __tsan_atomic##n##_compare_exchange_val(volatile type *at, type old, type v, \
		int order, int other) \
	{ \
		(void)order, (void)other; \
		see_update((void *)at, sizeof v, PC); \
		__atomic_compare_exchange_n(at, &old, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
		return old; \
	} \
	UPDATES(n, type, exchange, __atomic_exchange_n) \
	UPDATES(n, type, fetch_add, __atomic_fetch_add) \
	UPDATES(n, type, fetch_sub, __atomic_fetch_sub) \
	UPDATES(n, type, fetch_and, __atomic_fetch_and) \
	UPDATES(n, type, fetch_or, __atomic_fetch_or) \
	UPDATES(n, type, fetch_xor, __atomic_fetch_xor) \
	UPDATES(n, type, fetch_nand, __atomic_fetch_nand) \
	EXCHANGES(n, type, strong) \
	EXCHANGES(n, type, weak)

static void
see_update(const void *at, size_t bytes, const void *pc)
{
	see(at, bytes, false, pc);
	see(at, bytes, true, pc);
}

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void
__tsan_atomic_thread_fence(int order)
{
	(void)order;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void
__tsan_atomic_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* ---- functions of the C library, by the names that minicc gives them (minicc/driver/unit.c) ---- */

void *
__asan_memcpy(void *to, const void *from, size_t bytes)
{
	see(from, bytes, false, PC);
	see(to, bytes, true, PC);
	return memcpy(to, from, bytes);
}

void *
__asan_memmove(void *to, const void *from, size_t bytes)
{
	see(from, bytes, false, PC);
	see(to, bytes, true, PC);
	return memmove(to, from, bytes);
}

void *
__asan_memset(void *to, int value, size_t bytes)
{
	see(to, bytes, true, PC);
	return memset(to, value, bytes);
}

/* Treat freed memory as written: who frees it has no more use for its values. */
void
devrt_host_free(void *p)
{
	see(p, p ? malloc_usable_size(p) : 0, true, PC);
	free(p);
}

void *
devrt_host_realloc(void *p, size_t bytes)
{
	see(p, p ? malloc_usable_size(p) : 0, true, PC);
	return realloc(p, bytes);
}
