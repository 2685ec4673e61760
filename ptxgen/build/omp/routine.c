/*
 * routine.c: calls of omp_* routines [18] whose answer the compiler knows or the launch gives.
 * Those that work on memory, locks, are functions of the device library (devrt/device/omp.c).
 */
#include <string.h>

#include "build/internal.h"
#include "devrt.h"

enum routine {
	R_THREAD_NUM,
	R_NUM_THREADS,
	R_MAX_THREADS,
	R_THREAD_LIMIT,
	R_TEAM_NUM,
	R_NUM_TEAMS,
	R_LEVEL,
	R_ACTIVE_LEVEL,
	R_IN_PARALLEL,
	R_DEVICE,
	R_ANCESTOR,
	R_TEAM_SIZE,
	R_SET_THREADS,
	R_SCHEDULE,
	R_SET_SCHEDULE,
	R_ANYWHERE, /* those that follow mean the same in every function */
	R_ZERO,
	R_ONE,
	R_MINUS_ONE,
	R_NOTHING, /* arguments are evaluated, that is all */
	R_WTIME,
	R_WTICK,
};

static const struct {
	const char *name;
	enum routine which;
} routines[] = {
	{ "omp_get_thread_num", R_THREAD_NUM },
	{ "omp_get_num_threads", R_NUM_THREADS },
	{ "omp_get_max_threads", R_MAX_THREADS },
	{ "omp_get_thread_limit", R_THREAD_LIMIT },
	{ "omp_get_num_procs", R_THREAD_LIMIT },
	{ "omp_get_team_num", R_TEAM_NUM },
	{ "omp_get_num_teams", R_NUM_TEAMS },
	{ "omp_get_level", R_LEVEL },
	{ "omp_get_active_level", R_ACTIVE_LEVEL },
	{ "omp_in_parallel", R_IN_PARALLEL },
	{ "omp_get_device_num", R_DEVICE },
	{ "omp_get_default_device", R_DEVICE },
	{ "omp_is_initial_device", R_ZERO },
	{ "omp_get_dynamic", R_ZERO },
	{ "omp_get_nested", R_ZERO },
	{ "omp_get_cancellation", R_ZERO },
	{ "omp_get_proc_bind", R_ZERO },
	{ "omp_in_final", R_ZERO },
	{ "omp_get_max_active_levels", R_ONE },
	{ "omp_get_supported_active_levels", R_ONE },
	{ "omp_get_ancestor_thread_num", R_ANCESTOR },
	{ "omp_get_team_size", R_TEAM_SIZE },
	{ "omp_set_num_threads", R_SET_THREADS },
	{ "omp_get_teams_thread_limit", R_THREAD_LIMIT },
	{ "omp_get_max_teams", R_ZERO },
	{ "omp_get_max_task_priority", R_ZERO },
	{ "omp_get_num_devices", R_ZERO },
	{ "omp_get_initial_device", R_MINUS_ONE },
	{ "omp_get_num_places", R_ZERO },
	{ "omp_get_place_num", R_MINUS_ONE },
	{ "omp_get_place_num_procs", R_ZERO },
	{ "omp_get_partition_num_places", R_ZERO },
	{ "omp_get_place_proc_ids", R_NOTHING },
	{ "omp_get_partition_place_nums", R_NOTHING },
	{ "omp_set_dynamic", R_NOTHING },
	{ "omp_set_nested", R_NOTHING },
	{ "omp_set_max_active_levels", R_NOTHING },
	{ "omp_set_schedule", R_SET_SCHEDULE },
	{ "omp_set_num_teams", R_NOTHING },
	{ "omp_set_teams_thread_limit", R_NOTHING },
	{ "omp_set_default_device", R_NOTHING },
	{ "omp_get_schedule", R_SCHEDULE },
	{ "omp_get_wtime", R_WTIME },
	{ "omp_get_wtick", R_WTICK },
};

static int
find_routine(const char *name)
{
	for (size_t i = 0; i < sizeof routines / sizeof *routines; i++)
		if (strcmp(routines[i].name, name) == 0)
			return i;
	return -1;
}

bool
omp_routine_in_place(const char *name)
{
	int i = find_routine(name);

	return i >= 0 && routines[i].which < R_ANYWHERE;
}

bool
omp_routine_of_region(const char *name)
{
	int i = find_routine(name);

	return i >= 0 && (routines[i].which == R_THREAD_NUM || routines[i].which == R_NUM_THREADS);
}

bool
omp_routine_known(const char *name)
{
	return find_routine(name) >= 0;
}

bool
one_thread(struct fb *b)
{
	return !b->region || b->serial;
}

static struct ir_value
abstract(struct fb *b, enum ir_op op)
{
	struct ir_inst *i = ir_emit(&b->c, op, IR_I32, ir_reg_new(b->f, IR_I32, NULL), ir_none(),
		ir_none());

	i->construct = b->region;
	return ir_r(i->dst);
}

struct ir_value
thread_number(struct fb *b)
{
	return one_thread(b) ? ir_int(0) : abstract(b, IR_OMP_THREAD);
}

struct ir_value
thread_count(struct fb *b)
{
	return one_thread(b) ? ir_int(1) : abstract(b, IR_OMP_NTHREADS);
}

/* Return whether the region that encloses everything has more than one thread. */
static struct ir_value
active(struct fb *b)
{
	if (!b->region)
		return ir_int(0);
	return from_cond(b,
		ir_compare(&b->c, IR_NE, IR_I32, abstract(b, IR_OMP_NTHREADS), ir_int(1)));
}

/* Answer for a level: 0 is the team's initial thread, 1 the region, and -1 the result for any
 * other. */
