/*
 * parse_module.c: one PTX text: version, target, module-scope variables and functions (PTX ISA 11).
 * The parser recovers at the next ';' or '}' and goes on, for up to DIAG_MAX messages.
 */
#include <stdlib.h>
#include <string.h>

#include "ptx/parse.h"

void
parse_error(struct parser *ps, const char *expected)
{
	char buf[64];
	if (ps->lx.tok.kind == TOK_BAD)
		return; /* the lexer has said so */
	diag_error(ps->diag, lex_place(&ps->lx), "expected %s, found %s", expected,
		lex_describe(&ps->lx.tok, buf));
}

bool
parse_expect(struct parser *ps, char punct)
{
	if (lex_accept(&ps->lx, punct))
		return true;
	char text[] = { '\'', punct, '\'', 0 };
	parse_error(ps, text);
	return false;
}

/* To behind the next ';', or to a brace or the end of the text. */
void
parse_recover(struct parser *ps)
{
	while (ps->lx.tok.kind != TOK_END && !lex_is(&ps->lx, '}') && !lex_is(&ps->lx, '{')) {
		bool end = lex_is(&ps->lx, ';');
		lex_next(&ps->lx);
		if (end)
			return;
	}
}

/* To the next line after start's, for directives that no ';' ends. */
void
parse_skip_line(struct parser *ps, const char *start)
{
	while (ps->lx.tok.kind != TOK_END && !memchr(start, '\n', (size_t)(ps->lx.tok.at - start)))
		lex_next(&ps->lx);
}

bool
parse_type(struct parser *ps, enum ptx_type *type)
{
	if (ps->lx.tok.kind == TOK_DOT)
		for (int t = 0; t < PTX_NTYPES; t++)
			if (tok_is(&ps->lx.tok, type_name((enum ptx_type)t))) {
				*type = (enum ptx_type)t;
				lex_next(&ps->lx);
				return true;
			}
	parse_error(ps, "a type that the simulator knows (.u8 to .u64, .s, .b, .f32, .f64, .pred)");
	return false;
}

char *
parse_name(struct parser *ps, const char *what, struct ptx_place *where)
{
	*where = lex_place(&ps->lx);
	if (ps->lx.tok.kind != TOK_IDENT) {
		parse_error(ps, what);
		return NULL;
	}
	char *name = sim_arena_strndup(ps->arena, ps->lx.tok.text, ps->lx.tok.len);
	lex_next(&ps->lx);
	return name;
}

void
parse_declare(struct parser *ps, struct sym *sym)
{
	sym->len = (unsigned)strlen(sym->name);
	struct sym *old = scope_add(ps->arena, ps->scope, sym);
	if (!old)
		return;
	int line, column;
	place_line_column(old->place, &line, &column);
	diag_error(ps->diag, sym->place, "'%s' is declared twice; first on line %d", sym->name,
		line);
}

/* ---- .version, .target, .address_size, .file ---- */

static void
parse_version(struct parser *ps)
{
	struct token *t = &ps->lx.tok;
	int major = 0, minor = 0;
	lex_next(&ps->lx);
	struct ptx_place where = lex_place(&ps->lx);
	bool digits = t->kind == TOK_FLOAT || t->kind == TOK_INT;
	if (digits) {
		char *end;
		major = (int)strtol(where.at, &end, 10);
		minor = *end == '.' ? (int)strtol(end + 1, NULL, 10) : 0;
		lex_next(&ps->lx);
	}
	if (!digits || major < 1 || major > 9 || minor < 0 || minor > 9)
		diag_error(ps->diag, where, "unknown .version: the simulator knows 1.0 to 9.9");
	ps->seen_version = true;
}

static void
check_target(struct parser *ps, const struct token *t)
{
	const struct sim_model *model = ps->m->dev->model;
	struct ptx_place where = { ps->lx.src, t->at };
	if (t->len < 4 || memcmp(t->text, "sm_", 3)) {
		if (!tok_is(t, "texmode_independent") && !tok_is(t, "texmode_unified") &&
			!tok_is(t, "debug") && !tok_is(t, "map_f64_to_f32"))
			diag_error(ps->diag, where, "unknown target '%.*s'", (int)t->len, t->text);
		return;
	}
	char *end;
	long sm = strtol(t->text + 3, &end, 10);
	if (end == t->text + 3 || sm < 10 || sm > 999)
		diag_error(ps->diag, where, "unknown target '%.*s'", (int)t->len, t->text);
	else if (sm > model->cc_major * 10 + model->cc_minor)
		diag_error(ps->diag, where, "this text is for sm_%ld, the device (%s) has sm_%d%d",
			sm, model->name, model->cc_major, model->cc_minor);
}

