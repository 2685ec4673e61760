/*
 * parts_test.c: constructs of several threads that map parts of the same variables.
 *
 * Threads map parts of the same two arrays at the same time, on two devices: of one each thread has
 * parts of its own, which lie between those of others, and of the other all read sections that
 * overlap anyhow.  Whatever comes first, each finds its values, on the device and at home.  Then,
 * one by one, what waits for a region that runs.  SEED=n starts elsewhere, ROUNDS=n makes it
 * longer.
 */
#include <semaphore.h>
#include "fixture.h"
#include "devrt/host/rt.h"

enum { THREADS = 6, PARTS = 30, LEN = 8, N = PARTS * LEN, OWN = 3, READ = 2, DEVICES = 2 };

struct shared {
	int64_t counters[N], table[N];
};

struct worker {
	struct shared *s;
	int number;
	uint64_t random;
	int64_t added[PARTS];
	bool bad;
};

/* What one construct maps. */
struct choice {
	struct devrt_item_info infos[OWN + READ];
	struct devrt_item items[OWN + READ];
	int part[OWN];
	int n, nown;
};

static unsigned
next(struct worker *w, unsigned below)
{
	w->random = w->random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(w->random >> 33) % below;
}

static int
number(const char *name, int otherwise)
{
	const char *value = getenv(name);

	return value ? atoi(value) : otherwise;
}

static void
add_item(struct choice *c, int64_t *array, int first, int count, unsigned flags, int object)
{
	c->infos[c->n] = (struct devrt_item_info){ "x", PLACE(10), flags, object, NULL };
	c->items[c->n++] = (struct devrt_item){ array, array + first, (size_t)count * sizeof *array,
		NULL };
}

/* Parts of one's own, each once, and sections that all read. */
static struct choice
choose(struct worker *w)
{
	struct choice c = { .n = 0 };
	bool used[PARTS] = { false };

	for (int i = 1 + (int)next(w, OWN); i > 0; i--) {
		int part = w->number + THREADS * (int)next(w, PARTS / THREADS);

		if (used[part])
			continue;
		used[part] = true;
		c.part[c.nown++] = part;
		add_item(&c, w->s->counters, part * LEN, LEN, DEVRT_MAP_TO | DEVRT_MAP_FROM, 0);
	}
	for (int i = (int)next(w, READ + 1); i > 0; i--) {
		int first = (int)next(w, N - 1);

		add_item(&c, w->s->table, first, 1 + (int)next(w, (unsigned)(N - first)),
			DEVRT_MAP_TO, 1);
	}
	return c;
}

/* The value of an element on the device, found as a kernel would: from the array's base. */
static int64_t
value_there(struct worker *w, struct devrt_device *dev, const struct devrt_maps *m, int item,
	const int64_t *element, int64_t add)
{
	CUdeviceptr at = devrt_item_address(dev, m, item) +
		((uintptr_t)element - (uintptr_t)m->items[item].base);
	int64_t value = 0;

	w->bad |= devrt_copy_from(dev, &value, at, sizeof value) != CUDA_SUCCESS;
	value += add;
	w->bad |= add && devrt_copy_to(dev, at, &value, sizeof value) != CUDA_SUCCESS;
	return value;
}

/* What the region does: counts in its own parts, and looks whether the table is the table. */
static void
compute(struct worker *w, struct devrt_device *dev, const struct devrt_maps *m, int nown)
{
	for (int i = 0; i < m->n; i++) {
		const int64_t *element = m->items[i].begin,
			      *end = element + m->items[i].bytes / sizeof *end;

		for (; element < end; element++) {
			int64_t value = value_there(w, dev, m, i, element, i < nown);

			w->bad |= i >= nown && value != element - w->s->table;
		}
	}
}

