/*
 * elf.c: reads what a cubin says beside its instructions.  Little endian, 64 bits, as the host's.
 * Attributes of .nv.info: format, number, 16-bit value or length, bytes; names as cuobjdump prints
 * them.
 */
#include <elf.h>
#include <string.h>

#include "code/code.h"

enum {
	OSABI_CUDA = 0x33,
	OSABI_CUDA_13 = 0x41,
	MACHINE_CUDA = 190,
	GLOBAL = 0x70000007, /* types of sections of an object, of which the file has no bytes */
	LOCAL = 0x70000009,
	SHARED = 0x7000000a,
	ENTRY = 0x10, /* STO_CUDA_ENTRY */
	SPACE = 0xe0, /* of a variable */
	SPACE_OF_SHARED = 0x40,
	FORMAT_BYTES = 4,
	PARAM_CBANK = 0x0a,
	KPARAM_INFO = 0x17,
	FRAME_SIZE = 0x11,
	MIN_STACK = 0x12,
	REGCOUNT = 0x2f,
	MAX_THREADS = 0x05,
	REQNTID = 0x10,
};

static bool
inside(size_t total, uint64_t offset, uint64_t size)
{
	return offset <= total && size <= total - offset;
}

static bool
is_empty(const Elf64_Shdr *s)
{
	return s->sh_type == SHT_NOBITS || s->sh_type == SHT_NULL || s->sh_type == GLOBAL ||
		s->sh_type == LOCAL || s->sh_type == SHARED;
}

size_t
elf_image_size(const void *image)
{
	const Elf64_Ehdr *e = image;
	if (memcmp(e->e_ident, ELFMAG, SELFMAG) || e->e_ident[EI_CLASS] != ELFCLASS64 ||
		(e->e_ident[EI_OSABI] != OSABI_CUDA && e->e_ident[EI_OSABI] != OSABI_CUDA_13) ||
		e->e_shentsize != sizeof(Elf64_Shdr))
		return 0;
	size_t end = e->e_shoff + (size_t)e->e_shnum * e->e_shentsize;
	size_t ph = e->e_phoff + (size_t)e->e_phnum * e->e_phentsize;
	end = ph > end ? ph : end;
	const Elf64_Shdr *s = (const void *)((const char *)image + e->e_shoff);
	for (unsigned i = 0; i < e->e_shnum; i++)
		if (!is_empty(&s[i]) && s[i].sh_offset + s[i].sh_size > end)
			end = s[i].sh_offset + s[i].sh_size;
	return end;
}

static const char *
read_sections(struct sim_arena *a, const uint8_t *image, size_t bytes, struct elf *elf)
{
	const Elf64_Ehdr *e = (const void *)image;
	const Elf64_Shdr *s = (const void *)(image + e->e_shoff), *names = &s[e->e_shstrndx];
	elf->toolkit = e->e_version > 1 ? e->e_version : 0;
	elf->nsections = e->e_shnum;
	elf->sections = sim_arena_alloc(a, e->e_shnum * sizeof *elf->sections);
	for (unsigned i = 0; i < e->e_shnum; i++) {
		bool empty = is_empty(&s[i]);
		if (!empty && !inside(bytes, s[i].sh_offset, s[i].sh_size))
			return "a section lies outside the file";
		if (!inside(names->sh_size, s[i].sh_name, 1))
			return "a section has no name";
		elf->sections[i] = (struct elf_section){
			.name = (const char *)image + names->sh_offset + s[i].sh_name,
			.bytes = empty ? NULL : image + s[i].sh_offset,
			.size = s[i].sh_size,
			.align = s[i].sh_addralign ? s[i].sh_addralign : 1,
			.link = s[i].sh_link,
			.info = s[i].sh_info,
			.type = s[i].sh_type,
		};
	}
	return NULL;
}

