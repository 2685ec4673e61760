/*
 * verdict(): the last call of every example.
 *
 * Prints the program's one line of output and returns its exit status.  A program is right when
 * no result differs from the host's and target regions run where they should: on a device whenever
 * there is one.  So a silent fall-back to the host counts as a failure.  Not for programs that
 * choose the host themselves, with if(0) or device(omp_get_initial_device()).
 */
#ifndef VERDICT_H
#define VERDICT_H

#include <omp.h>
#include <stdio.h>

static int
verdict(const char *name, long wrong, long results)
{
	int on_host = -1, expect_host = omp_get_num_devices() == 0;

	#pragma omp target map(from: on_host)
	on_host = omp_is_initial_device();

	if (wrong != 0) {
		printf("%s: FAIL (%ld of %ld results differ from the host's)\n", name, wrong, results);
		return 1;
	}
	if (!!on_host != expect_host) {
		printf("%s: FAIL (ran on the %s)\n", name, on_host ? "host" : "device");
		return 1;
	}
	printf("%s: ok (%s, %ld results)\n", name, on_host ? "host" : "device", results);
	return 0;
}

/* Whether an element is not what it should be; the first such one is printed.  The labs' programs verify with it; without
 * a second index j is -1. */
static inline int
differs(const char *array, long i, long j, double is, double should)
{
	static int said;

	if (is == should)
		return 0;
	if (said++ == 0 && j < 0)
		printf("%s[%ld] is %g and should be %g\n", array, i, is, should);
	else if (said == 1)
		printf("%s[%ld][%ld] is %g and should be %g\n", array, i, j, is, should);
	return 1;
}

#endif
