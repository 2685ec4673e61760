/*
 * omp_tree.h: OpenMP constructs as tree nodes, resolved.
 *
 * Combined constructs (OpenMP 5.2 [17.1]) are split: `target teams distribute parallel for simd`
 * becomes OMP_TARGET > OMP_TEAMS > OMP_PARALLEL > OMP_LOOP with levels DISTRIBUTE|FOR|SIMD, and its
 * clauses are distributed to the leaves as [17.2] says.  A composite loop is one OMP_LOOP node,
 * with OMP_PARALLEL around it when parallel is one of its levels: the fork happens once per team,
 * not once per distribute chunk, which no program can tell.
 *
 * An example (tests/omp/tree/worked.c), and the nodes that it becomes:
 *
 *	#pragma omp target teams distribute parallel for \
 *	    map(to: x[0:n]) reduction(+: sum) num_threads(64)
 *	    for (int i = 0; i < n; i++)
 *	        sum += x[i];
 *
 *	target kernel total_l5 teams                OMP_TARGET, the outermost leaf
 *	  map to x[0:n] = x[0:n] through pointer    maps: what the clause says
 *	  map tofrom sum by rule                    and what follows from the reduction
 *	  parameter value n                         captures: CAP_VALUE,
 *	  parameter address sum of map sum          CAP_ADDRESS: where the copy of sum is,
 *	  parameter pointer x of map x[0:n]         CAP_POINTER: x as a device address
 *	  firstprivate n by rule                    vars of OMP_TARGET
 *	  teams                                     OMP_TEAMS
 *	    reduction sum with +                    its vars: here each team combines,
 *	    shared n by rule
 *	    shared x by rule
 *	    parallel num_threads(64)                OMP_PARALLEL, clauses.num_threads
 *	      reduction sum with +                  here the threads of a team
 *	      shared n by rule
 *	      shared x by rule
 *	      loop distribute for                   OMP_LOOP with two levels,
 *	        loop i = 0 while < n step 1         loops[0]; the body is the statement
 *
 * Expressions of the body name the original variables; a construct's `vars` say which of them have
 * private copies inside.  Consumers rebind the declaration on entry and restore it on exit.
 * Declarations in vars, items and captures are canonical ones (decl.canonical).
 *
 * Choices where [17.2] leaves one:
 *   private        on the innermost leaf that takes it
 *   firstprivate   on TARGET (a value parameter) and on one more leaf, where the copy is made:
 *                  PARALLEL, else TEAMS, else the leaf that has the clause.  With lastprivate as
 *                  well: also_first
 *   lastprivate, linear  on the loop or sections; VAR_SHARED on the TEAMS and PARALLEL of the
 *                        directive
 *   reduction      on the TEAMS and PARALLEL of the directive, so each level combines once; on the
 *                  loop or sections only when the directive has neither, it is a taskloop, or
 *                  inscan
 *   if             on the TARGET alone, because on the device it is known to be true; without one
 *                  on every leaf that takes it; where its modifier names one, there
 *   loop           bind(teams): PARALLEL > distribute for, or distribute alone when its body has
 *                  parallelism of its own; bind(parallel): for, in a PARALLEL when only the team's
 *                  first thread would come by; bind(thread): simd
 * Loop variables are VAR_PRIVATE (implicit) on their OMP_LOOP unless declared by the loop; that of
 * a separate `simd` is VAR_LASTPRIVATE.  VAR_SHARED by rule lists variables of automatic storage
 * only. A reduction, lastprivate or linear item of a combined target construct is mapped tofrom
 * there.
 *
 * Constructs of the device set are nodes of their kind wherever they stand, with parent NULL when
 * orphaned; in host code their tokens are left as they are.  OMP_HOST stands for a directive or
 * clause that only cc knows, and for loops that we cannot describe.  assume leaves its statement,
 * and in target regions taskwait leaves nothing.
 */
#ifndef TREE_OMP_TREE_H
#define TREE_OMP_TREE_H

#include "tree/tree.h"

