/* The state of compiling one C source, for unit.c, which makes and ends it, compare.c and
 * profile.c. */
#ifndef DRIVER_JOB_H
#define DRIVER_JOB_H

#include "driver/driver.h"
#include "pp/pp.h"
#include "ptxgen.h"

/* All that belongs to one source; freed with its arena. */
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
	FILE *held; /* messages kept back, as the file may be for cc only; NULL: to stderr */
	char *said; /* what it holds */
	size_t said_size;
	bool finished; /* no step was cut short */
};

/* Return ptxgen's options for the device options in O. */
struct ptxgen_options job_device_options(struct job *, const struct options *o);
/* Call WRITE with a stream, which becomes the file PATH if there was no error; "-": standard output.
 * Return false after a message. */
bool job_write(struct job *, const char *path, void (*write)(struct job *, FILE *, void *ctx),
	void *ctx);
/* Return a file's text in the job's arena, or NULL if it cannot be read or is empty. */
const char *job_read(struct job *, const char *path);
/* -compare and -html: compile the unit once per column and show the columns. */
bool job_compare(struct job *);

#endif
