/*
 * checks.h: finds mistakes in running kernels that give a wrong result or a hang on hardware:
 * accesses outside what is mapped, reads of memory that was never written, data races, misused
 * barriers; and changes of mapped data that are never copied.
 *
 * Make one per device before anything is allocated there, and pass its observer to sim_observe().
 * It prints each finding at once and lets the kernel go on; ask for the count at the end.  Checked
 * launches use one host thread and are slower by a factor of about five.
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

/* Read "bounds,race" or "all" into CHECK_* bits.  Return false if a word is none of these. */
bool checks_parse(const char *list, unsigned *what);
struct checks *checks_new(struct sim_device *dev, unsigned what, checks_say_fn *say, void *say_ctx);
void checks_free(struct checks *c); /* after the device, which they observe */
const struct sim_observer *checks_observer(const struct checks *c);
/*
 * Reports of libdevrt, as ptxsimMapped_fn of cuda_abi.h says, for "map": bytes were mapped (for
 * "race", too); both copies are the same; they are removed; the host launches a kernel.
 */
void checks_mapped(struct checks *c, uint64_t addr, size_t bytes, const uint8_t *host,
	const uint8_t *before);
void checks_copied(struct checks *c, uint64_t addr, size_t bytes);
void checks_dropped(struct checks *c, uint64_t addr, size_t bytes, const uint8_t *host);
void checks_left(struct checks *c, uint64_t addr, size_t bytes, const uint8_t *host);
void checks_launch(struct checks *c, bool goes_on);
/* Look at an access by the host's own code; see ptxsimAccess_fn. */
struct ptxsim_access;
void checks_host(struct checks *c, const struct ptxsim_access *a);
/*
 * For "race", from libdevrt: the construct of the next launch (NULL: no other runs beside it), and
 * what a construct copies; see ptxsimConstruct_fn of cuda_abi.h.
 */
struct checks_construct {
	uint64_t number, first; /* it comes after those with numbers below first, */
	const uint64_t *after;  /* and those whose bits are set, bit 0 being first */
	size_t nafter;          /* words */
	const char *what, *place;
};
void checks_construct(struct checks *c, const struct checks_construct *given);
void checks_copies(struct checks *c, const struct checks_construct *given, uint64_t addr,
	size_t bytes, bool to_device);
/* Return the number of different findings so far, of all kinds. */
unsigned long checks_found(const struct checks *c);
/* Append "2 data races (seen 64 times), 1 misused barrier ..." for the end of a run, or nothing. */
void checks_summary(const struct checks *c, struct sim_log *out);

#endif
