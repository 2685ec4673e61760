/* scope in host C with firstprivate or allocate [11.2], which gcc 12 knows no such clauses of:
 *
 *	#pragma omp scope
 *	{
 *		__typeof__(x) *__devrt_x = &x;
 *		__typeof__(x) x;  // of each thread
 *		the block
 *	}
 *
 * Where the memory comes from that allocate asks for is left to cc. */
#include "host/internal.h"

void
host_scope(struct host *h, const struct omp *o)
{
	static const enum omp_clause_id left_out[] = { CL_FIRSTPRIVATE, CL_ALLOCATE, CL_COUNT };

	if (!h->options->serial)
		host_pragma(h, o->place, host_directive_less(h, o, left_out));
	host_open(h, o->place, "{");
	for (const struct omp_var *v = o->vars; v; v = v->next) {
		const char *name = v->decl->name;

		if (v->kind != VAR_FIRSTPRIVATE || v->implicit)
			continue;
		/* by way of a pointer: in its own declaration the new name is known already */
		host_line(h, o->place, "__typeof__(%s) *__devrt_%s = &%s;", name, name, name);
		host_declare_copy(h, o, v->decl, name, arena_printf(h->arena, "*__devrt_%s", name));
	}
	host_body(h, o, false);
	host_close(h, o->stmt->last->place);
}
