/*
 * module.c: a cubin and its listing become a module whose kernels run as those of PTX do.  All
 * functions of a module stand in one array of instructions, one behind the other; a kernel is where
 * it begins.
 */
#include <stdlib.h>
#include <string.h>

#include "code/code.h"

/* ---- constant bank 0: what the driver puts there, by architecture ---- */

/* Return a window's address, as generic addresses have it, of 8 bytes if the architecture's
 * have. */
static uint32_t
window_word(const struct bank0 *at, unsigned window, unsigned offset)
{
	uint64_t v = at->window_bytes == 8 ? WINDOW_ADDR(window) :
					     (uint64_t)window << LOW_WINDOW_SHIFT;
	return (uint32_t)(v >> 8 * offset);
}

static uint32_t
bank0_word(const struct grid *g, unsigned offset)
{
	const struct code *c = g->entry->machine;
	const struct bank0 *at = &c->family->bank0;
	const unsigned *ntid = &g->launch->block.x, *nctaid = &g->launch->grid.x;
	uint32_t v = 0;
	if (offset >= c->param_offset) {
		offset -= c->param_offset;
		if (offset < g->entry->param_bytes) /* there is room behind them */
			memcpy(&v, g->params + offset, 4);
		return v;
	}
	if (offset - at->ntid < 12)
		return ntid[(offset - at->ntid) / 4];
	if (offset - at->nctaid < 12)
		return nctaid[(offset - at->nctaid) / 4];
	for (unsigned k = 0; k < 2; k++)
		if (offset - at->window[k] < at->window_bytes)
			return window_word(at, WINDOW_SHARED + k, offset - at->window[k]);
	if (offset - at->gridid < at->window_bytes)
		return (uint32_t)(g->gridid >> 8 * (offset - at->gridid));
	return offset == at->stack           ? (uint32_t)g->stack_bytes & ~15u :
		offset == at->dynamic_shared ? (uint32_t)g->launch->dyn_shared :
		offset == at->nsmid          ? (uint32_t)g->dev->model->sms :
					       0;
}

static uint32_t
bank_word(struct warp *w, unsigned bank, unsigned section, unsigned offset)
{
	const struct grid *g = w->team->grid;
	const struct code *c = g->entry->machine;
	const struct elf_section *s = bank != 2 ?
		c->bank4 :
		&c->elf.sections[section ? section : g->entry->bank2];
	uint32_t v = 0;
	if (bank == 0)
		return bank0_word(g, offset);
	if (bank == 3) {
		const void *p = c->bank3 ? sim_host_view(g->dev, c->bank3 + offset, 4) : NULL;
		if (p)
			memcpy(&v, p, 4);
	} else if (s && s->bytes && offset + 4 <= s->size) {
		memcpy(&v, s->bytes + offset, 4);
	}
	return v;
}

uint32_t
code_bank_word(struct warp *w, const struct inst *in, unsigned offset)
{
	return bank_word(w, in->mode, in->target, offset);
}

void
code_warp_start(struct warp *w)
{
	const struct code *c = w->bottom.func->machine;
	memset(w->bottom.regs, 0, FRAME_UNIFORM);
	for (unsigned k = 0; k < c->nslots; k++) {
		uint32_t v = bank_word(w, c->slots[k].bank, 0, c->slots[k].offset);
		uint32_t *slot = (uint32_t *)(w->bottom.regs + (c->slots[k].operand & ~3u));
		for (int i = 0; i < WARP; i++)
			slot[i] = v;
	}
}

/* ---- memory ---- */

static bool
is_data(const struct elf_section *s)
{
	return !strcmp(s->name, ".nv.global") || !strcmp(s->name, ".nv.global.init") ||
		!strcmp(s->name, ".nv.constant3");
}

static bool
is_bank(const struct elf_section *s)
{
	return !strncmp(s->name, ".nv.constant2", 13) || !strcmp(s->name, ".nv.constant4");
}

