/*
 * text_test.c: the terminal's side-by-side view of a made-up listing, character by character.
 *
 * Two columns of one region, the second refused; PTX that serves a line in two pieces, a function
 * that is called, one of the device library, a line that must be broken, control characters and
 * bytes above 127 in the source.  The listing is made here, so that no change of code generation
 * moves it.
 */
#include <string.h>

#include "view/compare.h"
#include "tree/omp_tree.h"
#include "scheme/scheme.h"
#include "tap.h"
#include "tree/tree.h"

static const char source[] = "int twice(int x) { return 2 * x; }\n"
			     "\n"
			     "void f(void)\n"
			     "{\n"
			     "#pragma omp target map(tofrom: n)\n"
			     "\tfor (int i = 0; i < 9; i++)\t/* \033[31m \303\251 */\n"
			     "\t\tn += twice(i);\n"
			     "}\n";

static const char two_columns[] =
	"f_l5: target region, lines 5 to 7\n"
	"\n"
	"     f.c                             | first                        | second\n"
	"-------------------------------------+------------------------------+-----------------------------\n"
	"     memory of the kernel            |   .shared .b32 cell;         |\n"
	"   :\n"
	"5    #pragma omp target map(tofrom:  |   ld.param.b64 %n, [n];      | refused (line 7): because\n"
	"         n)                          |                              | other can\n"
	"6      for (int i = 0; i < 9; i++)   |   mov.b32 %i, 0;             |\n"
	"           /* ?[31m \303\251 */             | HEAD:                        |\n"
	"                                     |   @%p bra HEAD;              |\n"
	"                                     |   ...                        |\n"
	"                                     |   add.s32 %a_long_name,      |\n"
	"                                     |       %another_long_name, 1; |\n"
	"7        n += twice(i);              |   call.uni twice;            | ^ refused because of this\n"
	"   :\n"
	"1    int twice(int x) { return 2 *   |   ret;                       |\n"
	"         x; }                        |                              |\n"
	"   :\n"
	"     device library: exp             | (1 line)                     |\n"
	"-------------------------------------+------------------------------+-----------------------------\n"
	"     virtual registers               | 7                            | -\n"
	"     shared bytes                    | 4                            | -\n"
	"     barriers                        | 0                            | -\n"
	"     branches                        | 1                            | -\n"
	"     PTX lines                       | 9                            | -\n"
	"     registers (ptxas)               | 12                           | -\n"
	"     instructions (ptxas)            | 30                           | -\n"
	"\n";

struct fixture {
	struct arena *a;
	struct unit unit;
	struct token last;
	struct stmt stmt;
	struct omp target, *targets[1];
	struct ptx_listing listing;
	uint32_t file, library;
};

static void
add_line(struct fixture *x, struct ptx_function *f, enum ptx_line_kind kind, uint32_t line,
	const char *text)
{
	struct ptx_line l = { text, kind, { line ? f->place.file : 0, line, 1 },
		kind == PTX_MEMORY ? -1 : 0 };

	vec_push(x->a, &f->lines, l);
}

static struct ptx_function *
add_function(struct fixture *x, const char *name, bool kernel, uint32_t file, uint32_t line)
{
	struct ptx_function f = { .name = name, .is_kernel = kernel, .place = { file, line, 1 } };

	f.registers = kernel ? 7 : 1;
	f.shared_bytes = kernel ? 4 : 0;
	vec_push(x->a, &x->listing.functions, f);
	return &vec_last(&x->listing.functions);
}