static struct ir_value
at_level(struct fb *b, const struct expr *e, enum routine which)
{
	int deepest = (b->region ? 1 : 0) + b->serial;
	struct ir_value level, v, r = ir_int(which == R_TEAM_SIZE), ok;

	level = build_as(b, e->u.call.args[0], &int_type);
	if (b->region) {
		v = abstract(b, which == R_TEAM_SIZE ? IR_OMP_NTHREADS : IR_OMP_THREAD);
		r = ir_op3(&b->c, IR_SELECT, IR_I32,
			ir_compare(&b->c, IR_EQ, IR_I32, level, ir_int(1)), v, r);
	}
	ok = ir_compare(&b->c, IR_LE_U, IR_I32, level, ir_int(deepest));
	return ir_op3(&b->c, IR_SELECT, IR_I32, ok, r, ir_int(-1));
}

/* ---- settings ---- */

/* Return how many threads a parallel construct without num_threads gets [10.1.1]. */
struct ir_value
default_threads(struct fb *b)
{
	struct ir_value most = abstract(b, IR_OMP_MAXTHREADS), set;

	if (!b->nthreads)
		return most;
	set = load(b, home_lval(b, b->nthreads, &int_type));
	return ir_op3(&b->c, IR_SELECT, IR_I32, ir_compare(&b->c, IR_LT_S, IR_I32, ir_int(0), set),
		set, most);
}

/* Set the number of threads.  In a region it would be about regions in it, which have one thread
 * anyway. */
static struct ir_value
set_threads(struct fb *b, const struct expr *e)
{
	struct ir_value n = build_as(b, e->u.call.args[0], &int_type);

	if (!b->region && b->nthreads)
		store(b, home_lval(b, b->nthreads, &int_type), n);
	return ir_int(0);
}

static struct ir_value
evaluate(struct fb *b, const struct expr *e)
{
	for (int i = 0; i < e->u.call.nargs; i++)
		build_effects(b, e->u.call.args[i]);
	return ir_int(0);
}

/* Set the schedule of the loops behind it.  In a region it would be the thread's own: there its
 * arguments are only evaluated. */
static struct ir_value
set_schedule(struct fb *b, const struct expr *e)
{
	struct ir_value kind, chunk;

	if (b->region || !b->schedule)
		return evaluate(b, e);
	kind = build_as(b, e->u.call.args[0], &int_type);
	chunk = build_as(b, e->u.call.args[1], &int_type);
	store(b, home_lval(b, b->schedule, &int_type), kind);
	store(b, home_lval(b, b->chunk, &int_type), chunk);
	return ir_int(0);
}

/* Build omp_get_schedule. */
static struct ir_value
schedule(struct fb *b, const struct expr *e)
{
	struct home *homes[] = { b->schedule, b->chunk };
	const int first[] = { STATIC_AT_FIRST, 0 };

	for (int i = 0; i < 2; i++) {
		struct addr a = build_pointer(b, e->u.call.args[i]);
		struct ir_value v = homes[i] ? load(b, home_lval(b, homes[i], &int_type)) :
					       ir_int(first[i]);

		ir_store(&b->c, MEM_32, a.space, a.base, a.offset, v);
	}
	return ir_int(0);
}

static struct ir_value
wtime(struct fb *b)
{
	struct ir_value ns = ir_sreg(&b->c, SREG_GLOBALTIMER);

	return ir_op2(&b->c, IR_MUL, IR_F64, ir_convert(&b->c, IR_U2F, IR_F64, IR_I64, ns),
		ir_float(1e-9));
}

static int
least_arguments(enum routine which)
{
	switch (which) {
	case R_ANCESTOR:
	case R_TEAM_SIZE:
	case R_SET_THREADS: return 1;
	case R_SCHEDULE:
	case R_SET_SCHEDULE: return 2;
	default: return 0;
	}
}

static struct ir_value
routine_value(struct fb *b, const struct expr *e, enum routine which)
{
	switch (which) {
	case R_THREAD_NUM: return thread_number(b);
	case R_NUM_THREADS: return one_thread(b) ? ir_int(1) : abstract(b, IR_OMP_NTHREADS);
	case R_MAX_THREADS: return b->region ? ir_int(1) : default_threads(b);
	case R_SET_THREADS: return set_threads(b, e);
	case R_THREAD_LIMIT: return abstract(b, IR_OMP_MAXTHREADS);
	case R_TEAM_NUM: return abstract(b, IR_OMP_TEAM);
	case R_NUM_TEAMS: return abstract(b, IR_OMP_NTEAMS);
	case R_LEVEL: return ir_int((b->region ? 1 : 0) + b->serial);
	case R_ACTIVE_LEVEL:
	case R_IN_PARALLEL: return active(b);
	case R_DEVICE: return ir_env(&b->c, offsetof(struct devrt_env, device), IR_I32);
	case R_ONE: return ir_int(1);
	case R_MINUS_ONE: return ir_int(-1);
	case R_NOTHING: return evaluate(b, e);
	case R_SCHEDULE: return schedule(b, e);
	case R_SET_SCHEDULE: return set_schedule(b, e);
	case R_WTIME: return wtime(b);
	case R_WTICK: return ir_float(1e-9);
	case R_ANCESTOR:
	case R_TEAM_SIZE: return at_level(b, e, which);
	default: return ir_int(0);
	}
}

bool
build_omp_routine(struct fb *b, const struct expr *e, const char *name, struct ir_value *result)
{
	int i = find_routine(name);

	if (i < 0)
		return false;
	if (e->u.call.nargs < least_arguments(routines[i].which))
		return false;
	if (!b->is_kernel && routines[i].which < R_ANYWHERE && !omp_routine_of_region(name))
		diag_bug("build", "%s outside a kernel", name);
	*result = routine_value(b, e, routines[i].which);
	return true;
}