enum omp_kind {
	OMP_TARGET,
	OMP_TARGET_DATA,
	OMP_TARGET_ENTER_DATA,
	OMP_TARGET_EXIT_DATA,
	OMP_TARGET_UPDATE,
	OMP_TEAMS,
	OMP_PARALLEL,
	OMP_LOOP,     /* distribute, for, simd and their composites: u.loop */
	OMP_SECTIONS, /* body: ST_COMPOUND whose statements are OMP_SECTION nodes */
	OMP_SECTION,
	OMP_SINGLE,
	OMP_MASTER, /* masked too, with u.filter */
	OMP_CRITICAL,
	OMP_BARRIER,
	OMP_ATOMIC,
	OMP_FLUSH,
	OMP_TASK,
	OMP_TASKGROUP,
	OMP_TASKWAIT, /* taskyield too; a taskloop is an OMP_LOOP */
	OMP_ORDERED,  /* body NULL: depend or doacross */
	OMP_SCOPE,
	OMP_SCAN,   /* among the statements of a loop's body; see omp_find_scan */
	OMP_CANCEL, /* and cancellation points: of no effect on the device */
	OMP_HOST,   /* any directive outside target regions that cc handles itself */
};

/* A taskloop has none of them, or SIMD: the encountering thread alone goes through it. */
enum { OMP_LEVEL_DISTRIBUTE = 1, OMP_LEVEL_FOR = 2, OMP_LEVEL_SIMD = 4 };

/* [7.6]; operators of C, on the type of the list item */
enum omp_reduction_op {
	RED_ADD,
	RED_SUB,
	RED_MUL,
	RED_AND,
	RED_OR,
	RED_XOR,
	RED_LOGAND,
	RED_LOGOR,
	RED_MIN,
	RED_MAX,
	RED_DECLARED, /* a name that is none of them */
};

/*
 * declare reduction [5.5.11].  The expressions name variables of their own: in and out in the
 * combiner, priv and orig in the initialiser, which is a call, or priv's; without either priv
 * begins as zero.
 */
struct omp_declared_reduction {
	const char *name;
	enum omp_reduction_op op; /* of a name that is an operator */
	struct type *type;
	struct decl *in, *out, *priv, *orig;
	struct expr *combiner, *initializer;
	bool reads_original; /* the initialiser names orig */
};

enum omp_var_kind {
	VAR_PRIVATE,
	VAR_FIRSTPRIVATE,
	VAR_LASTPRIVATE, /* also_first: lastprivate and firstprivate */
	VAR_REDUCTION,
	VAR_LINEAR, /* linear: private, value = original + iteration * step, lastprivate */
	VAR_SHARED,
	VAR_COPYPRIVATE, /* single: broadcast at its end; not a private copy */
};

struct omp_var {
	struct omp_var *next;
	enum omp_var_kind kind;
	bool implicit; /* by rule [5.1], not by clause */
	bool also_first;
	bool conditional;  /* lastprivate: of the last iteration that assigns it */
	bool in_reduction; /* shared, by that clause: in a function, what its caller's reduction
	                    * has */
	bool inscan;       /* reduction of a loop: its prefixes are computed, see OMP_SCAN */
	enum omp_reduction_op op;
	const struct omp_declared_reduction *declared; /* in op's place, or NULL */
	struct decl *decl;
	/* reduction of an array section a[lo:len] of pointer or array: element range, else NULL */
	struct expr *red_lo, *red_len;
	struct expr *linear_step; /* NULL: 1 */
	struct place place;
};

/* One associated loop in canonical form [4.4.1]: for (iv = lb; iv rel ub; iv += step). */
struct omp_for {
	struct decl *iv;
	bool iv_declared_here; /* for (int i = …) */
	struct expr *lb, *ub;  /* converted to the type of iv (pointers: pointer values) */
	enum binary_op rel;    /* BIN_LT, LE, GT, GE, NE */
	struct expr *step;  /* always added: `i -= s` arrives as negated; integer type; constant or
	                       invariant */
	bool step_negative; /* known at compile time; with rel GT/GE a positive count results */
	uint64_t outer;     /* bit k: lb or ub use the variable of the nest's loop k */
	bool steady;   /* only one of them; the count grows by slope with each of its iterations, */
	int64_t slope; /* until it would be negative: then it is 0 */
	struct stmt *stmt; /* the ST_FOR */
};