bool
code_wrong(struct sim_log *log, const char *what, const char *why)
{
	sim_log_printf(log, "error: machine code: %s: %s\n", what, why);
	return false;
}

static uint64_t
allocate(struct code *c, const char *name, uint64_t bytes, bool constant, struct sim_log *log)
{
	struct sim_module *m = c->m;
	uint64_t addr = memory_alloc(m->dev, bytes, name, constant);
	if (!addr)
		code_wrong(log, name, "out of device memory");
	ARENA_PUSH(&m->arena, m->allocs, m->nallocs, m->allocs_cap, addr);
	return addr;
}

static bool
is_bank3(const struct elf_section *s)
{
	return !strcmp(s->name, ".nv.constant3");
}

/* Place the files' parts of bank 3 one behind the other. */
static bool
place_bank3(struct code *c, struct sim_log *log)
{
	enum { MOST = 1 << 16 };
	uint64_t end = 0;
	for (unsigned i = 0; i < c->elf.nsections; i++) {
		const struct elf_section *s = &c->elf.sections[i];
		if (!is_bank3(s))
			continue;
		c->spaces[i].addr = (end + s->align - 1) / s->align * s->align;
		end = c->spaces[i].addr + s->size;
	}
	if (end > MOST)
		return code_wrong(log, "link", "constants of more than 65,536 bytes");
	if (end && !(c->bank3 = allocate(c, ".nv.constant3", end, true, log)))
		return false;
	for (unsigned i = 0; i < c->elf.nsections; i++)
		c->spaces[i].addr += is_bank3(&c->elf.sections[i]) ? c->bank3 : 0;
	return true;
}

static bool
place_data(struct code *c, struct sim_log *log)
{
	struct sim_module *m = c->m;
	c->spaces = sim_arena_alloc(&m->arena, c->elf.nsections * sizeof *c->spaces);
	if (!place_bank3(c, log))
		return false;
	for (unsigned i = 0; i < c->elf.nsections; i++) {
		struct elf_section *s = &c->elf.sections[i];
		uint64_t addr = c->spaces[i].addr;
		if (!is_data(s) || !s->size)
			continue;
		if (!is_bank3(s) && !(addr = allocate(c, s->name, s->size, false, log)))
			return false;
		c->spaces[i].addr = addr;
		void *to = sim_host_view(m->dev, addr, s->size);
		if (s->bytes)
			memcpy(to, s->bytes, s->size);
		else
			memset(to, 0, s->size);
	}
	return true;
}

/* Forget the places in C of a function that has none: in the listing they seem to be those of the
 * one before it. */
static void
check_places(const struct elf *elf, struct sass_section *t)
{
	for (unsigned i = 0; i < elf->nrelocs; i++) {
		const struct elf_section *s = &elf->sections[elf->relocs[i].target];
		if (s->object == t->object && !strcmp(s->name, ".debug_line") &&
			!strcmp(elf->symbols[elf->relocs[i].symbol].name, t->name))
			return;
	}
	for (unsigned i = 0; i < t->n; i++)
		t->lines[i].file = NULL, t->lines[i].line = 0;
}

/* Find the addresses of a listing's sections, in the module's code. */
static bool
place_code(struct code *c, struct sim_log *log)
{
	uint64_t at = 0;
	for (unsigned k = 0; k < c->listing.n; k++) {
		struct sass_section *t = &c->listing.sections[k];
		const struct elf_section *s = elf_find(&c->elf, ".text.", t->name, t->object);
		const char *wrong = !s || !s->bytes ?
			"no such section" :
			listing_complete(&c->listing, t, s->bytes, s->size);
		if (wrong)
			return code_wrong(log, t->name, wrong);
		check_places(&c->elf, t);
		t->base = at;
		at += s->size;
	}
	c->ninst = code_index(c->family, at);
	c->inst = sim_arena_alloc(&c->m->arena, (c->ninst + 1) * sizeof *c->inst);
	c->schedule = sim_arena_alloc(&c->m->arena, (c->ninst + 1) * sizeof *c->schedule);
	return true;
}