static void
parse_target(struct parser *ps)
{
	const char *start = ps->lx.tok.at;
	ps->seen_target = true;
	do {
		lex_next(&ps->lx);
		if (ps->lx.tok.kind != TOK_IDENT) {
			parse_error(ps, "a target such as sm_70");
			parse_skip_line(ps, start);
			return;
		}
		check_target(ps, &ps->lx.tok);
		lex_next(&ps->lx);
	} while (lex_is(&ps->lx, ','));
}

static void
parse_address_size(struct parser *ps)
{
	lex_next(&ps->lx);
	if (ps->lx.tok.kind != TOK_INT || ps->lx.tok.bits != 64)
		diag_error(ps->diag, lex_place(&ps->lx), "only .address_size 64 is supported");
	lex_next(&ps->lx);
}

/* Parse .file N "name" [, timestamp, size]. */
static void
parse_file(struct parser *ps)
{
	const char *start = ps->lx.tok.at;
	lex_next(&ps->lx);
	uint64_t number = ps->lx.tok.bits;
	if (ps->lx.tok.kind != TOK_INT || number > 65535) {
		parse_error(ps, "a file number below 65536");
		parse_skip_line(ps, start);
		return;
	}
	lex_next(&ps->lx);
	if (ps->lx.tok.kind != TOK_STRING) {
		parse_error(ps, "a file name in quotes");
		parse_skip_line(ps, start);
		return;
	}
	if (number >= ps->nfiles) {
		const char **files = sim_arena_alloc(ps->arena, (number + 16) * sizeof *files);
		if (ps->nfiles)
			memcpy(files, ps->files, ps->nfiles * sizeof *files);
		ps->files = files;
		ps->nfiles = (unsigned)number + 16;
	}
	ps->files[number] = sim_arena_strndup(ps->arena, ps->lx.tok.text, ps->lx.tok.len);
	lex_next(&ps->lx);
	while (lex_accept(&ps->lx, ','))
		lex_next(&ps->lx);
}

/* Skip .section name { ... }: DWARF, ignored whole. */
static void
skip_section(struct parser *ps)
{
	while (ps->lx.tok.kind != TOK_END && !lex_is(&ps->lx, '{'))
		lex_next(&ps->lx);
	while (ps->lx.tok.kind != TOK_END && !lex_is(&ps->lx, '}'))
		lex_next(&ps->lx);
	lex_accept(&ps->lx, '}');
}

/* ---- functions ---- */

static bool
parse_formals(struct parser *ps, struct formal **list, unsigned *n, bool named)
{
	unsigned cap = 0;
	if (!parse_expect(ps, '('))
		return false;
	if (lex_accept(&ps->lx, ')'))
		return true;
	do {
		struct formal f;
		if (!parse_formal(ps, &f, named))
			return false;
		ARENA_PUSH(ps->arena, *list, *n, cap, f);
	} while (lex_accept(&ps->lx, ','));
	return parse_expect(ps, ')');
}

static bool
parse_triple(struct parser *ps, uint32_t v[3])
{
	for (int i = 0; i < 3; i++) {
		int64_t value;
		if (!parse_int(ps, &value))
			return false;
		v[i] = value < 0 || value > 1 << 20 ? 0 : (uint32_t)value;
		if (i < 2 && !lex_accept(&ps->lx, ','))
			break;
	}
	return true;
}

/* Parse directives between header and body.  How many blocks an SM is to hold means nothing
 * here. */
static bool
parse_func_directives(struct parser *ps, struct sim_func *f)
{
	for (;;) {
		uint32_t limit[3] = { 1, 1, 1 };
		bool max = lex_is_dot(&ps->lx, "maxntid"), req = lex_is_dot(&ps->lx, "reqntid");
		if (max || req) {
			lex_next(&ps->lx);
			f->max_ntid[0] = f->max_ntid[1] = f->max_ntid[2] = 1;
			f->reqntid |= req;
			if (!parse_triple(ps, f->max_ntid))
				return false;
		} else if (lex_is_dot(&ps->lx, "minnctapersm") ||
			lex_is_dot(&ps->lx, "maxnctapersm") || lex_is_dot(&ps->lx, "maxnreg") ||
			lex_is_dot(&ps->lx, "abi_preserve")) {
			bool registers = lex_is_dot(&ps->lx, "maxnreg");
			lex_next(&ps->lx);
			if (ps->lx.tok.kind == TOK_INT && ps->lx.tok.bits == 0) {
				parse_error(ps, "a number above 0");
				return false;
			}
			if (!parse_triple(ps, limit))
				return false;
			f->max_regs = registers ? (int)limit[0] : f->max_regs;
		} else if (lex_accept_dot(&ps->lx, "noreturn")) {
			f->noreturn = true;
		} else if (lex_is_dot(&ps->lx, "pragma")) {
			lex_next(&ps->lx);
			lex_next(&ps->lx);
			lex_accept(&ps->lx, ';');
		} else {
			return true;
		}
	}
}

