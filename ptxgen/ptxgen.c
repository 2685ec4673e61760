/*
 * ptxgen.c: the road from the tree to PTX, one architecture at a time.
 *
 *      build -> (per kernel) lower_sequential -> scheme chosen -> simd_plan -> scheme -> lower_work -> outline -> passes -> emit
 *
 * The graph is rewritten in place, so each architecture starts from a fresh build; the scheme is
 * chosen on the first one and kept.
 */
#include "ptxgen.h"

#include <stdlib.h>
#include <string.h>

#include "build/build.h"
#include "ir/effects.h"
#include "entries.h"
#include "emit/listing.h"
#include "outline/outline.h"
#include "devrt.h"
#include "pass/pass.h"
#include "ir/reach.h"
#include "ir/recursion.h"
#include "scheme/scheme.h"
#include "simd/simd.h"
#include "ir/stack.h"
#include "work/work.h"

struct job {
	struct arena *arena;
	struct diag *diag;
	struct unit *unit;
	const struct ptxgen_options *options;
	struct ptxgen_result *result;
};

/* Note the refusal in the kernel's facts, which then have no entry, if keep_refused asks for it. */
static void
keep_refusal(struct job *j, struct ptxgen_kernel *k, const struct ir_func *f,
	const struct refusal *why)
{
	struct refusal *kept = NEW(j->arena, struct refusal);

	*kept = *why;
	k->target = f->kernel->target;
	k->scheme = j->options->scheme;
	k->refused = kept;
}

static void
refuse(struct job *j, const struct ir_func *f, const struct refusal *why)
{
	const struct omp *target = f->kernel->target;

	diag_error(j->diag, place_known(why->place) ? why->place : target->place,
		"scheme '%s' cannot take this target region: %s [%s]", j->options->scheme->name,
		why->reason, why->id ? why->id : "no page");
	diag_note(j->diag, target->place, "the target region begins here");
	if (why->instead)
		diag_note(j->diag, target->place, "'-scheme=%s' can", why->instead);
}

static void
remark_choice(struct job *j, const struct ir_func *f, const struct scheme *taken)
{
	diag_remark(j->diag, f->kernel->target->place, "-Rpass=scheme",
		"target region compiled with scheme '%s': %s [MC101]", taken->name, taken->summary);
}

/* Return a hint for a message: another scheme would divide the work, unless it is called from a
 * region. */
static const char *
divided_elsewhere(const struct job *j, const struct ir_func *f)
{
	return f->reach ?
		arena_printf(j->arena, "; '-scheme=%s' divides them", scheme_for_called()->name) :
		"";
}

/* Say which functions were cloned for the kernel, and why others were not (Tiotto et al. 2020,
 * Fig. 6). */
static void
remark_versions(struct job *j, const struct ir_func *f, const struct scheme *taken)
{
	const char *option = arena_printf(j->arena, "-Rpass=%s", taken->name);
	const char *analysis = arena_printf(j->arena, "-Rpass-analysis=%s", taken->name);
	const char *missed = arena_printf(j->arena, "-Rpass-missed=%s", taken->name);
	unsigned line = f->kernel->target->place.line;

	for (const struct ir_version *v = f->kernel->versions; v; v = v->next) {
		if (!v->specialised)
			diag_remark(j->diag, v->place, analysis,
				"'%s' is not cloned for the target region in "
				"line %u: it reaches no OpenMP construct [MC106]",
				v->name, line);
		else if (!v->others)
			diag_remark(j->diag, v->place, analysis,
				"'%s' is not cloned for the target region in "
				"line %u, but becomes part of it: nobody else calls it [MC105]",
				v->name, line);
		else
			diag_remark(j->diag, v->place, option,
				"'%s' is cloned for the target region in line %u: "
				"it reaches an OpenMP construct, and %s [MC104]",
				v->name, line, v->others);
		if (v->called && taken->lower_called && f->reach)
			diag_remark(j->diag, v->place, option,
				"'%s' also has a version for calls from itself, "
				"through pointers or from other files: the team's workers take its parallel "
				"regions, too [MC109]",
				v->name);
		else if (v->called && !taken->lower_called)
			diag_remark(j->diag, v->place, missed,
				"'%s' also has a version whose parallel regions "
				"have one thread: for calls from itself, through pointers or from other files%s "
				"[MC108]",
				v->name, divided_elsewhere(j, f));
	}
}

