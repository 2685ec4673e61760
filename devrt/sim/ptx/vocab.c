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

struct op_row {
	const char *spelling, *operands;
	unsigned types, mods;
};

static const struct op_row op_rows[] = {
#define X(name, spelling, types, mods, operands) { spelling, operands, types, mods },
	PTX_OPS(X)
#undef X
};

const char *
op_name(enum ptx_op op)
{
	return op_rows[op].spelling;
}
const char *
op_operands(enum ptx_op op)
{
	return op_rows[op].operands;
}
unsigned
op_types(enum ptx_op op)
{
	return op_rows[op].types;
}
unsigned
op_groups(enum ptx_op op)
{
	return op_rows[op].mods;
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
