/*
 * parse_tool.c: the front end alone, for scripts: parse_tool FILE… prints each file's messages and
 * exits 1 if there were any errors; -q says nothing but errors; -t prints how long parsing took.
 */
#include <time.h>

#include "front.h"

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static int
time_parse(const char *path)
{
	struct front f;
	double start;

	front_begin(&f);
	if (setjmp(*diag_stop(f.diag)) == 0 && front_preprocess(&f, path, NULL)) {
		start = now();
		parse_unit(f.arena, f.diag, f.sources, f.tokens, path);
		printf("%s: %zu tokens, %.2f ms\n", path, f.tokens.n, now() - start);
	}
	front_free(&f);
	return 0;
}

int
main(int argc, char **argv)
{
	int status = 0, i, timing = 0;

	for (i = 1; i < argc; i++) {
		struct front f;

		if (strcmp(argv[i], "-t") == 0) {
			timing = 1;
			continue;
		}
		if (timing) {
			time_parse(argv[i]);
			continue;
		}
		front_parse(&f, argv[i]);
		fputs(f.messages, stdout);
		if (f.errors || !f.unit)
			status = 1;
		front_free(&f);
	}
	return status;
}