/* Say that a call may come to parallel regions in another file, which nobody knows here. */
static void
remark_elsewhere(struct job *j, const struct ir_func *f, const struct scheme *taken)
{
	if (f->reach == REACH_MAYBE && !taken->lower_called)
		diag_remark(j->diag, f->reach_place, "-Rpass-missed=scheme",
			"should this call come to parallel "
			"regions in another file, they have one thread; '-scheme=%s' divides them [MC111]",
			scheme_for_called()->name);
}

static void
remark_costs(struct job *j, const struct ir_func *f, const struct scheme *taken)
{
	const char *analysis = arena_printf(j->arena, "-Rpass-analysis=%s", taken->name);
	int n = 0;
	struct refusal *list = taken->costs ? taken->costs(f, &n) : NULL;

	for (int i = 0; i < n; i++)
		diag_remark(j->diag, list[i].place, analysis, "%s [%s]", list[i].reason,
			list[i].id);
}

/* Say what stood in the way of better schemes. */
static void
remark_missed(struct job *j, const struct ir_func *f, const struct scheme *taken)
{
	for (int i = 0; schemes[i] && schemes[i] != taken; i++) {
		struct refusal why = { 0 };
		if (!schemes[i]->hidden && !scheme_suits(schemes[i], f, &why))
			diag_remark(j->diag,
				place_known(why.place) ? why.place : f->kernel->target->place,
				"-Rpass-missed=scheme", "not '%s': %s [%s]", schemes[i]->name,
				why.reason, why.id);
	}
}

/* Return the scheme for this kernel, NULL if it is refused: an error, unless refusals are kept. */
static const struct scheme *
choose_scheme(struct job *j, struct ptxgen_kernel *k, const struct ir_func *f)
{
	const struct scheme *s = j->options->scheme;
	struct refusal why = { 0 };

	if (!s) {
		s = scheme_best(f);
		remark_missed(j, f, s);
	} else if (s->accepts && !s->accepts(f, &why)) {
		if (j->options->keep_refused)
			keep_refusal(j, k, f, &why);
		else
			refuse(j, f, &why);
		return NULL;
	}
	remark_choice(j, f, s);
	remark_versions(j, f, s);
	remark_elsewhere(j, f, s);
	remark_costs(j, f, s);
	return s;
}

/* Choose the SIMD groups of this entry; `say`: with remarks.  Return false if it is refused. */
static bool
plan_groups(struct job *j, struct ptxgen_kernel *k, struct ir_func *f, const struct scheme *s,
	bool say)
{
	struct refusal why = { 0 };

	if (s->one_thread || simd_plan(f, j->options, s->extra_threads, say ? j->diag : NULL, &why))
		return true;
	if (j->options->keep_refused) {
		keep_refusal(j, k, f, &why);
		return false;
	}
	diag_error(j->diag, why.place,
		"the form of SIMD groups that -simd= asks for is not possible: %s [%s]", why.reason,
		why.id);
	diag_note(j->diag, f->kernel->target->place, "the target region begins here");
	return false;
}

/* Record what lies where in the team's frame, for messages of a simulator. */
static void
record_frame(struct job *j, struct ptxgen_kernel *k, const struct ir_func *f, int arch)
{
	for (const struct ir_slot *s = f->slots; s; s = s->next) {
		if (s->kind != SLOT_FRAME)
			continue;
		struct ptxgen_frame_var *v = NEW(j->arena, struct ptxgen_frame_var);
		*v = (struct ptxgen_frame_var){ k->frame_vars, arch, f->name, s->name,
			s->frame_offset, s->size };
		k->frame_vars = v;
	}
}

