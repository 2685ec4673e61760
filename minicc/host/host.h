/* The host C writer: prints the program with its target constructs replaced by runtime calls.
 *
 *	write.c	walks the unit's tokens: unchanged, or one of the two below
 *	target.c	a target construct: its launch, and the region for the host
 *	data.c	target data, enter data, exit data, update
 *	task.c	nowait and depend
 *	scope.c	scope with clauses that cc may not know
 *	item.c	list items: base, begin, bytes
 *	expr.c	expressions of the program as text
 *	pragma.c	directives with the target part taken off
 *	ahead.c	where the host need not wait for target regions
 *	table.c	the descriptors at the end of the file (devrt.h)
 * The output is for cc, with line markers so that its messages name the user's file, or, with
 * .readable, for people, with headers folded back into #includes. The statements are the same.
 * The unit must be free of errors. */
#ifndef HOST_H
#define HOST_H

#include <stdio.h>

#include "base/diag.h"
#include "tree/tree.h"
#include "ptxgen.h"

struct host_options {
	bool readable;       /* for -emit-host */
	bool serial;         /* -fno-openmp: no OpenMP directive reaches cc */
	bool ahead;          /* not -fno-device-ahead */
	const char *lib_dir; /* where the program looks for libptxsim.so first */
};

void host_write(FILE *out, struct arena *, struct diag *, struct unit *,
	const struct ptxgen_result *, const struct host_options *);
/* Return whether the host C has OpenMP directives, so that cc needs -fopenmp. */
bool host_needs_openmp(const struct unit *);

#endif
