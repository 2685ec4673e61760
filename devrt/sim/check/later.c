/*
 * later.c: findings of machine code's loads wait until an instruction of the lane reads the register
 * that was loaded; if it is written before, nobody has looked at the value, and there is nothing to
 * say.  (A move counts as a look.)
 */
#include <stdlib.h>
#include <string.h>

#include "check/internal.h"

#define MOST_LATER 256 /* the last ones of a team are kept */

static void
drop(struct cteam *ct, unsigned i)
{
	memmove(&ct->later[i], &ct->later[i + 1], (--ct->nlater - i) * sizeof *ct->later);
}

bool
later_if_read(struct warp *w, const struct later *l)
{
	struct cteam *ct = w->team->checked;
	if (!w->frame->func->machine || l->a.kind != ACCESS_READ)
		return false;
	if (!ct->later && !(ct->later = calloc(MOST_LATER, sizeof *ct->later)))
		sim_out_of_memory();
	if (ct->nlater == MOST_LATER)
		drop(ct, 0);
	ct->later[ct->nlater] = *l;
	ct->later[ct->nlater++].w = w;
	return true;
}

static bool
writes(const struct inst *in, uint32_t operand)
{
	unsigned n, k = 0;
	const struct code_register *r = code_written(in, &n);
	while (k < n && r[k].operand != operand)
		k++;
	return k < n;
}

/* Look whether a register that the finding is in is read, or all of them written. */
static void
look(struct checks *c, struct cteam *ct, unsigned i, const struct inst *in)
{
	struct later l = ct->later[i];
	unsigned n, left = 0;
	const struct code_register *r = code_written(l.a.in, &n);
	for (unsigned k = l.from / 4; k < n && k * 4 < l.from + l.bytes; k++) {
		if (code_reads(in, r[k].operand)) {
			drop(ct, i);
			(l.kind == CHECK_INIT_INDEX ? init_used : bounds_used)(c, &l);
			return;
		}
		left += !writes(in, r[k].operand);
	}
	if (!left)
		drop(ct, i);
}

void
later_issue(struct checks *c, struct warp *w, const struct inst *in, uint32_t mask)
{
	struct cteam *ct = w->team->checked;
	for (unsigned i = 0, n; i < ct->nlater; i += ct->nlater == n) {
		struct later *l = &ct->later[i];
		n = ct->nlater;
		if (l->w != w || !(mask >> l->lane & 1))
			continue;
		if (l->loaded)
			look(c, ct, i, in);
		else
			l->loaded = l->a.in == in;
	}
}