static bool
same_formals(const struct formal *a, unsigned na, const struct formal *b, unsigned nb)
{
	if (na != nb)
		return false;
	for (unsigned i = 0; i < na; i++)
		if (a[i].size != b[i].size || a[i].space != b[i].space)
			return false;
	return true;
}

/* Declare a function.  A name may be declared many times and defined once; all symbols of one text
 * share a sim_func. */
static struct sim_func *
declare_func(struct parser *ps, struct sim_func *f, bool defines)
{
	struct sym *sym = sim_arena_alloc(ps->arena, sizeof *sym);
	*sym = (struct sym){ .name = f->name, .kind = SYM_FUNC, .place = f->place, .func = f };
	sym->len = (unsigned)strlen(f->name);
	struct sym *old = scope_add(ps->arena, ps->globals, sym);
	if (!old) {
		ARENA_PUSH(ps->arena, ps->m->funcs, ps->m->nfuncs, ps->m->funcs_cap, f);
		return f;
	}
	if (old->kind != SYM_FUNC || (defines && old->func->body)) {
		int line, column;
		place_line_column(old->place, &line, &column);
		diag_error(ps->diag, f->place, "'%s' is defined twice; first on line %d", f->name,
			line);
		return f;
	}
	struct sim_func *g = old->func;
	if (!same_formals(g->params, g->nparams, f->params, f->nparams) ||
		!same_formals(g->rets, g->nrets, f->rets, f->nrets))
		diag_error(ps->diag, f->place, "'%s' was declared with other parameters", f->name);
	if (defines) {
		f->def = g->def;
		*g = *f;
	}
	return g;
}

static void add_formals(struct parser *ps, struct sim_func *f, struct formal *list, unsigned n);

static void
parse_body(struct parser *ps, struct sim_func *f)
{
	struct pfunc *body = sim_arena_alloc(ps->arena, sizeof *body);
	f->body = ps->body = body;
	ps->func = f;
	ps->scope = body->scope = scope_new(ps->arena, ps->globals);
	ps->loc_file = NULL;
	add_formals(ps, f, f->rets, f->nrets);
	add_formals(ps, f, f->params, f->nparams);
	if (parse_expect(ps, '{')) {
		while (ps->lx.tok.kind != TOK_END && !lex_is(&ps->lx, '}') &&
			ps->diag->errors < DIAG_MAX)
			parse_statement(ps);
		if (ps->diag->errors < DIAG_MAX)
			parse_expect(ps, '}');
	}
	resolve_names(ps);
	ps->scope = ps->globals;
	ps->func = NULL;
	ps->body = NULL;
}

/* Add the formals as names in the body: variables in param space, or registers. */
static void
add_formals(struct parser *ps, struct sim_func *f, struct formal *list, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		struct formal *p = &list[i];
		if (!p->name || !strcmp(p->name, "_"))
			continue;
		struct sym *sym = sim_arena_alloc(ps->arena, sizeof *sym);
		*sym = (struct sym){ .name = p->name, .place = p->place, .type = p->type };
		parse_declare(ps, sym);
		if (p->space == SPACE_REG) {
			sym->kind = SYM_REG;
			sym->count = 1;
			p->slot = parse_reg_number(ps, sym, 0);
			continue;
		}
		struct var *v = sim_arena_alloc(ps->arena, sizeof *v);
		*v = (struct var){
			.name = p->name,
			.place = p->place,
			.space = SPACE_PARAM,
			.type = p->type,
			.align = p->align,
			.size = p->size,
			.addr = p->offset,
			.elem_bytes = type_bytes(p->type),
			.is_array = p->is_array,
			.owner = f,
			.placed = true,
		};
		v->def = v;
		sym->kind = SYM_VAR;
		sym->var = v;
	}
}

/* Offsets in one block: of an entry's parameters, or of a .func's returns and parameters. */
size_t
parse_lay_out(struct formal *list, unsigned n, size_t at)
{
	for (unsigned i = 0; i < n; i++) {
		at = (at + list[i].align - 1) & ~(list[i].align - 1);
		list[i].offset = at;
		at += list[i].size;
	}
	return at;
}