static const char *
read_symbols(struct sim_arena *a, const struct elf_section *s, struct elf *elf)
{
	const Elf64_Sym *y = (const void *)s->bytes;
	if (s->link >= elf->nsections)
		return "its symbols have no names";
	const struct elf_section *names = &elf->sections[s->link];
	elf->nsymbols = (unsigned)(s->size / sizeof *y);
	elf->symbols = sim_arena_alloc(a, elf->nsymbols * sizeof *elf->symbols);
	for (unsigned i = 0; i < elf->nsymbols; i++) {
		if (y[i].st_name >= names->size)
			return "a symbol has no name";
		unsigned section = y[i].st_shndx;
		elf->symbols[i] = (struct elf_symbol){
			.name = (const char *)names->bytes + y[i].st_name,
			.value = y[i].st_value,
			.size = y[i].st_size,
			.section = section < elf->nsections ? section : 0,
			.function = ELF64_ST_TYPE(y[i].st_info) == STT_FUNC,
			.entry = y[i].st_other & ENTRY,
			.local = ELF64_ST_BIND(y[i].st_info) == STB_LOCAL,
			.weak = ELF64_ST_BIND(y[i].st_info) == STB_WEAK,
			.shared = elf->relocatable && (y[i].st_other & SPACE) == SPACE_OF_SHARED,
			.align = y[i].st_value ? y[i].st_value : 1,
		};
	}
	return NULL;
}

static void
read_relocs(struct sim_arena *a, const struct elf_section *s, struct elf *elf)
{
	bool addend = s->type == SHT_RELA;
	size_t step = addend ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
	unsigned n = (unsigned)(s->size / step);
	struct elf_reloc *r = sim_arena_alloc(a, (elf->nrelocs + n) * sizeof *r);
	if (elf->nrelocs)
		memcpy(r, elf->relocs, elf->nrelocs * sizeof *r);
	elf->relocs = r;
	for (unsigned i = 0; i < n; i++) {
		const Elf64_Rela *e = (const void *)(s->bytes + i * step);
		unsigned symbol = (unsigned)ELF64_R_SYM(e->r_info);
		if (symbol >= elf->nsymbols || s->info >= elf->nsections)
			continue;
		elf->relocs[elf->nrelocs++] = (struct elf_reloc){
			.target = s->info,
			.symbol = symbol,
			.type = (unsigned)ELF64_R_TYPE(e->r_info),
			.offset = e->r_offset,
			.addend = addend ? e->r_addend : 0,
			.has_addend = addend,
		};
	}
}

bool
elf_make_older(void *image, size_t bytes)
{
	Elf64_Ehdr *e = image;
	if (bytes < sizeof *e || memcmp(e->e_ident, ELFMAG, SELFMAG) ||
		e->e_ident[EI_OSABI] != OSABI_CUDA_13)
		return false;
	unsigned sm = e->e_flags >> 8 & 0xff;
	e->e_ident[EI_OSABI] = OSABI_CUDA;
	e->e_ident[EI_ABIVERSION] = 7;
	e->e_version = 118;
	e->e_flags = sm << 16 | 0x500 | sm; /* 64 bits, textures unified */
	return true;
}

struct elf_section *
elf_find(const struct elf *elf, const char *prefix, const char *name, unsigned object)
{
	size_t n = strlen(prefix);
	for (unsigned i = 0; i < elf->nsections; i++)
		if (elf->sections[i].object == object &&
			!strncmp(elf->sections[i].name, prefix, n) &&
			!strcmp(elf->sections[i].name + n, name))
			return &elf->sections[i];
	return NULL;
}

/* ---- attributes ---- */

struct attribute {
	unsigned number, size;
	const uint8_t *bytes; /* of its value */
};

static bool
next_attribute(const struct elf_section *s, size_t *at, struct attribute *a)
{
	if (*at + 4 > s->size)
		return false;
	const uint8_t *p = s->bytes + *at;
	uint16_t half;
	memcpy(&half, p + 2, 2);
	*a = (struct attribute){ p[1], 2, p + 2 };
	*at += 4;
	if (p[0] != FORMAT_BYTES)
		return true;
	if (!inside(s->size, *at, half))
		return false;
	a->size = half;
	a->bytes = p + 4;
	*at += half;
	return true;
}

static unsigned
word(const struct attribute *a, unsigned at)
{
	uint32_t v = 0;
	if (at + 4 <= a->size)
		memcpy(&v, a->bytes + at, 4);
	return v;
}

/* Read what .nv.info says of functions. */
static void
read_attributes(struct elf *elf)
{
	const struct elf_section *s = elf_find(elf, ".nv.info", "", 0);
	struct attribute a;
	for (size_t at = 0; s && s->bytes && next_attribute(s, &at, &a);) {
		unsigned symbol = word(&a, 0), v = word(&a, 4);
		if (a.size < 8 || symbol >= elf->nsymbols)
			continue;
		struct elf_symbol *y = &elf->symbols[symbol];
		*(a.number == REGCOUNT                 ? &y->regs :
				a.number == FRAME_SIZE ? &y->frame :
				a.number == MIN_STACK  ? &y->stack :
							 &(unsigned){ 0 }) = v;
	}
}

