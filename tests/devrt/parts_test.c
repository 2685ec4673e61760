/*
 * parts_test.c: threads map parts of the same two arrays at the same time, on two devices: of one each
 * thread has parts of its own, which lie between those of others, and of the other all read sections
 * that overlap anyhow.  Whatever comes first, each finds its values, on the device and at home.
 * SEED=n starts elsewhere, ROUNDS=n makes it longer.
 */
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
	struct devrt_found found;
	bool bad;
};

/* What one construct maps. */
struct choice {
	struct devrt_item_info infos[OWN + READ];
	struct devrt_item items[OWN + READ];
	int part[OWN];
	int n, nown;
};

static unsigned next(struct worker *w, unsigned below)
{
	w->random = w->random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(w->random >> 33) % below;
}

static int number(const char *name, int otherwise)
{
	const char *value = getenv(name);

	return value ? atoi(value) : otherwise;
}

static void add_item(struct choice *c, int64_t *array, int first, int count, unsigned flags, int object)
{
	c->infos[c->n] = (struct devrt_item_info){ "x", PLACE(10), flags, object };
	c->items[c->n++] = (struct devrt_item){ array, array + first, (size_t)count * sizeof *array, NULL };
}

/* Parts of one's own, each once, and sections that all read. */
static struct choice choose(struct worker *w)
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

		add_item(&c, w->s->table, first, 1 + (int)next(w, (unsigned)(N - first)), DEVRT_MAP_TO, 1);
	}
	return c;
}

/* The value of an element on the device, found as a kernel would: from the array's base. */
static int64_t value_there(struct worker *w, struct devrt_device *dev, const struct devrt_maps *m, int item,
	const int64_t *element, int64_t add)
{
	CUdeviceptr at = devrt_item_address(dev, m, item) + ((uintptr_t)element - (uintptr_t)m->items[item].base);
	int64_t value = 0;

	w->bad |= devrt_copy_from(dev, &value, at, sizeof value) != CUDA_SUCCESS;
	value += add;
	w->bad |= add && devrt_copy_to(dev, at, &value, sizeof value) != CUDA_SUCCESS;
	return value;
}

/* What the region does: counts in its own parts, and looks whether the table is the table. */
static void compute(struct worker *w, struct devrt_device *dev, const struct devrt_maps *m, int nown)
{
	for (int i = 0; i < m->n; i++) {
		const int64_t *element = m->items[i].begin, *end = element + m->items[i].bytes / sizeof *end;

		for (; element < end; element++) {
			int64_t value = value_there(w, dev, m, i, element, i < nown);

			w->bad |= i >= nown && value != element - w->s->table;
		}
	}
}

static void region(struct worker *w, int device, const struct choice *c)
{
	struct devrt_maps m = { c->infos, c->items, c->n, &w->found };
	struct devrt_device *dev = &devrt_rt()->device[device];

	devrt_device_enter(dev, &c->infos[0].place);
	devrt_target_begin(dev, &m);
	devrt_device_leave(dev);
	usleep(next(w, 50));
	devrt_device_enter(dev, &c->infos[0].place);
	compute(w, dev, &m, c->nown);
	devrt_target_end(dev, &m);
	devrt_device_leave(dev);
	for (int i = 0; i < c->nown; i++)
		w->added[c->part[i]]++;
}

/* Own parts stay for some regions; a copy of the choice without the sections that all read. */
static void around(struct worker *w, int device, const struct choice *c)
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

static void *work(void *arg)
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

static bool counted(const struct worker *w)
{
	for (int part = w->number; part < PARTS; part += THREADS)
		for (int i = 0; i < LEN; i++)
			if (w->s->counters[part * LEN + i] != w->added[part])
				return false;
	return true;
}

static int at_once(void)
{
	static struct worker workers[THREADS];
	struct shared *s = calloc(1, sizeof *s);
	pthread_t id[THREADS];

	alarm(300);
	for (int i = 0; i < N; i++)
		s->table[i] = i;
	for (int i = 0; i < THREADS; i++) {
		workers[i] = (struct worker){ .s = s, .number = i,
			.random = (uint64_t)number("SEED", 1) * THREADS + (uint64_t)i };
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
			return 4;       /* the fixture's variable is there for ever */
	free(s);
	return 0;
}

int main(void)
{
	works("parts of two arrays, six threads, two devices", "DEVRT_DEVICE=sim:k40,sim:v100", at_once);
	return done();
}
