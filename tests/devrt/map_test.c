/*
 * map_test.c: map clauses, target data, update, reference counts, attached pointers and declare
 * target variables against OpenMP 5.2 [5.8.3], on the simulator.
 */
#include "fixture.h"

enum { N = 1000, TO = DEVRT_MAP_TO, FROM = DEVRT_MAP_FROM, ALWAYS = DEVRT_MAP_ALWAYS };

int omp_target_is_present(const void *p, int device);

static const struct devrt_launch here = { .device = DEVRT_DEFAULT_DEVICE };
static const struct devrt_place place = PLACE(20);

static double *
array(double value)
{
	double *a = malloc(N * sizeof *a);

	for (int i = 0; i < N; i++)
		a[i] = value;
	return a;
}

static bool
all(const double *a, double value)
{
	for (int i = 0; i < N; i++)
		if (a[i] != value)
			return false;
	return true;
}

static struct devrt_item_info
one_info(unsigned flags)
{
	return (struct devrt_item_info){ "a[0:n]", PLACE(20), flags, 0, NULL };
}

static struct devrt_item
section(double *a, size_t first, size_t count)
{
	return (struct devrt_item){ a, a + first, count * sizeof *a, NULL };
}

typedef void data_fn(struct devrt_module *module, int64_t device, struct devrt_place place,
	const struct devrt_item_info *infos, const struct devrt_item *items, int n);

static void
data(data_fn *fn, unsigned flags, double *a, size_t first, size_t count)
{
	struct devrt_item_info info = one_info(flags);
	struct devrt_item item = section(a, first, count);

	fn(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
}

/* ---- what each type does ---- */

static int
tofrom(void)
{
	double *a = array(1);

	return !add("a", TO | FROM, a, N, 2, here) || !all(a, 3) || omp_target_is_present(a, 0);
}

static int
to_only(void)
{
	double *a = array(1);

	return !add("a", TO, a, N, 2, here) || !all(a, 1);
}

static int
from_only(void)
{
	double *a = array(1);

	/* Device memory is not initialised: only that something came back can be seen. */
	data(devrt_enter_data, TO, a, 0, N);
	a[0] = 7;
	data(devrt_exit_data, FROM, a, 0, N);
	return !all(a, 1);
}

static int
repeated(void)
{
	double *a = array(0);

	for (int i = 0; i < 100; i++)
		add("a", TO | FROM, a, N, 1, here);
	return !all(a, 100);
}

/* ---- reference counts ---- */

static int
nested(void)
{
	double *a = array(1);

	data(devrt_data_begin, TO | FROM, a, 0, N);
	add("a", TO | FROM, a, N, 1, here); /* present: neither copied there nor back */
	if (!all(a, 1))
		return 1;
	add("a", TO | FROM, a, N, 1, here);
	data(devrt_data_end, TO | FROM, a, 0, N);
	return !all(a, 3) || omp_target_is_present(a, 0);
}

static int
counts(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, N);
	data(devrt_enter_data, TO, a, 0, N);
	data(devrt_exit_data, DEVRT_MAP_RELEASE, a, 0, N);
	if (!omp_target_is_present(a, 0))
		return 1;
	data(devrt_exit_data, DEVRT_MAP_RELEASE, a, 0, N);
	if (omp_target_is_present(a, 0))
		return 2;
	data(devrt_exit_data, DEVRT_MAP_RELEASE, a, 0, N); /* absent: nothing happens */
	return 0;
}

static int
deleted(void)
{
	double *a = array(1);

	for (int i = 0; i < 3; i++)
		data(devrt_enter_data, TO, a, 0, N);
	data(devrt_exit_data, DEVRT_MAP_DELETE, a, 0, N);
	return omp_target_is_present(a, 0);
}

static int
delete_zero_length(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, N);
	data(devrt_exit_data, DEVRT_MAP_DELETE, a, 0, 0);
	return omp_target_is_present(a, 0);
}

static int
always(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, N);
	add("a", FROM | ALWAYS, a, N, 1, here);
	if (!all(a, 2))
		return 1;
	a[0] = 10;
	add("a", TO | FROM | ALWAYS, a, N, 0, here);
	return a[0] != 10 || a[1] != 2;
}

/* Two list items in one range: counted once, and the order of items does not matter. */
static int
two_items(void)
{
	double *a = array(1);
	struct devrt_item_info infos[] = { one_info(TO), one_info(FROM) };
	struct devrt_item items[] = { section(a, 0, N), section(a, 10, 5) };

	devrt_data_begin(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, 2);
	add("a", TO, a, N, 1, here);
	devrt_data_end(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, 2);
	return a[9] != 1 || a[10] != 2 || a[14] != 2 || a[15] != 1 || omp_target_is_present(a, 0);
}

