/*
 * functions.c: what mathematical functions give for constants: acos(-1.0), expf(-0.5f / (sigma * sigma)).
 *
 * They have the host library's value, which no function of the device's is nearer to.
 */
#include <math.h>
#include <string.h>

#include "pass/pass.h"

/* Without prefix, and without the f that those of float end with. */
static const struct {
	const char *name;
	double (*of)(double);
} of_one[] = {
	{ "acos", acos },
	{ "acosh", acosh },
	{ "asin", asin },
	{ "asinh", asinh },
	{ "atan", atan },
	{ "atanh", atanh },
	{ "cbrt", cbrt },
	{ "cos", cos },
	{ "cosh", cosh },
	{ "erf", erf },
	{ "erfc", erfc },
	{ "exp", exp },
	{ "exp2", exp2 },
	{ "expm1", expm1 },
	{ "log", log },
	{ "log10", log10 },
	{ "log1p", log1p },
	{ "log2", log2 },
	{ "sin", sin },
	{ "sinh", sinh },
	{ "tan", tan },
	{ "tanh", tanh },
};

static const struct {
	const char *name;
	double (*of)(double, double);
} of_two[] = {
	{ "atan2", atan2 },
	{ "hypot", hypot },
	{ "pow", pow },
};

/* Return whether a name is that of a function, or of its kin of float or (__sinf) of fast float. */
static bool
is_named(const char *name, const char *function, bool single)
{
	size_t n = strlen(function);

	if (single && strncmp(name, "__", 2) == 0)
		name += 2;
	return strncmp(name, function, n) == 0 && strcmp(name + n, single ? "f" : "") == 0;
}

bool
fold_function(const struct ir_module *m, const struct ir_inst *i, double *r)
{
	const struct ir_symbol *s = i->call ? i->call->callee : NULL;
	bool single = i->type == IR_F32, found = false;
	double x[2];

	if (!s || !s->func || !is_library(m, s->func) || i->call->nargs > 2 ||
		(!single && i->type != IR_F64))
		return false;
	for (int k = 0; k < i->call->nargs; k++) {
		if (i->call->args[k].kind != VAL_FLOAT || i->call->sig[k].type != i->type)
			return false;
		x[k] = i->call->args[k].u.f;
	}
	for (size_t k = 0; i->call->nargs == 1 && k < sizeof of_one / sizeof *of_one; k++)
		if (is_named(s->name, of_one[k].name, single)) {
			*r = of_one[k].of(x[0]);
			found = true;
		}
	for (size_t k = 0; i->call->nargs == 2 && k < sizeof of_two / sizeof *of_two; k++)
		if (is_named(s->name, of_two[k].name, single)) {
			*r = of_two[k].of(x[0], x[1]);
			found = true;
		}
	if (found && single)
		*r = (float)*r;
	return found;
}