static void
make_listing(struct fixture *x)
{
	struct ptx_function *f = add_function(x, "exp", false, x->library, 1);

	add_line(x, f, PTX_INST, 1, "\tret;");
	f = add_function(x, "twice", false, x->file, 1);
	add_line(x, f, PTX_INST, 1, "\tret;");
	f = add_function(x, "f_l5", true, x->file, 5);
	vec_push(x->a, &f->uses, "twice");
	vec_push(x->a, &f->uses, "exp");
	add_line(x, f, PTX_MEMORY, 0, "\t.shared .b32 cell;");
	add_line(x, f, PTX_LOC, 5, "\t.loc 1 5 1");
	add_line(x, f, PTX_INST, 5, "\tld.param.b64 \t%n, [n];");
	add_line(x, f, PTX_INST, 6, "\tmov.b32 \t%i, 0;");
	add_line(x, f, PTX_BLANK, 6, "");
	add_line(x, f, PTX_LABEL, 6, "HEAD:");
	add_line(x, f, PTX_BRANCH, 6, "\t@%p bra \tHEAD;");
	add_line(x, f, PTX_CALL, 7, "\tcall.uni twice;");
	add_line(x, f, PTX_INST, 6, "\tadd.s32 \t%a_long_name, %another_long_name, 1;");
}

static void
make_unit(struct fixture *x)
{
	struct sources *s = sources_new(x->a);

	x->file = source_index(s, sources_text(s, "f.c", source, strlen(source)));
	x->library = source_index(s, sources_text(s, "<minicc>/math.c", "exp\n", 4));
	x->last.place = (struct place){ x->file, 7, 16 };
	x->stmt.last = &x->last;
	x->target = (struct omp){ .place = { x->file, 5, 13 }, .stmt = &x->stmt };
	x->target.u.target.kernel_name = "f_l5";
	x->targets[0] = &x->target;
	x->unit = (struct unit){
		.sources = s,
		.main_file = "f.c",
		.targets = x->targets,
		.ntargets = 1,
	};
}

static char *
view(const struct comparison *c, int width, bool color)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	view_text(c, out, width, color);
	fclose(out);
	return text;
}

/* The first line in which two texts differ, as a diagnostic. */
static void
show_difference(const char *got, const char *want)
{
	while (*got && *got == *want) {
		if (*got++ == '\n' && strcspn(got, "\n") != strcspn(want + 1, "\n"))
			break;
		want++;
	}
	diag("got  %.*s", (int)strcspn(got, "\n"), got);
	diag("want %.*s", (int)strcspn(want, "\n"), want);
}

/* The width of the widest line, in characters. */
static int
widest(const char *text)
{
	int most = 0, n = 0;

	for (; *text; text++) {
		n = *text == '\n' ? 0 : n + (((unsigned char)*text & 0xc0) != 0x80);
		most = n > most ? n : most;
	}
	return most;
}

int
main(void)
{
	struct fixture x = { .a = arena_new() };
	struct refusal why = { .reason = "because", .instead = "other" };
	struct ptxgen_kernel accepted = { .entries = { { .name = "f_l5" } }, .nentries = 1 };
	struct ptxgen_kernel refused = { .refused = &why };
	struct machine_function machine = { .name = "f_l5", .registers = 12, .instructions = 30 };
	struct ptxgen_result first = { .kernels = &accepted, .nkernels = 1, .nimages = 1 },
			     second = first;
	struct comparison *c;
	char *text;

	make_unit(&x);
	make_listing(&x);
	why.place = (struct place){ x.file, 7, 3 };
	first.images[0] = second.images[0] = (struct ptxgen_image){
		.arch = 70,
		.listing = &x.listing,
	};
	second.kernels = &refused;
	c = compare_new(x.a, &x.unit);
	compare_add(c, "first", &first);
	vec_push(x.a, &c->columns.v[0].machine, machine);
	compare_add(c, "second", &second);
	compare_align(c);

	text = view(c, 99, false);
	if (!ok(strcmp(text, two_columns) == 0, "two columns"))
		show_difference(text, two_columns);
	for (int width = 40; width <= 200; width += 40)
		ok(widest(view(c, width, false)) <= width, "no line is wider than %d", width);
	ok(strstr(view(c, 60, false), "| second\n") != NULL,
		"what does not fit side by side follows below");
	ok(strstr(view(c, 120, true), "\033[1;36mHEAD:\033[0m") != NULL, "a label has its colour");
	ok(strstr(view(c, 120, true), "\033[31m") == NULL, "an escape of the source has not");
	return done();
}
