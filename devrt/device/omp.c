/*
 * omp.c: the lock routines (OpenMP 5.2 [18.9]) for device code.
 *
 * A lock is a word of memory: 0 free, 1 set.  A nestable one also knows its owner, a thread of the
 * league.  Before compute capability 7.0 lanes of one warp cannot wait for one another: there at
 * most one lane of a warp may wait for a lock.
 */
typedef int omp_lock_t;
typedef struct {
	int set, count;
	long owner;
} omp_nest_lock_t;

int omp_get_team_num(void);
int omp_get_thread_num(void);

void
omp_init_lock(omp_lock_t *lock)
{
	*lock = 0;
}
void
omp_init_lock_with_hint(omp_lock_t *lock, int hint)
{
	(void)hint;
	*lock = 0;
}
void
omp_destroy_lock(omp_lock_t *lock)
{
	*lock = 0;
}

int
omp_test_lock(omp_lock_t *lock)
{
	int was;

#pragma omp atomic capture
	{
		was = *lock;
		*lock = 1;
	}
#pragma omp flush
	return !was;
}

void
omp_set_lock(omp_lock_t *lock)
{
	while (!omp_test_lock(lock))
		;
}

void
omp_unset_lock(omp_lock_t *lock)
{
#pragma omp flush
#pragma omp atomic write
	*lock = 0;
}

/* ---- nestable ---- */

void
omp_init_nest_lock(omp_nest_lock_t *lock)
{
	lock->set = lock->count = 0;
	lock->owner = 0;
}

void
omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, int hint)
{
	(void)hint;
	omp_init_nest_lock(lock);
}
void
omp_destroy_nest_lock(omp_nest_lock_t *lock)
{
	omp_init_nest_lock(lock);
}

int
omp_test_nest_lock(omp_nest_lock_t *lock)
{
	long me = ((long)omp_get_team_num() << 32) + omp_get_thread_num() + 1, owner;

#pragma omp atomic read
	owner = lock->owner;
	if (owner == me)
		return ++lock->count;
	if (!omp_test_lock(&lock->set))
		return 0;
#pragma omp atomic write
	lock->owner = me;
	return lock->count = 1;
}

void
omp_set_nest_lock(omp_nest_lock_t *lock)
{
	while (!omp_test_nest_lock(lock))
		;
}

void
omp_unset_nest_lock(omp_nest_lock_t *lock)
{
	if (--lock->count > 0)
		return;
#pragma omp atomic write
	lock->owner = 0;
	omp_unset_lock(&lock->set);
}
