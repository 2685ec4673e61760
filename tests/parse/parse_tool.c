/*
 * parse_tool.c: the front end alone, for scripts: parse_tool FILE… prints each file's messages and
 * exits 1 if there were any errors.  -t prints how long parsing took.  -layout prints where each
 * member of the file's struct and union types lies: TAG size align, TAG.MEMBER first-bit bits.
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

static void
print_layout(const struct record *r)
{
	const struct field *f;

	printf("%s %zu %zu\n", r->tag, r->size, r->align);
	for (f = r->fields; f; f = f->next)
		if (f->name)
			printf("%s.%s %zu %zu\n", r->tag, f->name, f->offset * 8 +
				(f->bit_width >= 0 ? (size_t)f->bit_offset : 0),
				f->bit_width >= 0 ? (size_t)f->bit_width : f->type->size * 8);
}

/* The types are those of the file's variables. */
static void
print_layouts(const struct unit *u)
{
	int i;

	for (i = 0; i < u->ndecls; i++)
		if (u->decls[i]->kind == DECL_VAR && type_is_record(u->decls[i]->type))
			print_layout(u->decls[i]->type->u.record);
}

int
main(int argc, char **argv)
{
	int status = 0, i, timing = 0, layout = 0;

	for (i = 1; i < argc; i++) {
		struct front f;

		if (strcmp(argv[i], "-t") == 0) {
			timing = 1;
			continue;
		}
		if (strcmp(argv[i], "-layout") == 0) {
			layout = 1;
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
		else if (layout)
			print_layouts(f.unit);
		front_free(&f);
	}
	return status;
}