static int
inner_section(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 100, 200);
	add("a", TO | FROM, a + 150, 10, 1, here);
	data(devrt_update, DEVRT_MAP_UPDATE_FROM, a, 150, 1);
	if (a[150] != 2 || a[151] != 1)
		return 1;
	if (!omp_target_is_present(a + 100, 0) || omp_target_is_present(a, 0))
		return 2;
	data(devrt_exit_data, FROM, a, 100, 200);
	return a[151] != 2;
}

static int
update(void)
{
	double *a = array(1);

	data(devrt_update, DEVRT_MAP_UPDATE_TO, a, 0, N); /* absent: ignored */
	data(devrt_enter_data, TO, a, 0, N);
	a[5] = 50;
	a[6] = 60;
	data(devrt_update, DEVRT_MAP_UPDATE_TO, a, 5, 1);
	data(devrt_exit_data, FROM, a, 0, N);
	return a[5] != 50 || a[6] != 1;
}

/* ---- pointers ---- */

static int
zero_length(void)
{
	double *a = array(1);

	add("a[:0]", TO | DEVRT_MAP_ZERO_LENGTH, a, 0, 1, here);
	if (omp_target_is_present(a, 0))
		return 1;
	data(devrt_enter_data, TO, a, 0, N);
	if (devrt_device_ptr(DEVRT_DEFAULT_DEVICE, a + 3) !=
		(char *)devrt_device_ptr(DEVRT_DEFAULT_DEVICE, a) + 24)
		return 2;
	return devrt_device_ptr(DEVRT_DEFAULT_DEVICE, a) == (void *)a ||
		devrt_device_ptr(DEVRT_DEFAULT_DEVICE, &here) != (void *)&here;
}

struct vector {
	double *p;
	int n;
};

/* #pragma omp target map(tofrom: s, s.p[0:s.n]) */
static int
through(struct vector *s, unsigned flags, double k)
{
	static const struct devrt_entry entries[] = { { .name = "through" } };
	static const struct devrt_param params[] = { { "s", 0, 8 }, { "k", -1, 8 } };
	struct devrt_item_info infos[] = { { "s", PLACE(30), flags, 0, NULL },
		{ "s.p[0:s.n]", PLACE(30), flags | DEVRT_MAP_ATTACH, 0, NULL } };
	struct devrt_item items[] = { { s, s, sizeof *s, NULL },
		{ s->p, s->p, (size_t)s->n * sizeof *s->p, (void **)&s->p } };
	struct devrt_kernel kernel = {
		.name = "main_l30",
		.place = PLACE(30),
		.scheme = "test",
		.entries = entries,
		.nentries = 1,
		.params = params,
		.nparams = 2,
		.items = infos,
		.nitems = 2,
		.max_threads = 1024,
		.fixed_threads = 1000,
	};
	const void *values[] = { &k };
	struct devrt_launch l = {
		.device = DEVRT_DEFAULT_DEVICE,
		.items = items,
		.values = values,
	};

	return devrt_target(&module, &kernel, &l);
}

static int
attached(void)
{
	double *a = array(1);
	struct vector s = { a, N };

	if (!through(&s, TO | FROM, 4))
		return 1;
	return s.p != a || s.n != N || !all(a, 5);
}

