/*
 * passes.c: the order of the passes.
 *
 * Lowering passes always run; the others unless -O0.  After each one the function is verified, and
 * printed when its letter is in -d.  (B and S in -d are before and after the scheme: ptxgen.c.)
 */
#include "pass/pass.h"

#include <stddef.h>
#include <string.h>

extern const struct pass pass_memory, pass_atomics, pass_contract, pass_propagate, pass_narrow,
	pass_spaces, pass_readonly, pass_invariant, pass_unroll, pass_address, pass_common,
	pass_share, pass_divide, pass_strength, pass_order, pass_dead, pass_coalesce, pass_legalize,
	pass_meet, pass_leave;

const struct pass *const passes[] = {
	&pass_cfg,
	&pass_memory,
	&pass_atomics,
	&pass_contract,
	&pass_propagate,
	&pass_narrow,
	&pass_propagate,
	&pass_spaces,
	&pass_readonly,
	&pass_invariant,
	&pass_unroll,
	&pass_propagate,
	&pass_address,
	&pass_common,
	&pass_share,
	&pass_divide,
	&pass_common,
	&pass_invariant,
	&pass_strength,
	&pass_propagate,
	&pass_dead,
	&pass_order,
	&pass_coalesce,
	&pass_cfg,
	&pass_meet,
	&pass_leave,
	&pass_legalize,
	NULL,
};

void
run_passes(struct ir_func *f, struct ir_module *m, const struct target *t,
	const struct ptxgen_options *o, struct diag *diag)
{
	struct pass_context c = { m, t, o, diag };

	for (int i = 0; passes[i]; i++) {
		const struct pass *p = passes[i];

		if (!p->always && o->optimize == 0)
			continue;
		if (p->switch_ && o->without & 1u << (p->switch_ - 1))
			continue;
		p->run(f, &c);
		ir_verify(f, p->name);
		if (o->dump && strchr(o->dump, p->letter)) {
			fprintf(o->dump_file, "after %s:\n", p->name);
			ir_dump(f, m->sources, o->dump_file);
		}
	}
}