enum omp_schedule {
	SCHED_NONE,
	SCHED_STATIC,
	SCHED_DYNAMIC,
	SCHED_GUIDED,
	SCHED_AUTO,
	SCHED_RUNTIME
};

enum omp_map_type { MAP_ALLOC, MAP_TO, MAP_FROM, MAP_TOFROM, MAP_RELEASE, MAP_DELETE };

/* One dimension of an array section [lo:len]; an element a[i] has lo = i and len NULL with
 * is_index. */
struct omp_dim {
	bool is_index;
	struct expr *lo;     /* NULL: 0 */
	struct expr *len;    /* NULL (and !is_index): to the end of a dimension of known size */
	struct expr *stride; /* target update only; NULL: 1 */
};

/*
 * A mapped list item: variable, array section, struct member, section of a struct's pointer member.
 * base is the variable the item starts from; lvalue is the item without its trailing sections (an
 * EX_VAR, EX_MEMBER or EX_DEREF tree); dims are the sections applied to it, outermost first.
 *
 * When the pointer of s.p[0:n] is not mapped, an implicit map(alloc) of s.p comes before it, so
 * that the pointer has storage to be attached in (exit data: map(release), after it).  When the
 * whole of s is not mapped either, a map with `room` of s, or of q[0:1], maps nothing, and says of
 * what that is a part.
 */
struct omp_item {
	struct decl *base;
	struct expr *lvalue;
	struct omp_dim *dims;
	int ndims;
	bool through_pointer; /* lvalue is a pointer and dims[0] dereferences it */
	bool shaped;          /* lvalue stands for ([n][m])p */
	const char *text;     /* as written, for messages: "a[0:n]" */
	struct place place;
};

/* What a member or element is part of: of x.a[1].b, EX_VAR x; of p->a.b, EX_DEREF of p. */
const struct expr *omp_outer_object(const struct expr *);
/* The last pointer that the item goes through [5.8.3]: of q->s.p[0:n], q->s.p; of q[3].x.y, q; of
 * s.x, NULL. */
const struct expr *omp_base_pointer(const struct omp_item *);

/* The dimension takes all of T, an array. */
bool omp_whole_dim(const struct omp_dim *, const struct type *t);

struct omp_map {
	struct omp_map *next;
	enum omp_map_type type;
	bool always, implicit, close, present;
	bool constant; /* map(const, to: x), Martineau et al. 2016: the region does not write it */
	/* filled for a list item of which only a zero-length section is meant (implicit map of a
	 * pointer) */
	bool zero_length;
	bool pointer; /* storage for a pointer to be attached in, which no clause lists */
	bool room;
	/*
	 * Several objects with a mapper, a section of one dimension: what the mapper says of one of
	 * them, whose number in the section is the variable `number`.  MAP_ALLOC where it leaves
	 * out the object itself.
	 */
	struct omp_map *each;
	struct decl *number;
	struct omp_item item;
};

/*
 * How a variable of the host reaches the kernel: one parameter each, in order of first use in the
 * region.  Mapped variables that the region does not use have none; nor have declare target
 * variables, whatever their maps say.  The map of an address may be of a part: the parameter is
 * where the whole would begin.  has_device_addr(x): the map is of zero length and its lvalue is &x.
 */
enum omp_capture_kind {
	CAP_ADDRESS, /* parameter: device address of the variable (it is mapped) */
	CAP_VALUE,   /* parameter: the value, any complete type (firstprivate, is_device_ptr) */
	CAP_POINTER, /* parameter: the pointer's value translated to a device address */
	CAP_VLA_LEN, /* parameter: unsigned long; host_text computes it */
};

struct omp_capture {
	enum omp_capture_kind kind;
	struct decl *decl;
	struct omp_map *map;   /* CAP_ADDRESS, CAP_POINTER: the map whose base this is */
	bool in_memory;        /* CAP_VALUE: the parameter is the address of a copy
	                        * (-fno-device-by-value) */
	const char *host_text; /* CAP_VLA_LEN: C expression valid at the construct */
};