static bool
symbol_address(struct code *c, const struct elf_symbol *y, uint64_t *value)
{
	y = c->elf.relocatable ? &c->elf.symbols[y->definition] : y;
	enum builtin builtin = y->section || y->shared ? BUILTIN_NONE : builtin_of(y->name);
	const struct elf_section *s = &c->elf.sections[y->section];
	*value = CODE_BUILTIN + builtin * CODE_BUILTIN_BYTES;
	if (builtin)
		return true;
	*value = c->spaces[y->section].addr + y->value;
	if (c->spaces[y->section].addr || y->shared)
		return true;
	for (unsigned k = 0; y->section && k < c->listing.n; k++)
		if (!strncmp(s->name, ".text.", 6) && c->listing.sections[k].object == s->object &&
			!strcmp(s->name + 6, c->listing.sections[k].name)) {
			*value = CODE_BASE + c->listing.sections[k].base + y->value;
			return true;
		}
	return false;
}

/* Find a symbol's offset in a bank.  Of bank 2 only its own function's part is in reach. */
static bool
bank_offset(struct code *c, const struct elf_symbol *y, uint64_t *value, unsigned *bank)
{
	enum { DIGIT = sizeof ".nv.constant" - 1 };
	y = c->elf.relocatable ? &c->elf.symbols[y->definition] : y;
	const struct elf_section *s = &c->elf.sections[y->section];
	if (strncmp(s->name, ".nv.constant", DIGIT))
		return false;
	*bank = (unsigned)(s->name[DIGIT] - '0');
	*value = y->value + (*bank == 3 ? c->spaces[y->section].addr - c->bank3 : 0);
	return true;
}

bool
code_symbol(struct code *c, unsigned object, const char *name, size_t len, uint64_t *value,
	unsigned *bank)
{
	for (unsigned i = 0; i < c->elf.nsymbols; i++) {
		const struct elf_symbol *y = &c->elf.symbols[i];
		if (y->object == object && strlen(y->name) == len && !memcmp(y->name, name, len) &&
			(bank ? bank_offset(c, y, value, bank) : symbol_address(c, y, value)))
			return true;
	}
	return false;
}

/* Relocate data.  The relocations of code stand in the listing as names. */
static bool
relocate(struct code *c, struct sim_log *log)
{
	enum { R_CUDA_32 = 1, R_CUDA_64, R_CUDA_G32, R_CUDA_G64, R_CUDA_FUNC_DESC_64 = 0x23 };
	for (unsigned i = 0; i < c->elf.nrelocs; i++) {
		const struct elf_reloc *r = &c->elf.relocs[i];
		struct elf_section *s = &c->elf.sections[r->target];
		const struct elf_symbol *y = &c->elf.symbols[r->symbol];
		bool kernel = r->type == R_CUDA_FUNC_DESC_64;
		/* sm_35: ptxas relocates lower words of functions' addresses; the upper are 0 there */
		bool wide = r->type == R_CUDA_64 || r->type == R_CUDA_G64 || kernel ||
			(r->type == R_CUDA_32 && y->function && c->family->stack);
		unsigned bytes = wide ? 8 : 4;
		uint64_t value, old = 0;
		if ((!is_data(s) && !is_bank(s)) || !s->bytes)
			continue;
		if (r->type < R_CUDA_32 || (r->type > R_CUDA_G64 && !kernel) ||
			r->offset + bytes > s->size || !symbol_address(c, y, &value))
			return code_wrong(log, y->name, "a relocation that is not known");
		memcpy(&old, s->bytes + r->offset, bytes);
		value += r->has_addend ? (uint64_t)r->addend : old;
		if (is_data(s)) {
			memcpy(sim_host_view(c->m->dev, c->spaces[r->target].addr + r->offset,
				       bytes),
				&value, bytes);
			continue;
		}
		uint8_t *copy = sim_arena_alloc(&c->m->arena, s->size);
		memcpy(copy, s->bytes, s->size);
		memcpy(copy + r->offset, &value, bytes);
		s->bytes = copy;
	}
	return true;
}