/* The struct stays; its members come later; copies of the struct keep both pointers. */
static int
attached_later(void)
{
	double *a = array(1);
	struct vector s = { a, N };
	struct devrt_item_info info = { "s", PLACE(31), TO, 0, NULL };
	struct devrt_item item = { &s, &s, sizeof s, NULL };

	devrt_enter_data(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	through(&s, TO | FROM | ALWAYS, 1);
	info.flags = DEVRT_MAP_UPDATE_TO | DEVRT_MAP_UPDATE_FROM;
	devrt_update(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	through(&s, TO | FROM, 1);
	info.flags = FROM;
	devrt_exit_data(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	return s.p != a || !all(a, 3);
}

/* ---- declare target ---- */

static int
count_total(void)
{
	static const struct devrt_entry entries[] = { { .name = "total" } };
	struct devrt_kernel kernel = {
		.name = "main_l40",
		.place = PLACE(40),
		.scheme = "test",
		.entries = entries,
		.nentries = 1,
		.max_threads = 1,
	};
	struct devrt_launch l = { .device = DEVRT_DEFAULT_DEVICE };

	return devrt_target(&module, &kernel, &l);
}

static int
globals_present(void)
{
	struct devrt_item_info info = { "total", PLACE(41), DEVRT_MAP_UPDATE_FROM, 0, NULL };
	struct devrt_item item = { &host_total, &host_total, sizeof host_total, NULL };

	if (!omp_target_is_present(&host_total, 0))
		return 1;
	host_total = 99; /* only the device's initial value counts */
	count_total();
	devrt_update(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	if (host_total != 4)
		return 2;
	host_total = 10;
	info.flags = DEVRT_MAP_UPDATE_TO;
	devrt_update(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	count_total();
	info.flags = DEVRT_MAP_DELETE;
	devrt_exit_data(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	info.flags = DEVRT_MAP_UPDATE_FROM;
	devrt_update(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	return host_total != 11;
}

/* ---- errors ---- */

static int
extends(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, 10);
	return add("a[0:1000]", TO | FROM, a, N, 1, here);
}

static int
overlaps(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, 10);
	data(devrt_enter_data, TO, a, 5, 10);
	return 0;
}

/* Sections side by side share nothing. */
static int
adjacent(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, 10);
	data(devrt_enter_data, TO, a, 10, 10);
	add("a[0:10]", TO | FROM, a, 10, 1, here);
	data(devrt_exit_data, FROM, a, 0, 10);
	data(devrt_exit_data, FROM, a, 10, 10);
	return a[9] != 2 || a[10] != 1 || omp_target_is_present(a, 0) ||
		omp_target_is_present(a + 10, 0);
}

/* Parts of one variable in one construct: a small one first, overlapping ones, one apart. */
static int
parts(void)
{
	double *a = array(1);
	struct devrt_item_info infos[] = { one_info(TO | FROM), one_info(TO | FROM), one_info(TO),
		one_info(FROM) };
	struct devrt_item items[] = { section(a, 4, 2), section(a, 0, 10), section(a, 8, 10),
		section(a, 30, 5) };

	for (int i = 0; i < 4; i++)
		items[i].base = a;
	devrt_data_begin(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, 4);
	if (devrt_device_ptr(DEVRT_DEFAULT_DEVICE, a + 30) !=
		(char *)devrt_device_ptr(DEVRT_DEFAULT_DEVICE, a) + 240)
		return 1;
	add("a[0:18]", TO | FROM, a, 18, 1, here);
	devrt_data_end(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, 4);
	return a[0] != 2 || a[9] != 2 || a[12] != 1 || omp_target_is_present(a, 0) ||
		omp_target_is_present(a + 30, 0);
}

static int
update_beyond(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, 10);
	data(devrt_update, DEVRT_MAP_UPDATE_TO, a, 5, 10);
	return 0;
}

static int
exit_beyond(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, 10);
	data(devrt_exit_data, FROM, a, 0, 20);
	return 0;
}

static int
apart(void)
{
	double *a = array(1);

	add("a", TO | FROM | DEVRT_MAP_IMPLICIT, a, 1, 1, here); /* gone again */
	data(devrt_enter_data, TO, a, 0, 10);
	data(devrt_enter_data, TO, a, 20, 10); /* no base address for both */
	return add("a", TO | FROM | DEVRT_MAP_IMPLICIT, a, N, 1, here);
}

/* The region then has only that part, and this one uses more. */
static int
beyond_the_part(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, 10);
	return add("a", TO | FROM | DEVRT_MAP_IMPLICIT, a, N, 1, here);
}

/* What was mapped by a rule is said to be. */
static int
extends_implicit(void)
{
	double *a = array(1);

	data(devrt_data_begin, TO | DEVRT_MAP_IMPLICIT, a, 0, 10);
	return add("a", TO | FROM, a, N, 1, here);
}

static int
extends_global(void)
{
	struct devrt_item_info info = one_info(TO);
	struct devrt_item item = { &host_total, &host_total, 2 * sizeof host_total, NULL };

	devrt_enter_data(&module, DEVRT_DEFAULT_DEVICE, place, &info, &item, 1);
	return 0;
}

static int
absent(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO | DEVRT_MAP_PRESENT, a, 0, 10);
	return 0;
}

/* What the same construct maps was not there on entry. */
static int
absent_before(void)
{
	double *a = array(1);
	struct devrt_item_info infos[] = { { "a[0:10]", PLACE(20), TO, 0, NULL },
		{ "a[2:4]", PLACE(21), TO | DEVRT_MAP_PRESENT, 0, NULL } };
	struct devrt_item items[] = { { a, a, 10 * sizeof *a, NULL },
		{ a, a + 2, 4 * sizeof *a, NULL } };

	devrt_data_begin(&module, DEVRT_DEFAULT_DEVICE, place, infos, items, 2);
	return 0;
}

static int
null_section(void)
{
	return add("a", TO | FROM, NULL, N, 1, here);
}