enum omp_atomic_kind { ATOMIC_READ, ATOMIC_WRITE, ATOMIC_UPDATE, ATOMIC_CAPTURE };

struct omp_atomic { /* OpenMP 5.2 [15.8.4] */
	enum omp_atomic_kind kind;
	bool seq_cst, acquire, release;
	struct expr *x; /* the lvalue updated or read */
	struct expr *v; /* read, capture: where the value goes */
	struct expr *e; /* write: the value; update, capture: the operand (unconverted type kept) */
	enum binary_op op;          /* update, capture */
	bool x_on_right;            /* x = e op x */
	bool plain_write;           /* capture of { v = x; x = e; } */
	bool capture_new;           /* v gets the value after the update */
	const struct type *op_type; /* type in which x op e is computed */
	/* compare, update and capture: x = x op e ? d : x, op being BIN_LT or BIN_GT (d is e) or
	 * BIN_EQ */
	bool compare;
	struct expr *d;
	struct expr *r;   /* capture: where the outcome of x == e goes, or NULL */
	bool v_where_not; /* capture: v gets x only where x == e does not hold */
};

/* Constructs around a call, in the order in which they nest. */
enum {
	OMP_AROUND_TARGET = 1,
	OMP_AROUND_TEAMS = 2,
	OMP_AROUND_PARALLEL = 4,
	OMP_AROUND_FOR = 8,
	OMP_AROUND_SIMD = 16,
	OMP_AROUND_NOTHING_KNOWN = 32
};

/* What a context selector has to say in its favour [7.3]. */
struct omp_traits {
	unsigned constructs; /* OMP_AROUND_*: all of them around the call */
	unsigned places;     /* 1: it asks for the kind of the device, 2: arch, 4: isa */
	int64_t score;       /* what its score(…) say */
	struct {
		const char **v;
		size_t n, cap;
	} names; /* of its traits, but for the constructs */
};

/*
 * declare variant [7.5]: a variant that may match on the device, or on the host.  A dynamic one has
 * a condition, a function of the base's parameters (or of none) that is asked at the call; it is
 * made for that.
 */
struct omp_variant {
	struct omp_variant *next; /* in order of declaration */
	struct decl *fn;
	struct decl *when; /* NULL: it is static */
	bool of_block;     /* begin declare variant: cc knows nothing of the choice */
	struct omp_traits traits;
};

/*
 * A call of a function that has dynamic variants for the device: what it is there.  The arguments
 * are assigned to variables of their own; `base` is the call with these, and each candidate has a
 * call of its condition and one of the variant.
 */
struct omp_call {
	struct decl **held; /* these variables */
	int nheld;
	struct expr *arguments; /* the assignments; NULL: none */
	struct expr *base;
	struct omp_candidate {
		struct omp_candidate *next;
		const struct omp_variant *variant;
		struct expr *when, *call;
	} * candidates;
};

/* What cc is to see in the place of the tokens FIRST to LAST: one of these, or nothing. */
struct omp_edit {
	const struct token *first, *last;
	const char *text;
	const struct token *directive; /* copied, up to its TK_PRAGMA_END */
	const struct omp *loop;        /* this construct's directive, made such that cc takes it */
	struct omp *construct;         /* the host writer has a function for it */
};

/*
 * What the clauses of a leaf say; clauses.def has the members that the rows set.  if_: target: run on
 * the device; parallel: fork; task: defer.  final_: of a task.  filter: of masked.  chunk, dist_chunk:
 * of schedule and dist_schedule.  exclusive: of a scan, what comes before it reads, what comes after
 * it makes the values.
 */
struct omp_clauses { /* only those that apply to this leaf; expressions NULL: not given */
#define CLAUSE_EXPR(id, name, syntax, leaves, goes, member) struct expr *member;
#define CLAUSE_FLAG(id, name, syntax, leaves, goes, member) bool member;
#include "tree/clauses.def"
	const char *critical_name;
	enum omp_schedule schedule, dist_schedule;
};

