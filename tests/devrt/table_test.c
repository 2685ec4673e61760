/*
 * table_test.c: the present table against a plain list, with random inserts, removals and
 * questions.
 */
#include <stdlib.h>
#include <string.h>
#include "devrt/host/rt.h"
#include "tap.h"

enum { SPACE = 4096 };

static unsigned
next(unsigned *state)
{
	return *state = *state * 1103515245u + 12345u;
}

/* owner[b]: number of the entry that holds byte b of the space, or 0. */
struct model {
	unsigned owner[SPACE];
};

static unsigned
first_owner(const struct model *m, unsigned begin, unsigned bytes)
{
	for (unsigned b = begin; b < begin + bytes; b++)
		if (m->owner[b])
			return m->owner[b];
	return 0;
}

static bool
one_owner(const struct model *m, unsigned begin, unsigned bytes)
{
	for (unsigned b = begin; b < begin + bytes; b++)
		if (!m->owner[b] || m->owner[b] != m->owner[begin])
			return false;
	return true;
}

static void *
at(unsigned b)
{
	return (void *)(uintptr_t)(0x10000 + b);
}

/* One random operation; false when table and model differ. */
static bool
step(struct devrt_table *t, struct model *m, unsigned *state, unsigned id)
{
	unsigned begin = (next(state) >> 8) % (SPACE - 64), bytes = 1 + (next(state) >> 8) % 63;
	struct devrt_entry_range *in = devrt_table_find(t, at(begin), bytes);
	struct devrt_entry_range *over = devrt_table_overlap(t, at(begin), bytes);
	struct devrt_entry_range *point = devrt_table_find(t, at(begin), 0);

	if ((in != NULL) != one_owner(m, begin, bytes))
		return false;
	if ((over ? over->refs : 0) != first_owner(m, begin, bytes))
		return false;
	if ((point ? point->refs : 0) != m->owner[begin])
		return false;
	if (over && next(state) >> 8 & 1) {
		for (unsigned b = 0; b < SPACE; b++)
			if (m->owner[b] == over->refs)
				m->owner[b] = 0;
		devrt_table_remove(t, over);
	} else if (!over) {
		devrt_table_insert(t,
			(struct devrt_entry_range){ .host = (uintptr_t)at(begin),
				.bytes = bytes,
				.dev = 0x900000 + begin,
				.refs = id });
		for (unsigned b = begin; b < begin + bytes; b++)
			m->owner[b] = id;
	}
	return true;
}

static bool
sorted(const struct devrt_table *t)
{
	for (size_t i = 1; i < t->n; i++)
		if (t->v[i - 1]->host + t->v[i - 1]->bytes > t->v[i]->host)
			return false;
	return true;
}

static void
insert_from(struct devrt_table *t, unsigned base, unsigned begin, CUdeviceptr dev)
{
	devrt_table_insert(t,
		(struct devrt_entry_range){ .host = (uintptr_t)at(begin),
			.bytes = 8,
			.base = (uintptr_t)at(base),
			.dev = dev });
}

/* Pointers to where an array would begin. */
static void
reach(void)
{
	struct devrt_table t = { 0 };

	insert_from(&t, 104, 100, 0x1000);
	ok(!devrt_table_reach(&t, at(99)) && devrt_table_reach(&t, at(107)),
		"an entry around its base");
	insert_from(&t, 120, 200, 0x2000);
	ok(devrt_table_reach(&t, at(120)) == t.v[1] && devrt_table_reach(&t, at(150)) == t.v[1] &&
			!devrt_table_reach(&t, at(119)) && !devrt_table_reach(&t, at(208)),
		"between base and section");
	insert_from(&t, 340, 300, 0x3000);
	ok(devrt_table_reach(&t, at(340)) == t.v[2] && !devrt_table_reach(&t, at(341)),
		"a base behind the section");
	insert_from(&t, 120, 220, 0x2014);
	ok(devrt_table_reach(&t, at(120)), "two sections at their distance");
	insert_from(&t, 120, 240, 0x5000);
	ok(!devrt_table_reach(&t, at(120)) && devrt_table_reach(&t, at(205)),
		"two places: only what is present");
	while (t.n)
		devrt_table_remove(&t, t.v[t.n - 1]);
	ok(t.nfrom_outside == 0, "and all of them are gone");
	free(t.v);
}

int
main(void)
{
	struct devrt_table t = { 0 };
	static struct model m;
	unsigned state = 1, id = 1;
	size_t most = 0;
	bool good = true;

	ok(!devrt_table_find(&t, at(0), 1) && !devrt_table_overlap(&t, at(0), 1), "an empty table");
	for (; id < 20000 && good; id++) {
		good = step(&t, &m, &state, id);
		most = t.n > most ? t.n : most;
	}
	ok(good, "20,000 random operations agree with a list of bytes (%zu entries at most)", most);
	ok(sorted(&t), "the table is sorted and without overlaps");
	struct devrt_entry_range *e = t.v[0];
	ok(devrt_translate(e, (char *)e->host + 1) == e->dev + 1, "translation keeps the offset");
	ok(devrt_translate(e, (char *)e->host - 8) == e->dev - 8,
		"also of a base before the section");
	reach();
	return done();
}
