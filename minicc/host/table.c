/* What stands before the program and after it: the runtime's declarations, and the tables of
 * devrt.h that a constructor hands to libdevrt before main. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "devrt.h"
#include "base/device_sources.h"
#include "host/internal.h"

/* ---- before ---- */

/* Return the type under a name that needs no header: the program may not have <stdint.h>, and may
 * have names like these of its own. */
static const char *
plain_type(const char *name, size_t n)
{
	static const struct {
		const char *name, *plain;
	} types[] = {
		{ "size_t", "unsigned long" },
		{ "int32_t", "int" },
		{ "uint32_t", "unsigned" },
		{ "int64_t", "long" },
		{ "uint64_t", "unsigned long" },
	};

	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strlen(types[i].name) == n && strncmp(types[i].name, name, n) == 0)
			return types[i].plain;
	return NULL;
}

static const char *
skip_comment_or_directive(const char *s)
{
	if (s[0] == '/' && s[1] == '*') {
		s = strstr(s, "*/");
		return s ? s + 2 : "";
	}
	return s + strcspn(s, "\n");
}

/* Write devrt.h without its comments and directives, and with types that need no header. */
static void
put_declarations(struct host *h, const char *s)
{
	bool line_start = true;

	while (*s) {
		size_t n = strspn(s,
			"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
		const char *plain = n ? plain_type(s, n) : NULL;

		if ((s[0] == '/' && s[1] == '*') || (*s == '#' && line_start)) {
			s = skip_comment_or_directive(s);
		} else if (n > 0) {
			fprintf(h->out, "%.*s", plain ? (int)strlen(plain) : (int)n,
				plain ? plain : s);
			s += n;
			line_start = false;
		} else {
			if (*s != '\n' || !line_start)
				fputc(*s == '\t' ? ' ' : *s, h->out);
			line_start = *s == '\n' || (line_start && isspace((unsigned char)*s));
			s++;
		}
	}
}

/* Return whether the program includes devrt.h itself, and so has its declarations already. */
static bool
includes_devrt(const struct host *h)
{
	for (uint32_t i = 1; i < sources_count(h->unit->sources); i++) {
		const struct source_file *f = source_of(h->unit->sources, i);
		const char *as = f ? f->included_as : NULL;

		if (as && (strcmp(as, "\"devrt.h\"") == 0 || strcmp(as, "<devrt.h>") == 0))
			return true;
	}
	return false;
}

static bool
has_tables(const struct host *h)
{
	return h->unit->ntargets > 0 || h->unit->nhost_directives > 0 || h->device->nglobals > 0 ||
		h->device->nimages > 0;
}

/* Declare what stands for && and || where floats are reduced. */
static void
put_reductions(struct host *h)
{
	for (int any = 0; any < 2; any++)
		fprintf(h->out,
			"#pragma omp declare reduction(__devrt_%s: float, double: "
			"omp_out = omp_out %s omp_in) initializer(omp_priv = %d)\n",
			any ? "or" : "and", any ? "||" : "&&", !any);
}

void
host_prologue(struct host *h)
{
	const char *header = device_source_text("devrt.h");

	if (h->unit->joins_floats && !h->options->serial)
		put_reductions(h);
	if (!has_tables(h))
		return;
	if (h->options->readable)
		fprintf(h->out, "#include \"devrt.h\"\n\n");
	else
		fprintf(h->out, "# 1 \"<minicc>\" 3\n");
	if (!h->options->readable && !includes_devrt(h)) {
		if (!header)
			diag_bug("host writer", "devrt.h is not among the embedded sources");
		put_declarations(h, header);
	}
	host_trip_helpers(h);
	fprintf(h->out, "static struct devrt_module *__devrt_unit(void);\n");
	for (int i = 0; i < h->unit->ntargets; i++)
		fprintf(h->out, "static int __devrt_target_%s(const struct devrt_launch *);\n",
			h->unit->targets[i]->u.target.kernel_name);
	fputc('\n', h->out);
}

/* ---- after: one kernel ---- */

int
host_item_of_capture(struct host *h, const struct omp *o, const struct omp_capture *c)
{
	const struct map_items *maps = &h->kernel_maps[o->u.target.index];

	for (size_t i = 0; i < maps->n; i++)
		if (maps->v[i].map == c->map)
			return maps->v[i].item;
	diag_bug("host writer", "parameter '%s' of %s belongs to no list item", c->decl->name,
		o->u.target.kernel_name);
}

static void
put_params(struct host *h, const struct omp *o)
{
	const char *name = o->u.target.kernel_name;

	if (o->u.target.ncaptures == 0)
		return;
	fprintf(h->out, "static const struct devrt_param __devrt_params_%s[] = {\n", name);
	for (int i = 0; i < o->u.target.ncaptures; i++) {
		const struct omp_capture *c = &o->u.target.captures[i];

		if (c->kind == CAP_VALUE)
			fprintf(h->out, "\t{ \"%s\", %d, %zu },\n", c->decl->name,
				c->in_memory ? -2 : -1, c->decl->type->size);
		else if (c->kind == CAP_VLA_LEN)
			fprintf(h->out, "\t{ \"(length)\", -1, 8 },\n");
		else
			fprintf(h->out, "\t{ \"%s\", %d, 0 },\n", c->decl->name,
				host_item_of_capture(h, o, c));
	}
	fprintf(h->out, "};\n");
}

static void
put_infos(struct host *h, const struct omp *o)
{
	const struct items *items = &h->kernel_items[o->u.target.index];

	if (items->n == 0)
		return;
	fprintf(h->out, "static const struct devrt_item_info __devrt_items_%s[] = {\n",
		o->u.target.kernel_name);
	for (size_t i = 0; i < items->n; i++) {
		h->depth = 1;
		host_item_info(h, (struct place){ 0 }, &items->v[i]);
		h->depth = 0;
	}
	fprintf(h->out, "};\n");
}

static const char *
needs_text(struct host *h, unsigned needs)
{
	static const struct bit_name names[] = {
		{ DEVRT_IF_GRID_COVERS, "DEVRT_IF_GRID_COVERS" },
		{ DEVRT_IF_LAID_OUT, "DEVRT_IF_LAID_OUT" },
		{ DEVRT_IF_DISJOINT, "DEVRT_IF_DISJOINT" },
		{ DEVRT_IF_INDEX32, "DEVRT_IF_INDEX32" },
		{ DEVRT_IF_ALIGNED, "DEVRT_IF_ALIGNED" },
		{ DEVRT_IF_WHOLE, "DEVRT_IF_WHOLE" },
		{ DEVRT_IF_FEW, "DEVRT_IF_FEW" },
		{ DEVRT_IF_MANY, "DEVRT_IF_MANY" },
		{ 0, NULL },
	};

	return host_bits_text(h, names, needs);
}

/* Parameters that lead to what the entry only reads. */
static uint64_t
params_read(const struct ptxgen_kernel *k, const struct ptxgen_entry *e)
{
	int n = k->target->u.target.ncaptures;

	return e->needs & DEVRT_IF_DISJOINT ? ~e->written & ((1ull << (n < 63 ? n : 63)) - 1) : 0;
}

static void
put_entries(struct host *h, const struct ptxgen_kernel *k, const char *name)
{
	fprintf(h->out, "static const struct devrt_entry __devrt_entries_%s[] = {\n", name);
	for (int i = 0; i < k->nentries; i++)
		fprintf(h->out, "\t{ \"%s\", %s, %#llx, %#llx, %#llx, %d, %d, %d, %d },\n",
			k->entries[i].name, needs_text(h, k->entries[i].needs),
			(unsigned long long)k->entries[i].aligned,
			(unsigned long long)params_read(k, &k->entries[i]),
			(unsigned long long)k->entries[i].pointers, k->entries[i].lanes,
			k->entries[i].stores, k->entries[i].rows, k->entries[i].row_bytes);
	fprintf(h->out, "};\n");
}

static void
put_frame_vars(struct host *h, const struct ptxgen_kernel *k, const char *name)
{
	if (!k->frame_vars)
		return;
	fprintf(h->out, "static const struct devrt_frame_var __devrt_frame_%s[] = {\n", name);
	for (const struct ptxgen_frame_var *v = k->frame_vars; v; v = v->next)
		fprintf(h->out, "\t{ \"%s\", \"%s\", %d, %lu, %lu },\n", v->name, v->entry, v->arch,
			(unsigned long)v->offset, (unsigned long)v->bytes);
	fprintf(h->out, "\t{ 0 }\n};\n");
}

static void
put_kernel(struct host *h, const struct ptxgen_kernel *k)
{
	const struct omp *o = k->target;
	const char *name = o->u.target.kernel_name;
	size_t nitems = h->kernel_items[o->u.target.index].n;

	put_infos(h, o);
	put_params(h, o);
	put_entries(h, k, name);
	put_frame_vars(h, k, name);
	fprintf(h->out, "static const struct devrt_kernel __devrt_kernel_%s = {\n", name);
	fprintf(h->out, "\t.name = \"%s\", .place = %s, .scheme = \"%s\",\n", name,
		host_place(h, o->place), scheme_name(k->scheme));
	fprintf(h->out, "\t.entries = __devrt_entries_%s, .nentries = %d,\n", name, k->nentries);
	if (o->u.target.ncaptures > 0)
		fprintf(h->out, "\t.params = __devrt_params_%s, .nparams = %d,\n", name,
			o->u.target.ncaptures);
	if (nitems > 0)
		fprintf(h->out, "\t.items = __devrt_items_%s, .nitems = %zu,\n", name, nitems);
	if (k->frame_vars)
		fprintf(h->out, "\t.frame_vars = __devrt_frame_%s,\n", name);
	fprintf(h->out, "\t.extra_threads = %d, .max_threads = %d, .fixed_threads = %d,\n",
		k->extra_threads, k->max_threads, k->fixed_threads);
	fprintf(h->out,
		"\t.frame_bytes = %lu, .dyn_shared = %lu, .stack_bytes = %lu,\n"
		"\t.teams = %d, .trip_is_teams = %d, .block_threads = %d,\n"
		"\t.distributes = %d, .starts_teams = %d\n};\n",
		(unsigned long)k->frame_bytes, (unsigned long)k->dyn_shared,
		(unsigned long)k->stack_bytes, k->teams, host_trip_is_teams(o), k->block_threads,
		k->distributes, k->starts_teams);
	fprintf(h->out, "static int\n__devrt_target_%s(const struct devrt_launch *launch)\n{\n",
		name);
	fprintf(h->out, "\treturn devrt_target(__devrt_unit(), &__devrt_kernel_%s, launch);\n}\n\n",
		name);
}

/* ---- after: the module ---- */

static void
put_image(struct host *h, const struct ptxgen_image *image)
{
	const char *line = image->text;

	fprintf(h->out, "static const char __devrt_ptx_sm_%d[] =\n", image->arch);
	while (*line) {
		size_t n = strcspn(line, "\n");

		n += line[n] == '\n';
		fprintf(h->out, "\t%s\n", host_quote(h, line, n));
		line += n;
	}
	fprintf(h->out, "\t;\n\n");
}

static void
put_code(struct host *h, const char *name, int arch, const char *code, size_t bytes)
{
	enum { LINE = 64 };

	if (!code)
		return;
	fprintf(h->out, "static const char __devrt_%s_sm_%d[] __attribute__((aligned(16))) =\n",
		name, arch);
	for (size_t at = 0; at < bytes; at += LINE) {
		size_t n = bytes - at;

		fprintf(h->out, "\t%s\n", host_quote(h, code + at, n < LINE ? n : LINE));
	}
	fprintf(h->out, "\t;\n\n");
}

static void
put_images(struct host *h)
{
	const struct ptxgen_image *images = h->device->images;
	int n = h->device->nimages;

	if (n == 0)
		return;
	for (int i = 0; i < n; i++) {
		put_image(h, &images[i]);
		put_code(h, "code", images[i].arch, images[i].code, images[i].code_bytes);
		put_code(h, "object", images[i].arch, images[i].object, images[i].object_bytes);
	}
	fprintf(h->out, "static const struct devrt_image __devrt_images[] = {\n");
	for (int i = 0; i < n; i++) {
		fprintf(h->out,
			images[i].code ? "\t{ %d, __devrt_ptx_sm_%d, __devrt_code_sm_%d" :
					 "\t{ %d, __devrt_ptx_sm_%d, 0",
			images[i].arch, images[i].arch, images[i].arch);
		if (images[i].object)
			fprintf(h->out, ", __devrt_object_sm_%d, sizeof __devrt_object_sm_%d - 1",
				images[i].arch, images[i].arch);
		fprintf(h->out, " },\n");
	}
	fprintf(h->out, "};\n");
}

static void
put_kernel_list(struct host *h)
{
	if (h->device->nkernels == 0)
		return;
	fprintf(h->out, "static const struct devrt_kernel *const __devrt_kernels[] = {\n");
	for (int i = 0; i < h->device->nkernels; i++)
		fprintf(h->out, "\t&__devrt_kernel_%s,\n",
			h->device->kernels[i].target->u.target.kernel_name);
	fprintf(h->out, "};\n");
}

/* Return whether the variable has a name here.  Those of functions have none; their device copies
 * start as the program says. */
static bool
has_host_name(const struct ptxgen_global *g)
{
	return g->decl && g->decl->name && !g->decl->enclosing;
}

static int
put_globals(struct host *h)
{
	int n = 0;

	for (int i = 0; i < h->device->nglobals; i++) {
		const struct ptxgen_global *g = &h->device->globals[i];
		const struct decl *d = g->decl;
		bool sized;

		if (!has_host_name(g))
			continue;
		if (n++ == 0)
			fprintf(h->out, "static const struct devrt_global __devrt_globals[] = {\n");
		sized = d->type->kind != TY_ARRAY || !d->type->u.array.incomplete ||
			(d->definition != NULL);
		fprintf(h->out,
			sized ? "\t{ \"%s\", (void *)&%s, sizeof(%s), %d, %d },\n" :
				"\t{ \"%s\", (void *)&%s, 0/*%s*/, %d, %d },\n",
			g->name, d->name, d->name, g->defined, d->declare_target_link);
	}
	if (n > 0)
		fprintf(h->out, "};\n");
	return n;
}

void
host_tables(struct host *h)
{
	const struct ptxgen_result *r = h->device;
	const char *file = h->unit->main_file;
	int nglobals;

	if (!has_tables(h))
		return;
	fprintf(h->out, h->options->readable ? "\n" : "# 1 \"<minicc>\" 3\n");
	for (int i = 0; i < r->nkernels; i++)
		put_kernel(h, &r->kernels[i]);
	put_kernel_list(h);
	put_images(h);
	nglobals = put_globals(h);
	fprintf(h->out, "static struct devrt_module __devrt_module = {\n");
	fprintf(h->out, "\t.abi = %d, .source = %s,\n", DEVRT_ABI,
		host_quote(h, file, strlen(file)));
	if (r->nimages > 0)
		fprintf(h->out, "\t.images = __devrt_images, .nimages = %d,\n", r->nimages);
	if (r->nkernels > 0)
		fprintf(h->out, "\t.kernels = __devrt_kernels, .nkernels = %d,\n", r->nkernels);
	if (nglobals > 0)
		fprintf(h->out, "\t.globals = __devrt_globals, .nglobals = %d,\n", nglobals);
	if (r->alone)
		fprintf(h->out, "\t.alone = 1,\n");
	if (r->prints)
		fprintf(h->out, "\t.prints = 1,\n");
	if (h->unit->unified)
		fprintf(h->out, "\t.unified = 1,\n");
	fprintf(h->out, "\t.needs_link = %d, .launches_grids = %d\n};\n", r->needs_link,
		r->launches_grids);
	fprintf(h->out, "static struct devrt_module *\n__devrt_unit(void)\n{\n");
	fprintf(h->out, "\treturn &__devrt_module;\n}\n");
	fprintf(h->out, "static __attribute__((__constructor__)) void\n__devrt_start(void)\n{\n");
	fprintf(h->out, "\tdevrt_register(&__devrt_module);\n}\n");
	fprintf(h->out, "const char devrt_libdir[] __attribute__((__weak__)) = %s;\n",
		host_quote(h, h->options->lib_dir, strlen(h->options->lib_dir)));
}