static void
add_entry(struct ptxgen_kernel *k, const struct ir_func *f)
{
	if (f->kernel->frame_bytes >
		k->frame_bytes) /* the largest of all entries and architectures */
		k->frame_bytes = f->kernel->frame_bytes;
	struct ptxgen_entry *e = &k->entries[k->nentries++];

	e->name = f->name;
	e->aligned |= f->kernel->aligned; /* of all architectures */
	e->written |= f->kernel->written;
	e->pointers |= f->kernel->pointers;
	e->lanes = f->kernel->lanes;
	e->rows = f->kernel->rows;
	e->row_bytes = f->kernel->row_bytes;
	e->stores = entry_stores(f);
	e->needs |= entry_needs(f) | (e->aligned ? DEVRT_IF_ALIGNED : 0);
}

/* Return the number of threads that a team must have since regions ask for it; -1: only they know how
 * many; 0: none asks. */
static int
fixed_threads(const struct ir_func *f)
{
	bool asks = f->kernel->team; /* what is elsewhere may */

	for (uint32_t i = 0; i < f->nconstructs; i++)
		asks |= f->constructs[i]->kind == CON_PARALLEL &&
			f->constructs[i]->u.parallel.threads.kind != VAL_NONE;
	return !asks ? 0 : f->kernel->const_threads ? f->kernel->const_threads : -1;
}

static void
record_kernel(const struct job *j, struct ptxgen_kernel *k, const struct ir_func *f,
	const struct scheme *s)
{
	k->target = f->kernel->target;
	k->scheme = s;
	k->max_threads = f->kernel->max_threads;
	k->extra_threads = k->max_threads == 1 ? 0 : s->extra_threads;
	k->fixed_threads = fixed_threads(f);
	k->block_threads = f->kernel->regions_are_grids ? 1 : 0;
	k->dyn_shared = f->kernel->team ? sizeof(struct devrt_team) : 0;
	k->starts_teams = f->kernel->regions_are_grids && j->options->strict_grids;
	k->teams = f->kernel->teams;
	k->distributes = f->kernel->distributes;
}

/* Print for -d B what the builder made, before any scheme; for -d S what the scheme made of it. */
static void
dump(struct job *j, const struct ir_func *f, char letter, const char *after)
{
	const struct ptxgen_options *o = j->options;

	if (!o->dump || !strchr(o->dump, letter))
		return;
	fprintf(o->dump_file, "after %s:\n", after);
	ir_dump(f, j->unit->sources, o->dump_file);
}

static void
begin_entry(struct ir_module *m, struct ir_func *f)
{
	ir_verify(f, "build");
	lower_sequential(f, m);
	ir_verify(f, "lower_sequential");
}

static void
finish_entry(struct job *j, struct ptxgen_kernel *k, struct ir_module *m, struct ir_func *f,
	const struct scheme *s, const struct target *t)
{
	f->kernel->spare_warp = s->extra_threads > 0;
	if (s->lower_called && f->reach) {
		share_escaping(f);
		f->kernel->team = team_record(m);
	}
	if (s->cuts_sequential)
		sequential_arrays(f, m);
	s->lower(f, t);
	ir_verify(f, s->name);
	dump(j, f, 'S', s->name);
	lower_work(f, m, s, t);
	ir_verify(f, "lower_work");
	record_frame(j, k, f, t->arch); /* passes drop the slots */
	outline_parts(f, m, j->options->devirtualize, j->options->strict_grids);
	ir_verify(f, "outline");
	if (f->kernel->const_threads &&
		!f->kernel->regions_are_grids) /* ptxas need not keep registers for larger blocks */
		f->max_threads = f->kernel->max_threads == 1 ? 1 : simd_block(f, s->extra_threads);
	run_passes(f, m, t, j->options, j->diag);
}

static void
remark_laid_out(struct job *j, const struct ir_func *f)
{
	if (f->kernel->laid_out)
		diag_remark(j->diag, f->kernel->target->place, "-Rpass=grid2d",
			"an entry has a dimension of the grid for each collapsed loop: no index is divided [MC511]");
}

static void
remark_entries(struct job *j, const struct ir_func *f, const char *why_not)
{
	const struct omp *target = f->kernel->target;

	if (why_not)
		diag_remark(j->diag, target->place, "-Rpass-missed=covers",
			"no entry without work loop: %s [MC103]", why_not);
	else
		diag_remark(j->diag, target->place, "-Rpass=covers",
			"an entry runs one iteration a thread, without work loop [MC102]");
}