struct omp {
	enum omp_kind kind;
	struct place place;               /* of the directive name */
	const char *directive;            /* as written, for messages: "target teams distribute" */
	unsigned directive_leaves;        /* … and enum omp_leaf of it, */
	const struct omp_clause *written; /* and all of its clauses; see omp_clause.h */
	const struct token *pragma_first, *pragma_last; /* TK_PRAGMA_OMP … TK_PRAGMA_END */
	struct stmt *stmt;                              /* the ST_OMP node */
	struct stmt
		*body; /* structured block; for OMP_LOOP the innermost body; NULL: stand-alone */
	struct omp *parent;    /* lexically enclosing construct in this function, or NULL */
	struct decl *function; /* the function definition it is in */
	struct omp_clauses clauses;
	struct omp_var *vars;
	bool combined_with_parent; /* split off from the same directive as parent */
	bool closely_nested_teams; /* OMP_TARGET: its block is exactly one teams construct */
	union {
		struct {                       /* OMP_LOOP */
			unsigned levels;       /* OMP_LEVEL_* */
			struct omp_for *loops; /* collapse count of them */
			int nloops;
			bool uneven;  /* not rectangular: on the host a target region's has no
			                 collapse */
			bool between; /* code between the loops, in body too: on the host no
			                 collapse */
		} loop;
		struct { /* OMP_TARGET and the data directives */
			struct omp_map
				*maps; /* clauses first in order, then implicit ones (OMP_TARGET) */
			struct omp_capture *captures; /* OMP_TARGET */
			int ncaptures;
			struct decl **use_device_ptr; /* OMP_TARGET_DATA: pointers, arrays of
			                                 use_device_addr too */
			int nuse_device_ptr;
			struct decl **use_device_addr; /* … its other variables that host code in
			                                  the block names */
			int nuse_device_addr;
			struct omp_map *update_to, *update_from; /* OMP_TARGET_UPDATE */
			const char *kernel_name; /* OMP_TARGET: FUNCTION_lLINE, made unique */
			int index;               /* OMP_TARGET: in unit.targets */
		} target;
		struct omp_atomic atomic;
	} u;
};

/* Of an OMP_LOOP: d is the variable of one of its loops. */
static inline bool
omp_is_loop_variable(const struct omp *o, const struct decl *d)
{
	for (int i = 0; i < o->u.loop.nloops; i++)
		if (o->u.loop.loops[i].iv == d)
			return true;
	return false;
}

/* The construct that is all of o's block, or NULL. */
static inline struct omp *
omp_only_construct(const struct omp *o)
{
	const struct stmt *s = stmt_alone(o->body);

	return s && s->kind == ST_OMP ? s->u.omp : NULL;
}

/* The scan that divides the statements of a loop's body in two, or NULL. */
static inline struct stmt *
omp_find_scan(const struct stmt *body)
{
	struct stmt *s = body && body->kind == ST_COMPOUND ? body->u.body : NULL;

	while (s && (s->kind != ST_OMP || s->u.omp->kind != OMP_SCAN))
		s = s->next;
	return s;
}

/* Several threads may be at the construct: something around it begins them. */
static inline bool
omp_is_among_threads(const struct omp *o)
{
	for (o = o->parent; o; o = o->parent)
		if (o->kind == OMP_PARALLEL || o->kind == OMP_TEAMS || o->kind == OMP_TARGET)
			return true;
	return false;
}

/* ---- omp/tokens.c ---- */

/* The directive whose TK_PRAGMA_OMP this is has depend(…: omp_all_memory). */
bool omp_depends_on_all(const struct token *pragma);
/* The end of the list item at T: its comma, the clause's parenthesis, or the directive's end. */
const struct token *omp_item_end(const struct token *t);

/* ---- omp/newer/context.c ---- */

/*
 * Of those that may match here: the one that follows PREVIOUS (NULL: the first) in order of
 * decreasing score. A static one is the last: NULL then, and where there are no more.
 */
const struct omp_variant *omp_next_variant(const struct omp_variant *list, unsigned around,
	const struct omp_variant *previous);

#endif