static void
region(struct worker *w, int device, const struct choice *c)
{
	struct devrt_device *dev = &devrt_rt()->device[device];

	devrt_device_enter(dev, &c->infos[0].place);
	struct devrt_lane *lane = devrt_lane_take(dev, &c->infos[0].place);
	struct devrt_maps m = { c->infos, c->items, c->n, lane, &lane->found };
	devrt_target_begin(dev, &m);
	devrt_device_leave(dev);
	usleep(next(w, 50));
	devrt_device_enter(dev, &c->infos[0].place);
	compute(w, dev, &m, c->nown);
	devrt_target_end(dev, &m);
	devrt_lane_return(dev, lane);
	devrt_device_leave(dev);
	for (int i = 0; i < c->nown; i++)
		w->added[c->part[i]]++;
}

/* Own parts stay for some regions; a copy of the choice without the sections that all read. */
static void
around(struct worker *w, int device, const struct choice *c)
{
	const struct devrt_place place = PLACE(20);
	struct devrt_item_info exits[OWN + READ];

	memcpy(exits, c->infos, sizeof exits);
	for (int i = 0; i < c->nown; i++)
		exits[i].flags = DEVRT_MAP_FROM;
	devrt_enter_data(&module, device, place, c->infos, c->items, c->nown);
	for (int i = 0; i < 3; i++)
		region(w, device, c);
	for (int i = c->nown - 1; i >= 0; i--)
		devrt_exit_data(&module, device, place, &exits[i], &c->items[i], 1);
}

static void *
work(void *arg)
{
	struct worker *w = arg;

	for (int i = number("ROUNDS", 100); i > 0 && !w->bad; i--) {
		struct choice c = choose(w);
		int device = (int)next(w, DEVICES);

		if (next(w, 4))
			region(w, device, &c);
		else
			around(w, device, &c);
	}
	return NULL;
}

static bool
counted(const struct worker *w)
{
	for (int part = w->number; part < PARTS; part += THREADS)
		for (int i = 0; i < LEN; i++)
			if (w->s->counters[part * LEN + i] != w->added[part])
				return false;
	return true;
}