/* ---- calls ---- */

/* Read calls: pairs of symbols; of a symbol and a type's name, behind 0 and the negative number of
 * a kind. */
static void
read_calls(struct sim_arena *a, struct elf *elf, const struct elf_section *names)
{
	const struct elf_section *s = elf_find(elf, ".nv.callgraph", "", 0);
	size_t n = s && s->bytes ? s->size / 8 : 0;
	enum call_kind kind = CALL_NAMED;
	elf->calls = sim_arena_alloc(a, (n + 1) * sizeof *elf->calls);
	for (size_t i = 0; i < n; i++) {
		int32_t pair[2];
		memcpy(pair, s->bytes + 8 * i, 8);
		unsigned from = (unsigned)pair[0], to = (unsigned)pair[1];
		if (!from && pair[1] < 0)
			kind = pair[1] == -1  ? CALL_NAMED :
				pair[1] == -2 ? CALL_TAKEN :
						CALL_POINTER;
		else if (from < elf->nsymbols &&
			to < (kind == CALL_NAMED ? elf->nsymbols : names->size))
			elf->calls[elf->ncalls++] = (struct elf_call){ kind, from,
				kind == CALL_NAMED ? to : 0,
				kind == CALL_NAMED ? "" : (const char *)names->bytes + to };
	}
}

void
elf_read_kernel(struct sim_arena *arena, const struct elf *elf, const struct elf_symbol *y,
	struct elf_kernel *k)
{
	const struct elf_section *s = elf_find(elf, ".nv.info.", y->name, y->object);
	struct attribute a;
	*k = (struct elf_kernel){ 0 };
	k->params = sim_arena_alloc(arena, (s ? s->size / 16 + 1 : 1) * sizeof *k->params);
	for (size_t at = 0; s && s->bytes && next_attribute(s, &at, &a);) {
		unsigned ordinal = word(&a, 4) & 0xffff;
		switch (a.number) {
		case PARAM_CBANK:
			k->cbank_offset = word(&a, 4) & 0xffff;
			k->param_bytes = word(&a, 4) >> 16;
			break;
		case KPARAM_INFO:
			if (ordinal > s->size / 16)
				break;
			k->params[ordinal] = (struct elf_param){ word(&a, 4) >> 16,
				word(&a, 8) >> 18 };
			if (ordinal >= k->nparams)
				k->nparams = ordinal + 1;
			break;
		case MAX_THREADS:
		case REQNTID:
			for (unsigned i = 0; i < 3; i++)
				k->max_threads[i] = word(&a, 4 * i);
			k->reqntid = a.number == REQNTID;
			break;
		}
	}
}

/* ---- all ---- */

const char *
elf_read(struct sim_arena *a, const void *image, size_t bytes, struct elf *elf)
{
	const Elf64_Ehdr *e = image;
	const char *wrong;
	*elf = (struct elf){ 0 };
	if (bytes < sizeof *e || memcmp(e->e_ident, ELFMAG, SELFMAG) ||
		e->e_ident[EI_CLASS] != ELFCLASS64 || e->e_machine != MACHINE_CUDA)
		return "not a cubin";
	if (e->e_shentsize != sizeof(Elf64_Shdr) || e->e_shstrndx >= e->e_shnum ||
		!inside(bytes, e->e_shoff, (uint64_t)e->e_shnum * e->e_shentsize))
		return "its list of sections is damaged";
	elf->relocatable = e->e_type == ET_REL;
	elf->sm = (int)(e->e_flags >> (e->e_ident[EI_OSABI] == OSABI_CUDA_13 ? 8 : 0) & 0xff);
	if ((wrong = read_sections(a, image, bytes, elf)))
		return wrong;
	for (unsigned i = 0; i < elf->nsections; i++)
		if (elf->sections[i].type == SHT_SYMTAB &&
			(wrong = read_symbols(a, &elf->sections[i], elf)))
			return wrong;
	for (unsigned i = 0; i < elf->nsections; i++)
		if (elf->sections[i].type == SHT_REL || elf->sections[i].type == SHT_RELA)
			read_relocs(a, &elf->sections[i], elf);
	read_attributes(elf);
	for (unsigned i = 0; i < elf->nsections; i++)
		if (elf->sections[i].type == SHT_SYMTAB)
			read_calls(a, elf, &elf->sections[elf->sections[i].link]);
	return NULL;
}
