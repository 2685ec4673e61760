/*
 * checks.h: finds mistakes in running kernels that hardware answers with a wrong number or a hang:
 * accesses outside what is mapped, reads of memory that nobody wrote, data races, misused barriers.
 *
 * Make one per device before anything is allocated there, with sim_observe() for its observer.  It
 * prints each finding when it is found and lets the kernel go on; whoever made it asks for the count
 * at the end.  Checked launches use one host thread and are slower by a factor of about five.
 */
#ifndef SIM_CHECKS_H
#define SIM_CHECKS_H

#include "sim.h"

/* X(bit, option, noun): what can be checked. */
#define CHECKS(X) \
	X(BOUNDS, "bounds", "accesses out of bounds") \
	X(INIT, "init", "reads of memory that nobody wrote") \
	X(RACE, "race", "data races") \
	X(SYNC, "sync", "misused barriers")

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
/* Different findings so far, of all kinds. */
unsigned long checks_found(const struct checks *c);
/* "2 data races (seen 64 times), 1 misused barrier ..." for the end of a run; nothing: nothing found. */
void checks_summary(const struct checks *c, struct sim_log *out);

#endif