static int
too_large(void)
{
	static double small[1];

	data(devrt_enter_data, TO, small, 0, (size_t)1 << 40);
	return 0;
}

static int
negative(void)
{
	data(devrt_enter_data, TO, array(1), 5, (size_t)-5);
	return 0;
}

static int
update_negative(void)
{
	double *a = array(1);

	data(devrt_enter_data, TO, a, 0, N);
	data(devrt_update, TO, a, 5, (size_t)-5);
	return 0;
}

int
main(void)
{
	works("map(tofrom:)", "", tofrom);
	works("map(to:) does not come back", "", to_only);
	works("map(from:) comes back", "", from_only);
	works("a hundred regions", "", repeated);
	works("target data around regions", "", nested);
	works("enter and exit data count", "", counts);
	works("delete", "", deleted);
	works("delete through a zero-length section", "", delete_zero_length);
	works("always", "", always);
	works("two list items in one range", "", two_items);
	works("a section inside a mapped one", "", inner_section);
	works("sections side by side", "", adjacent);
	works("parts of a variable in one construct", "", parts);
	works("target update", "", update);
	works("zero-length sections and translation", "", zero_length);
	works("a member pointer is attached", "", attached);
	works("and stays attached through copies", "", attached_later);
	works("declare target variables", "", globals_present);
	works("the same on a K40", "DEVRT_DEVICE=sim:k40", attached);
	fails("a longer section names both places", "", extends,
		WORDS("prog.c:10:9: error:", "'a[0:1000]'", "contains",
			"prog.c:20:9: note:", "a[0:n]", "80 bytes"));
	fails("with item, range, length, kind and what to do", "", extends,
		WORDS("now 'a[0:1000]' (explicit): host 0x", " to 0x", "8000 bytes",
			"before 'a[0:n]' (explicit): host 0x", "map 8000 bytes from 0x",
			"already here"));
	fails("an implicit map of parts that are apart", "", apart,
		WORDS("prog.c:10:9: error: parts of 'a' lie apart on", "no clause names 'a'",
			"part 'a[0:n]' (explicit): host 0x", "80 bytes"));
	fails("more than the part that is there", "", beyond_the_part,
		WORDS("outside every allocation",
			"no clause names 'a', and of its 8000 bytes only 'a[0:n]' is on the device",
			"80 bytes"));
	fails("an implicit map before", "", extends_implicit, WORDS("before 'a[0:n]' (implicit)"));
	fails("beyond a declare target variable", "", extends_global,
		WORDS("'device_total' (declare target)"));
	fails("an overlapping section", "", overlaps,
		WORDS("prog.c:20:9: error:", "overlaps", "map 120 bytes from 0x"));
	fails("an update of more than is mapped", "", update_beyond,
		WORDS("overlaps", "(target update)"));
	fails("an exit of more than is mapped", "", exit_beyond,
		WORDS("contains", "now 'a[0:n]' (explicit)"));
	fails("the present modifier", "", absent, WORDS("prog.c:20:9: error:", "not mapped"));
	fails("what is present by the same construct", "", absent_before,
		WORDS("prog.c:21:9: error:", "'a[2:4]'", "not mapped"));
	fails("a null pointer", "", null_section, WORDS("prog.c:10:9: error:", "null pointer"));
	fails("out of device memory", "", too_large,
		WORDS("prog.c:20:9: error:", "out of device memory", "'a[0:n]'", "free"));
	fails("a negative length", "", negative,
		WORDS("prog.c:20:9: error:", "'a[0:n]' would have -40 bytes", "negative"));
	fails("an update of a negative length", "", update_negative,
		WORDS("'a[0:n]' would have -40 bytes"));
	says("DEVRT_INFO=1 shows arguments", "DEVRT_INFO=1", tofrom, 0,
		WORDS("launch add_covers", "a: 0x", "device address", "n: 0x3e8",
			"k: 0x4000000000000000"));
	says("DEVRT_INFO=2 shows what is present", "DEVRT_INFO=2", nested, 0,
		WORDS("'a' is present:", "references 2 'a[0:n]' at prog.c:20:9"));
	says("DEVRT_INFO=8 shows changes of the mapping", "DEVRT_INFO=8", nested, 0,
		WORDS("device 0: map:", "bytes 8000 references 1", "device 0: unmap:"));
	says("DEVRT_INFO=32 shows copies", "DEVRT_INFO=32", tofrom, 0,
		WORDS("copy to device: 'a', 8000 bytes", "copy from device: 'a', 8000 bytes"));
	fails("DEVRT_INFO=4 shows the table", "DEVRT_INFO=4", extends,
		WORDS("error:", "ranges are mapped", "a[0:n]"));
	return done();
}
