/*
 * vocab.c: the rows of ptxops.h as tables, for the parser.
 */
#include "ptx/parse.h"

const char *
type_name(enum ptx_type t)
{
	static const char *const names[] = {
#define X(name, spelling, bytes, kind) spelling,
		PTX_TYPES(X)
#undef X
	};
	return names[t];
}

unsigned
type_bytes(enum ptx_type t)
{
	static const unsigned char bytes_of[] = {
#define X(name, spelling, bytes, kind) bytes,
		PTX_TYPES(X)
#undef X
	};
	return bytes_of[t];
}

char
type_kind(enum ptx_type t)
{
	static const char kinds[] = {
#define X(name, spelling, bytes, kind) kind,
		PTX_TYPES(X)
#undef X
	};
	return kinds[t];
}

const struct op_row op_rows[] = {
#define X(name, spelling, types, mods, operands, class, effects) \
	{ spelling, operands, types, mods, PTX_C_##class, effects },
	PTX_OPS(X)
#undef X
};

const char *
op_name(enum ptx_op op)
{
	return op_rows[op].spelling;
}

struct mod_row {
	const char *spelling;
	unsigned groups;
};

static const struct mod_row mod_rows[] = {
#define X(name, spelling, groups) { spelling, groups },
	PTX_MODS(X)
#undef X
};

const char *
mod_name(enum ptx_mod m)
{
	return mod_rows[m].spelling;
}
unsigned
mod_groups(enum ptx_mod m)
{
	return mod_rows[m].groups;
}
