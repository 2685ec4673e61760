/*
 * passes.c: runs the passes of passes.def in their order.
 *
 * Lowering passes always run; the others unless -O0.  After each one the function is verified, and
 * printed when its letter is in -d.  (B and S in -d are before and after the scheme: ptxgen.c.)
 */
#include "pass/pass.h"

#include <stddef.h>
#include <string.h>

#define PASS(name) extern const struct pass pass_##name;
#include "pass/passes.def"

const struct pass *const passes[] = {
#define PASS(name) &pass_##name,
#include "pass/passes.def"
	NULL,
};

static void
run_pass(const struct pass *p, struct ir_func *f, const struct pass_context *c)
{
	p->run(f, c);
	ir_verify(f, p->name);
	if (c->o->dump && strchr(c->o->dump, p->letter)) {
		fprintf(c->o->dump_file, "after %s:\n", p->name);
		ir_dump(f, c->m->sources, c->o->dump_file);
	}
}

static bool
is_wanted(const struct pass *p, const struct ptxgen_options *o)
{
	return (p->always || o->optimize > 0) &&
		!(p->switch_ && o->without & 1u << (p->switch_ - 1));
}

void
passes_again(struct ir_func *f, const struct pass_context *c, const struct pass *end)
{
	for (int i = 0; passes[i] != end; i++)
		if (is_wanted(passes[i], c->o))
			run_pass(passes[i], f, c);
}

void
run_passes(struct ir_func *f, struct ir_module *m, const struct target *t,
	const struct ptxgen_options *o, struct diag *diag)
{
	struct pass_context c = { m, t, o, diag };

	for (int i = 0; passes[i]; i++)
		for (struct ir_func *g = f; g && is_wanted(passes[i], o); g = g->next_part)
			run_pass(passes[i], g, &c);
}
