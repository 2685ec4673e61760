/* One C source on its way through the compiler: what unit.c's steps share with the view.
 *
 * For unit.c, which makes and ends jobs, and compare.c. */
#ifndef DRIVER_JOB_H
#define DRIVER_JOB_H

#include "driver/driver.h"
#include "pp/pp.h"
#include "ptxgen.h"

/* All that belongs to one source; it goes with its arena. */
struct job {
	struct driver *d;
	const char *path;
	const char *object; /* to write, or NULL */
	struct arena *arena;
	struct diag *diag;
	struct pp_context pp;
	struct token_list tokens;
	struct unit *unit;
	struct ptxgen_result device;
	FILE *held; /* messages about a file that may be cc's alone; NULL: they go to stderr */
	char *said; /* what it holds */
	size_t said_size;
	bool finished; /* no step was cut short */
};

/* What ptxgen is told when the device options are O's. */
struct ptxgen_options job_device_options(struct job *, const struct options *o);
/* Calls WRITE with a stream that becomes PATH when all went well; "-" is standard output. */
bool job_write(struct job *, const char *path, void (*write)(struct job *, FILE *, void *ctx),
	void *ctx);
/* A file's text, NULL when it cannot be read or is empty. */
const char *job_read(struct job *, const char *path);
/* -compare and -html: compiles the unit once per column and shows them. */
bool job_compare(struct job *);

#endif