/* Drop the functions and variables that an entry without use has added. */
static void
forget_symbols(struct ir_module *m, struct ir_symbol *last)
{
	*(last ? &last->next : &m->symbols) = NULL;
	m->last_symbol = last;
}

/* All images have the entries of the first, whether or not theirs is of use: the launch does not
 * ask which image it has.  had: how many those are; 0: this is the first. */
static bool
keeps_entry(const struct ptxgen_kernel *k, const struct ir_func *f, int had)
{
	return had ? k->nentries < had && !strcmp(k->entries[k->nentries].name, f->name) :
		     entry_is_useful(f);
}

/* Fill out with the entries' code, the best one first.  Return how many; 0: the scheme refused. */
static int
lower_kernel(struct job *j, struct ir_module *m, struct ir_func *f, int number,
	const struct target *t, struct ir_func **out)
{
	struct ptxgen_kernel *k = &j->result->kernels[number];
	const char *why_not;
	struct ir_func *fast[MOST_FAST_ENTRIES];
	const struct scheme *s;
	bool first = !k->scheme;
	int n = 0, nfast, had = k->nentries;

	dump(j, f, 'B', "build");
	nfast = entries_fast(f, m, j->options, fast, &why_not);
	if (first)
		remark_entries(j, f, why_not);
	begin_entry(m, f);
	s = k->scheme ? k->scheme : choose_scheme(j, k, f);
	if (!s || k->refused)
		return 0;
	if (s->lower_called && f->reach) /* regions elsewhere may want more threads than its own */
		f->kernel->const_threads = f->kernel->const_limit;
	if (!plan_groups(j, k, f, s, first))
		return 0;
	k->nentries = 0;
	for (int i = 0; i < nfast; i++) {
		struct ir_symbol *last = m->last_symbol;
		begin_entry(m, fast[i]);
		plan_groups(j, k, fast[i], s, false);
		fast[i]->kernel->has_fast = n > 0;
		finish_entry(j, k, m, fast[i], s, t);
		if (!keeps_entry(k, fast[i], had)) {
			forget_symbols(m, last);
			continue;
		}
		add_entry(k, out[n++] = fast[i]);
		if (first)
			remark_laid_out(j, fast[i]);
	}
	f->kernel->has_fast = n > 0;
	finish_entry(j, k, m, f, s, t);
	add_entry(k, out[n++] = f);
	record_kernel(j, k, f, s);
	return n;
}

/* Replace the module's kernels by all of their entries. */
static bool
lower_kernels(struct job *j, struct ir_module *m, const struct target *t)
{
	struct ir_func **entries = NEWN(j->arena, struct ir_func *,
		(MOST_FAST_ENTRIES + 1) * m->nkernels + 1);
	int n = 0;
	bool ok = true;

	for (int i = 0; i < m->nkernels; i++) {
		int more = lower_kernel(j, m, m->kernels[i], i, t, entries + n);
		ok &= more > 0 || j->result->kernels[i].refused;
		n += more;
	}
	m->kernels = entries;
	m->nkernels = n;
	return ok;
}

/* Return the scheme that divides regions of called functions: the one asked for, if it can; without
 * one, the first that can. */
static const struct scheme *
called_scheme(const struct ptxgen_options *o)
{
	if (o->scheme)
		return o->scheme->lower_called ? o->scheme : NULL;
	return scheme_for_called();
}

/* Return whether kernels, of this unit or of others, may come to regions of functions by calls. */
static bool
wants_divided(const struct ir_module *m)
{
	bool wants = ir_is_linked(m);

	for (int i = 0; i < m->nkernels; i++)
		wants |= m->kernels[i]->reach != REACH_NONE;
	return wants;
}

/* Build the module.  *divides: the scheme that divides regions of called functions; NULL if no
 * kernel comes to any, for which the module is built again.  Return NULL after errors. */
static struct ir_module *
build_module(struct job *j, const struct target *t, const struct scheme **divides)
{
	struct ir_module *m;

	*divides = called_scheme(j->options);
	do {
		m = build_unit(j->arena, j->diag, j->unit, j->options, t, *divides != NULL);
		if (!m)
			return NULL;
		find_effects(m);
		find_reach(m);
		if (!wants_divided(m))
			*divides = NULL;
	} while (m->divided && !*divides);
	return m;
}

