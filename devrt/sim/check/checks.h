/*
 * checks.h: finds mistakes in running kernels that hardware answers with a wrong number or a hang:
 * accesses outside what is mapped, reads of memory that nobody wrote, data races, misused barriers;
 * and values of mapped data that nobody copies.
 *
 * Make one per device before anything is allocated there, with sim_observe() for its observer.  It
 * prints each finding when it is found and lets the kernel go on; whoever made it asks for the
 * count at the end.  Checked launches use one host thread and are slower by a factor of about five.
 */
#ifndef SIM_CHECKS_H
#define SIM_CHECKS_H

#include "sim.h"

/* X(bit, option, noun): what can be checked. */
/* clang-format off */
#define CHECKS(X) \
	X(BOUNDS, "bounds", "accesses out of bounds") \
	X(INIT, "init", "reads of memory that nobody wrote") \
	X(RACE, "race", "data races") \
	X(SYNC, "sync", "misused barriers") \
	X(MAP, "map", "values that nobody copies")
/* clang-format on */

enum check_index {
#define X(bit, option, noun) CHECK_##bit##_INDEX,
	CHECKS(X)
#undef X
		NCHECKS
};
enum check_bit {
#define X(bit, option, noun) CHECK_##bit = 1 << CHECK_##bit##_INDEX,
	CHECKS(X)
#undef X
};

#define CHECK_SHOWN 20 /* findings printed in full; the others are counted */

struct checks;
typedef void checks_say_fn(void *ctx, const char *text);

/* "bounds,race", or "all"; false: a word that is none of these. */
bool checks_parse(const char *list, unsigned *what);
struct checks *checks_new(struct sim_device *dev, unsigned what, checks_say_fn *say, void *say_ctx);
void checks_free(struct checks *c); /* behind the device, which they observe */
const struct sim_observer *checks_observer(const struct checks *c);
/*
 * From libdevrt: these bytes have become mapped (for "race", too); for "map": both copies of them are the same now; the
 * host's are NOW, and were BEFORE when they were last the same; they go, and the host's stay.
 */
void checks_mapped(struct checks *c, uint64_t addr, size_t bytes, uint64_t host);
void checks_copied(struct checks *c, uint64_t addr, size_t bytes);
void checks_changed(struct checks *c, uint64_t addr, size_t bytes, const uint8_t *now,
	const uint8_t *before);
void checks_dropped(struct checks *c, uint64_t addr, size_t bytes, const uint8_t *host);
/*
 * For "race", from libdevrt: whose the next launch is (NULL: of none that others could run beside), and
 * what a construct copies.
 */
struct checks_construct {
	uint64_t number, first; /* those of a number below first come before it, */
	const uint64_t *after;  /* and those of these bits, from first on */
	size_t nafter;          /* words */
	const char *what, *place;
};
void checks_construct(struct checks *c, const struct checks_construct *given);
void checks_copies(struct checks *c, const struct checks_construct *given, uint64_t addr,
	size_t bytes, bool to_device);
/* Different findings so far, of all kinds. */
unsigned long checks_found(const struct checks *c);
/* "2 data races (seen 64 times), 1 misused barrier ..." for the end of a run; nothing: nothing
 * found. */
void checks_summary(const struct checks *c, struct sim_log *out);

#endif