/* ---- what the surface asks of a module ---- */

enum { SHARED_UNIT = 128, SHARED_SYSTEM = 1024 };

static void
add_variables(struct code *c)
{
	struct sim_module *m = c->m;
	for (unsigned i = 0; i < c->elf.nsymbols; i++) {
		const struct elf_symbol *y = &c->elf.symbols[i];
		if (y->definition != i || !c->spaces[y->section].addr || !*y->name ||
			*y->name == '.')
			continue;
		struct var *v = sim_arena_alloc(&m->arena, sizeof *v);
		v->name = y->name;
		v->space = SPACE_GLOBAL;
		v->size = y->size;
		v->addr = c->spaces[y->section].addr + y->value;
		v->placed = true;
		v->def = v;
		ARENA_PUSH(&m->arena, m->vars, m->nvars, m->vars_cap, v);
		if (v->size) /* for messages: the section is one allocation */
			sim_annotate(m->dev, v->addr, v->size, v->name, NULL, 0, NULL);
	}
}

static void
add_params(struct sim_func *f, const struct elf_kernel *k)
{
	f->params = sim_arena_alloc(&f->module->arena, (k->nparams + 1) * sizeof *f->params);
	f->nparams = k->nparams;
	f->param_bytes = k->param_bytes;
	for (unsigned i = 0; i < k->nparams; i++) {
		unsigned n = k->params[i].size;
		bool scalar = n == 1 || n == 2 || n == 4 || n == 8;
		f->params[i] = (struct formal){ .type = n == 8 ? PTX_U64 :
				n == 4                         ? PTX_U32 :
				n == 2                         ? PTX_U16 :
								 PTX_U8,
			.space = SPACE_PARAM,
			.offset = k->params[i].offset,
			.size = n,
			.align = scalar ? n : 8,
			.is_array = !scalar,
			.slot = NO_REG };
	}
}

/* Return whether the code looks at what other teams do.  Then teams execute in turn
 * (exec/grid.c). */
static bool
looks_at_others(const struct code *c)
{
	for (uint32_t i = 0; i < c->ninst; i++) {
		const struct inst *in = &c->inst[i];
		if (in->src && op_rows[in->src->op].class == PTX_C_ATOMIC &&
			in->space != SPACE_SHARED && !in->free_red)
			return true;
		if (in->ordered && in->space != SPACE_SHARED && in->space != SPACE_LOCAL)
			return true;
	}
	return false;
}

static const char *
made_by(struct code *c)
{
	struct sim_log name = { 0 };
	sim_log_printf(&name, "sm_%u machine code", c->sm);
	if (c->elf.toolkit)
		sim_log_printf(&name, " by CUDA %u.%u", c->elf.toolkit / 10, c->elf.toolkit % 10);
	const char *copy = sim_arena_strndup(&c->m->arena, name.text, name.len);
	sim_log_free(&name);
	return copy;
}