static bool
is_whole_function(const struct ir_symbol *s)
{
	return s->kind == SYM_FUNC && s->func && s->func->blocks && !s->func->part_of;
}

/* Lower device functions: ahead of the passes of kernels, which build some of them in. */
static void
lower_functions(struct job *j, struct ir_module *m, const struct target *t,
	const struct scheme *divides)
{
	for (struct ir_symbol *s = m->symbols; s; s = s->next)
		if (is_whole_function(s)) {
			dump(j, s->func, 'B', "build");
			lower_sequential(s->func, m);
			if (divides && (s->func->reach || s->func->is_master))
				divides->lower_called(s->func, m, t, divides);
		}
}

static void
finish_functions(struct job *j, struct ir_module *m, const struct target *t, bool divides)
{
	struct ptxgen_result *r = j->result;

	for (struct ir_symbol *s = m->symbols; s; s = s->next) {
		if (is_whole_function(s)) {
			run_passes(s->func, m, t, j->options, j->diag);
			r->alone |= !divides && s->func->reach;
		}
		r->launches_grids |= strstr(s->name, "LaunchDeviceV2") && s->linkage == LINK_EXTERN;
		r->needs_link |= ir_needs_link(s);
		r->prints |= strcmp(s->name, "vprintf") == 0;
	}
}

/* When all functions that an entry may call have their final frames. */
static void
record_stacks(struct job *j, const struct ir_module *m)
{
	struct arena *scratch = arena_new();
	const struct stack_pointed *pointed = stack_pointed(scratch, m);

	for (int i = 0; i < m->nkernels; i++) {
		const struct ir_func *f = m->kernels[i];
		struct ptxgen_kernel *k = j->result->kernels;
		uint64_t stack = stack_wanted(scratch, f, pointed);
		while (k->target != f->kernel->target)
			k++;
		if (stack > k->stack_bytes) /* the largest of all entries and architectures */
			k->stack_bytes = stack;
	}
	arena_free(scratch);
}

static void
print_image(struct job *j, const struct ir_module *m, const struct target *t,
	struct ptxgen_image *image)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		out_of_memory();
	if (j->options->listing) {
		image->listing = NEW(j->arena, struct ptx_listing);
		image->listing->arena = j->arena;
	}
	emit_module(m, t, j->options, image->listing, out);
	fclose(out);
	image->arch = t->arch;
	image->text = arena_strndup(j->arena, text, size);
	free(text);
}

static bool
compile_for(struct job *j, const struct target *t, struct ptxgen_image *image)
{
	const struct scheme *divides;
	struct ir_module *m = build_module(j, t, &divides);
	struct ptxgen_result *r = j->result;

	if (!m)
		return false;
	if (!r->kernels) {
		r->kernels = NEWN(j->arena, struct ptxgen_kernel, m->nkernels + 1);
		r->nkernels = m->nkernels;
		r->nglobals = build_globals(m, &r->globals);
	}
	if (j->options->optimize)
		tail_calls(m);
	find_recursion(m);
	lower_functions(j, m, t, divides);
	bool ok = lower_kernels(j, m, t);
	bool drops = ok && j->options->optimize && !without(j->options, INLINE);
	if (drops)
		drop_uncalled(m); /* their passes would be for nothing */
	finish_functions(j, m, t, divides != NULL);
	if (ok) {
		if (drops)
			drop_uncalled(m);
		record_stacks(j, m);
		show_recursion(m);
		print_image(j, m, t, image);
	}
	return ok;
}

bool
ptxgen_unit(struct arena *arena, struct diag *diag, struct unit *unit,
	const struct ptxgen_options *options, struct ptxgen_result *result)
{
	struct job j = { arena, diag, unit, options, result };

	for (int i = 0; i < options->narchs; i++) {
		const struct target *t = target_find(options->archs[i]);
		if (!compile_for(&j, t, &result->images[i]))
			return false;
		result->nimages = i + 1;
	}
	return true;
}