static int
at_once(void)
{
	static struct worker workers[THREADS];
	struct shared *s = calloc(1, sizeof *s);
	pthread_t id[THREADS];

	alarm(300);
	for (int i = 0; i < N; i++)
		s->table[i] = i;
	for (int i = 0; i < THREADS; i++) {
		workers[i] = (struct worker){
			.s = s,
			.number = i,
			.random = (uint64_t)number("SEED", 1) * THREADS + (uint64_t)i,
		};
		if (pthread_create(&id[i], NULL, work, &workers[i]))
			return 2;
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(id[i], NULL);
	for (int i = 0; i < THREADS; i++)
		if (workers[i].bad || !counted(&workers[i]))
			return 1;
	for (int i = 0; i < N; i++)
		if (s->table[i] != i)
			return 3;
	for (int i = 0; i < DEVICES; i++)
		if (devrt_rt()->device[i].table.n > 1 || devrt_rt()->device[i].running)
			return 4; /* the fixture's variable is there for ever */
	free(s);
	return 0;
}

/* ---- a construct that meets one region which runs ---- */

static struct {
	int64_t a[N];
	sem_t begun, met; /* the region has begun; a construct that does not wait for it is done */
	bool waits;       /* the construct is to wait */
	_Atomic bool ended;
} meeting;

static void
item_of_meeting(struct choice *c, int first, int count, unsigned flags)
{
	add_item(c, meeting.a, first, count, flags, 0);
}

/* a[10:20], and a[50:10]: until the construct is done that does not wait, or for a while. */
static void *
runs(void *arg)
{
	struct worker *w = arg;
	struct choice c = { .n = 0 };
	struct devrt_device *dev = &devrt_rt()->device[0];

	item_of_meeting(&c, 10, 20, DEVRT_MAP_TO | DEVRT_MAP_FROM);
	item_of_meeting(&c, 50, 10, DEVRT_MAP_TO | DEVRT_MAP_FROM);
	devrt_device_enter(dev, &c.infos[0].place);
	struct devrt_lane *lane = devrt_lane_take(dev, &c.infos[0].place);
	struct devrt_maps m = { c.infos, c.items, c.n, lane, &lane->found };
	devrt_target_begin(dev, &m);
	devrt_device_leave(dev);
	sem_post(&meeting.begun);
	if (meeting.waits)
		usleep(30000);
	else
		sem_wait(&meeting.met);
	devrt_device_enter(dev, &c.infos[0].place);
	meeting.ended = true;
	value_there(w, dev, &m, 0, &meeting.a[10], 1);
	devrt_target_end(dev, &m);
	devrt_lane_return(dev, lane);
	devrt_device_leave(dev);
	return NULL;
}

/* 0: the construct waited for the region, or not, as expected, and the region was not disturbed. */
static int
meets(devrt_data_fn *construct, const struct choice *c, bool waits)
{
	static struct worker w;
	pthread_t id;
	bool waited;

	alarm(20);
	meeting.waits = waits;
	if (sem_init(&meeting.begun, 0, 0) || sem_init(&meeting.met, 0, 0) ||
		pthread_create(&id, NULL, runs, &w))
		return 2;
	sem_wait(&meeting.begun);
	construct(&module, 0, c->infos[0].place, c->infos, c->items, c->n);
	waited = meeting.ended;
	sem_post(&meeting.met);
	pthread_join(id, NULL);
	return w.bad || waited != waits || meeting.a[10] != 1;
}

static int
meets_one(devrt_data_fn *construct, int first, int count, unsigned flags, bool waits)
{
	struct choice c = { .n = 0 };

	item_of_meeting(&c, first, count, flags);
	return meets(construct, &c, waits);
}

static int
longer_section(void)
{
	return meets_one(devrt_enter_data, 0, 25, DEVRT_MAP_TO, true) ||
		!devrt_rt()->device[0].table.n;
}

static int
section_between(void)
{
	return meets_one(devrt_enter_data, 30, 20, DEVRT_MAP_TO, false);
}

static int
section_beside(void)
{
	struct choice c = { .n = 0 };

	item_of_meeting(&c, 80, 10, DEVRT_MAP_TO);
	item_of_meeting(&c, 50, 5, DEVRT_MAP_TO);
	return meets(devrt_enter_data, &c, true);
}

static int
deletion(void)
{
	return meets_one(devrt_exit_data, 10, 20, DEVRT_MAP_DELETE, true);
}

/* One too many: the region's own count must not go. */
static int
last_release(void)
{
	return meets_one(devrt_exit_data, 12, 0, DEVRT_MAP_RELEASE, true);
}

static int
release_of_another(void)
{
	struct choice c = { .n = 0 };

	item_of_meeting(&c, 10, 20, DEVRT_MAP_TO);
	item_of_meeting(&c, 50, 10, DEVRT_MAP_TO);
	devrt_enter_data(&module, 0, c.infos[0].place, c.infos, c.items, c.n);
	return meets_one(devrt_exit_data, 10, 20, DEVRT_MAP_RELEASE, false);
}

static int
longer_exit(void)
{
	return meets_one(devrt_exit_data, 0, 25, DEVRT_MAP_FROM, true);
}

static int
longer_update(void)
{
	return meets_one(devrt_update, 0, 25, DEVRT_MAP_UPDATE_FROM, true);
}

static int
update(void)
{
	return meets_one(devrt_update, 12, 3, DEVRT_MAP_UPDATE_TO, false);
}

int
main(void)
{
	works("parts of two arrays, six threads, two devices", "DEVRT_DEVICE=sim:k40,sim:v100",
		at_once);
	works("a section that grows out of a region's waits for its end", "", longer_section);
	works("one that lies between its sections does not", "", section_between);
	works("one that must lie beside such a section waits", "", section_beside);
	works("a deletion waits", "", deletion);
	works("and so does one release too many", "", last_release);
	works("but not the release of what another construct counted", "", release_of_another);
	works("an exit or update of more than a region has waits", "", longer_exit);
	works("until nothing is there", "", longer_update);
	works("an update of what it has does not", "", update);
	return done();
}