static void
parse_function(struct parser *ps, struct linkage linkage, bool entry)
{
	struct sim_func *f = sim_arena_alloc(ps->arena, sizeof *f);
	*f = (struct sim_func){
		.module = ps->m,
		.entry = entry,
		.visible = linkage.visible,
		.weak = linkage.weak,
		.external = linkage.external,
	};
	f->def = f;
	lex_next(&ps->lx);
	parse_func_directives(ps, f);
	if (!entry && lex_is(&ps->lx, '(') && !parse_formals(ps, &f->rets, &f->nrets, true))
		goto bad;
	if (!(f->name = parse_name(ps, "a function's name", &f->place)))
		goto bad;
	if (lex_is(&ps->lx, '(') && !parse_formals(ps, &f->params, &f->nparams, true))
		goto bad;
	f->param_bytes = parse_lay_out(f->params, f->nparams, parse_lay_out(f->rets, f->nrets, 0));
	if (!parse_func_directives(ps, f))
		goto bad;
	bool defines = lex_is(&ps->lx, '{');
	f = declare_func(ps, f, defines);
	if (defines && linkage.external)
		diag_error(ps->diag, f->place, "'%s' is .extern but has a body", f->name);
	if (defines)
		parse_body(ps, f);
	else if (!parse_expect(ps, ';'))
		goto bad;
	return;
bad:
	parse_recover(ps);
	if (lex_is(&ps->lx, '{')) { /* read the body all the same, for its own messages */
		f->name = "?";
		f->params = f->rets = NULL;
		f->nparams = f->nrets = 0;
		parse_body(ps, f);
	}
}

static struct linkage
parse_linkage(struct parser *ps)
{
	struct linkage l = { 0 };
	for (;;) {
		if (lex_accept_dot(&ps->lx, "visible"))
			l.visible = true;
		else if (lex_accept_dot(&ps->lx, "extern"))
			l.external = true;
		else if (lex_accept_dot(&ps->lx, "weak") || lex_accept_dot(&ps->lx, "common"))
			l.weak = true;
		else
			return l;
	}
}

static void
parse_definition(struct parser *ps)
{
	static const struct {
		const char *word;
		enum space space;
	} spaces[] = {
		{ "global", SPACE_GLOBAL },
		{ "const", SPACE_CONST },
		{ "shared", SPACE_SHARED },
	};
	struct linkage linkage = parse_linkage(ps);
	if (lex_is_dot(&ps->lx, "entry") || lex_is_dot(&ps->lx, "func")) {
		parse_function(ps, linkage, lex_is_dot(&ps->lx, "entry"));
		return;
	}
	for (int i = 0; i < 3; i++)
		if (lex_accept_dot(&ps->lx, spaces[i].word)) {
			parse_variables(ps, spaces[i].space, linkage);
			return;
		}
	parse_error(ps, "a directive at module scope (.entry, .func, .global, .const, .shared)");
	lex_next(&ps->lx);
	parse_recover(ps);
	while (lex_is(&ps->lx, '}') || lex_is(&ps->lx, '{'))
		lex_next(&ps->lx);
}

static void
parse_top(struct parser *ps)
{
	if (lex_is_dot(&ps->lx, "version"))
		parse_version(ps);
	else if (lex_is_dot(&ps->lx, "target"))
		parse_target(ps);
	else if (lex_is_dot(&ps->lx, "address_size"))
		parse_address_size(ps);
	else if (lex_is_dot(&ps->lx, "file"))
		parse_file(ps);
	else if (lex_is_dot(&ps->lx, "section"))
		skip_section(ps);
	else if (lex_is_dot(&ps->lx, "pragma"))
		parse_recover(ps);
	else if (!lex_accept(&ps->lx, ';'))
		parse_definition(ps);
}

void
parse_text(struct sim_module *m, const struct source *src, struct diag *diag)
{
	struct parser ps = { .m = m, .arena = &m->arena, .diag = diag };
	ps.globals = ps.scope = scope_new(&m->arena, NULL);
	lex_start(&ps.lx, src, diag);
	if (!lex_is_dot(&ps.lx, "version"))
		parse_error(&ps, ".version, with which every PTX text begins");
	while (ps.lx.tok.kind != TOK_END && diag->errors < DIAG_MAX)
		parse_top(&ps);
	if (ps.seen_version && !ps.seen_target && diag->errors < DIAG_MAX)
		parse_error(&ps, "a .target directive");
}