static void
add_kernel(struct code *c, unsigned symbol, const struct sass_section *s, uint8_t *consts)
{
	const struct elf_symbol *y = &c->elf.symbols[symbol];
	struct sim_module *m = c->m;
	struct sim_func *f = sim_arena_alloc(&m->arena, sizeof *f);
	const struct elf_section *shared = elf_find(&c->elf, ".nv.shared.", y->name, y->object);
	struct elf_kernel k;
	elf_read_kernel(&m->arena, &c->elf, y, &k);
	c->param_offset = k.cbank_offset;
	f->name = y->name;
	f->module = m;
	f->entry = f->visible = true;
	f->def = f;
	f->body = sim_arena_alloc(&m->arena, sizeof *f->body);
	add_params(f, &k);
	memcpy(f->max_ntid, k.max_threads, sizeof f->max_ntid);
	f->reqntid = k.reqntid;
	f->machine = c;
	f->schedule = c->schedule;
	f->made_by = made_by(c);
	const struct elf_section *bank2 = elf_find(&c->elf, ".nv.constant2.", y->name, y->object);
	f->bank2 = bank2 ? (unsigned)(bank2 - c->elf.sections) : 0;
	f->low_windows = c->family->bank0.window_bytes == 4;
	f->code = c->inst;
	f->ncode = c->ninst;
	f->entry_pc = code_index(c->family, s->base);
	f->addr = CODE_BASE + s->base;
	f->consts = consts;
	f->frame_bytes = FRAME_REGS + (size_t)(c->regs + c->nslots) * 128;
	f->regs = (int)y->regs;
	f->frames_bytes = y->stack;
	/* the machine gives whole units, of which wide loads use the end; it keeps some for itself */
	size_t own = shared ? shared->size : 0, system = c->sm >= 90 ? SHARED_SYSTEM : 0;
	if (c->elf.relocatable)
		own = system + y->shared_bytes;
	own = own < system ? system : own;
	f->shared_bytes = (own + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT;
	f->shared_end = f->shared_bytes;
	f->shared_reserved = f->shared_bytes - (own - system);
	if (c->elf.relocatable)
		link_variables(c, y, f, system);
	else
		origin_shared(c, f, system, own);
	f->reach_ordered = y->launches || looks_at_others(c); /* a child may look at anything */
	f->reach_time = y->launches || (c->m->sregs & TIME_SREGS);
	f->index = m->nfuncs;
	ARENA_PUSH(&m->arena, m->funcs, m->nfuncs, m->funcs_cap, f);
	ARENA_PUSH(&m->arena, m->entries, m->nentries, m->entries_cap, f);
}

static void
add_kernels(struct code *c)
{
	uint8_t *consts = sim_arena_alloc(&c->m->arena, (size_t)c->nvalues * 128 + 256);
	consts += -(uintptr_t)consts & 127;
	for (unsigned k = 0; k < c->nvalues; k++)
		for (int i = 0; i < WARP; i++)
			((uint32_t *)(consts + k * 128))[i] = c->values[k];
	for (unsigned i = 0; i < c->elf.nsymbols; i++) {
		const struct elf_symbol *y = &c->elf.symbols[i];
		const char *section = c->elf.sections[y->section].name;
		for (unsigned k = 0; y->entry && y->function && k < c->listing.n; k++)
			if (!strncmp(section, ".text.", 6) &&
				c->listing.sections[k].object == y->object &&
				!strcmp(section + 6, c->listing.sections[k].name))
				add_kernel(c, i, &c->listing.sections[k], consts);
	}
}

/* ---- loading ---- */

/* Check the architecture: of one generation with the device's, and not newer. */
static bool
check_architecture(int code, int device, struct sim_log *log)
{
	bool known = family_of((unsigned)code), fits = code / 10 == device / 10 && code <= device;
	if (!known || !fits)
		sim_log_printf(log, "error: machine code of sm_%d does not run on sm_%d%s\n", code,
			device, known ? "" : ": that of sm_35, sm_70 and sm_90 is executed so far");
	return known && fits;
}

static int
architecture(const struct sim_device *dev)
{
	return dev->model->cc_major * 10 + dev->model->cc_minor;
}

static bool
load(struct code *c, struct sim_log *log)
{
	origin_read(c);
	if (!link_all(c, log) || !place_code(c, log) || !place_data(c, log) || !relocate(c, log) ||
		!code_decode(c, log))
		return false;
	add_variables(c);
	add_kernels(c);
	return true;
}

/* Read a cubin and its listing, which is made if there is none. */
static bool
add_file(struct code *c, const struct assembled *file, struct sim_log *log)
{
	struct sim_module *m = c->m;
	struct source *source = &m->sources[m->nsources];
	char *made = NULL;
	struct elf elf;
	void *copy = sim_arena_alloc(&m->arena, file->bytes);
	memcpy(copy, file->cubin, file->bytes);
	const char *wrong = elf_read(&m->arena, copy, file->bytes, &elf);
	if (wrong)
		return code_wrong(log, "the file", wrong);
	if (!check_architecture(elf.sm, architecture(m->dev), log) ||
		(!file->listing && !tools_disassemble(file->cubin, file->bytes, &made, log)))
		return false;
	const char *text = made ? made : file->listing;
	*source = (struct source){
		.name = "machine code",
		.text = sim_arena_strndup(&m->arena, text, strlen(text)),
		.len = strlen(text),
		.listing = true,
	};
	free(made);
	m->nsources++;
	c->sm = (unsigned)elf.sm;
	c->family = family_of(c->sm);
	return link_add(c, &elf, source->text, log);
}

static struct sim_module *
load_files(struct sim_device *dev, int n, const struct assembled *files, const char *name,
	struct sim_log *log)
{
	struct sim_module *m = calloc(1, sizeof *m);
	bool ok = true;
	if (!m)
		sim_out_of_memory();
	m->dev = dev;
	m->sources = sim_arena_alloc(&m->arena, (size_t)n * sizeof *m->sources);
	struct code *c = sim_arena_alloc(&m->arena, sizeof *c);
	c->m = m;
	c->ptx_name = name ? sim_arena_strndup(&m->arena, name, strlen(name)) : "PTX";
	for (int i = 0; i < n && ok; i++)
		ok = add_file(c, &files[i], log);
	if (ok && load(c, log))
		return m;
	sim_module_unload(m);
	return NULL;
}

struct sim_module *
sim_code_load(struct sim_device *dev, int n, const void *const *cubins, const size_t *bytes,
	struct sim_log *log)
{
	struct assembled *files = calloc((size_t)n, sizeof *files);
	if (!files)
		sim_out_of_memory();
	for (int i = 0; i < n; i++)
		files[i] = (struct assembled){ (void *)cubins[i], bytes[i], NULL };
	struct sim_module *m = load_files(dev, n, files, NULL, log);
	free(files);
	return m;
}

/* Return whether the text calls the device runtime, whose functions ptxas leaves to a linker. */
static bool
launches_grids(const char *ptx)
{
	for (enum builtin b = BUILTIN_GET_BUFFER; b < BUILTINS; b++)
		if (strstr(ptx, builtin_names[b]))
			return true;
	return false;
}

struct sim_module *
sim_code_assemble(struct sim_device *dev, int n, const char *const *ptx, const char *const *names,
	struct sim_log *log)
{
	int sm = architecture(dev), made = 0;
	struct assembled *files = calloc((size_t)n, sizeof *files);
	struct sim_module *m = NULL;
	if (!files)
		sim_out_of_memory();
	if (check_architecture(sm, sm, log))
		while (made < n &&
			tools_assemble(sm, ptx[made], n > 1 || launches_grids(ptx[made]),
				&files[made], log))
			made++;
	if (made == n)
		m = load_files(dev, n, files, n == 1 && names ? names[0] : NULL, log);
	for (int i = 0; i < made; i++) {
		free(files[i].cubin);
		free(files[i].listing);
	}
	free(files);
	return m;
}

bool
sim_module_checkable(const struct sim_module *m, struct sim_log *log)
{
	if (m->ptx || !m->nentries || !m->entries[0]->machine)
		return true;
	sim_log_printf(log,
		"error: machine code is checked by the PTX that it was made of, which this file does "
		"not hold: make it with ptxas -lineinfo\n");
	return false;
}

size_t
sim_code_bytes(const void *image)
{
	return elf_image_size(image);
}
