/* Machine code of a column: see machine.h.  The cubin that ptxas writes is an ELF file with
 * a section .text.NAME for each function, whose sh_info has the number of registers in its top
 * byte. */
#include <ctype.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/machine.h"
#include "machine_code.h"

struct bytes {
	char *v;
	size_t n;
};

/* ---- tools ---- */

static const char *
on_path(struct arena *a, const char *name)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t n = strcspn(path, ":");
		const char *file = arena_printf(a, "%.*s/%s", (int)n, path, name);

		if (n && access(file, X_OK) == 0)
			return file;
		path += n + (path[n] == ':');
	}
	return NULL;
}

/* Find candidates for ptxas, best first, ended by NULL. */
static void
find_assemblers(struct driver *d, const char *out[4])
{
	static const char *const beside[] = { "ptxas", "../ptxas/usr/bin/ptxas" };
	const char *given = getenv("PTXAS");
	int n = 0;

	if (given) {
		if (*given)
			out[n++] = given;
		out[n] = NULL;
		return;
	}
	for (int i = 0; i < 2; i++) {
		const char *file = arena_printf(d->arena, "%s/%s", d->lib_dir, beside[i]);

		if (access(file, X_OK) == 0)
			out[n++] = file;
	}
	out[n] = on_path(d->arena, "ptxas");
	out[n + (out[n] != NULL)] = NULL;
}

static bool
read_file(struct arena *a, const char *path, struct bytes *to)
{
	FILE *f = fopen(path, "rb");
	long size;

	if (!f)
		return false;
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	to->v = arena_alloc(a, (size_t)size + 1);
	to->n = fread(to->v, 1, (size_t)size, f);
	to->v[to->n] = '\0';
	fclose(f);
	return to->n > 0;
}

static bool
write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	return f && fputs(text, f) >= 0 && fclose(f) == 0;
}

static int
run_quietly(struct driver *d, const char *into, const char *const *argv)
{
	struct words command = { 0 };

	for (; *argv; argv++)
		vec_push(d->arena, &command, *argv);
	return driver_run_into(d, &command, into);
}

/* ---- the cubin ---- */

/* Return whether the instruction only fills up the section: NOP, or a branch to itself behind the
 * end. */
static bool
is_filler(const unsigned char *at, bool wide)
{
	uint64_t word;

	memcpy(&word, at, sizeof word);
	if (wide)
		return (word & 0xfff) == 0x918 || (word & 0xffffffffffff0fff) == 0xfffffff000000947;
	return word == 0x85800000001c3c02 || word == 0x12007ffffc1c003c;
}

/* Count the instructions: 16 bytes each; before sm_70 8, of which every eighth word is the
 * scheduler's. */
static int
count_instructions(const unsigned char *code, size_t size, int arch)
{
	size_t step = arch >= 70 ? 16 : 8;
	int n = 0, last = 0;

	for (size_t at = 0; at + step <= size; at += step) {
		if (arch < 70 && at % 64 == 0)
			continue;
		n++;
		if (!is_filler(code + at, arch >= 70))
			last = n;
	}
	return last;
}

static void
read_section(struct arena *a, struct compare_column *column, const struct bytes *cubin,
	const Elf64_Shdr *s, const char *name)
{
	struct machine_function m = { .name = arena_strdup(a, name + strlen(".text.")) };

	m.registers = (int)(s->sh_info >> 24);
	m.instructions = count_instructions((const unsigned char *)cubin->v + s->sh_offset,
		s->sh_size, column->arch);
	vec_push(a, &column->machine, m);
}

static bool
in_file(const struct bytes *b, uint64_t offset, uint64_t size)
{
	return offset <= b->n && size <= b->n - offset;
}

static void
read_cubin(struct arena *a, struct compare_column *column, const struct bytes *cubin)
{
	const Elf64_Ehdr *e = (const Elf64_Ehdr *)cubin->v;
	const Elf64_Shdr *s, *names;

	if (cubin->n < sizeof *e || memcmp(e->e_ident, ELFMAG, SELFMAG) != 0 ||
		e->e_shentsize != sizeof *s || e->e_shstrndx >= e->e_shnum ||
		!in_file(cubin, e->e_shoff, e->e_shnum * sizeof *s))
		return;
	s = (const Elf64_Shdr *)(cubin->v + e->e_shoff);
	names = &s[e->e_shstrndx];
	for (int i = 0; i < e->e_shnum; i++) {
		const char *name = cubin->v + names->sh_offset + s[i].sh_name;

		if (in_file(cubin, names->sh_offset + s[i].sh_name, 1) &&
			strncmp(name, ".text.", 6) == 0 &&
			in_file(cubin, s[i].sh_offset, s[i].sh_size))
			read_section(a, column, cubin, &s[i], name);
	}
}

/* ---- the disassembly ---- */

static struct machine_function *
find_machine(struct compare_column *column, const char *name, size_t n)
{
	for (size_t i = 0; i < column->machine.n; i++) {
		struct machine_function *m = &column->machine.v[i];

		if (strlen(m->name) == n && strncmp(m->name, name, n) == 0)
			return m;
	}
	return NULL;
}

/* The lines of the PTX, each with the label of its region; the first is line 1. */
struct origins {
	VEC(const char *) lines;
};

/* Return whether the label names a part of the program: those of the compiler begin with '$'. */
static bool
is_region(const char *line, size_t n)
{
	return n > 1 && line[n - 1] == ':' && *line != '$' && !isspace((unsigned char)*line);
}

static void
read_origins(struct arena *a, const char *text, struct origins *to)
{
	const char *label = "";

	for (size_t n; *text; text += n + (text[n] == '\n')) {
		size_t blanks = strspn(text, " \t");

		n = strcspn(text, "\n");
		if (is_region(text, n))
			label = arena_printf(a, "%.*s ", (int)n, text);
		else if (*text == '}')
			label = "";
		vec_push(a, &to->lines,
			arena_printf(a, "%s%.*s", label, (int)(n - blanks), text + blanks));
	}
}

/* Read the place that a line marks: //## File "x.c", line 27; of PTX, ".nv_debug_ptx_txt". */
static void
read_marker(struct arena *a, const struct origins *o, const char *text, size_t n,
	struct machine_line *source)
{
	const char *mark = "\", line ", *begin = memmem(text, n, "//## File \"", 11);
	const char *end = begin ? memmem(begin, n - (size_t)(begin - text), mark, strlen(mark)) :
				  NULL;
	uint32_t line;

	if (!end)
		return;
	line = (uint32_t)strtoul(end + strlen(mark), NULL, 10);
	if (strncmp(begin + 11, ".nv_debug_ptx_txt", 17) == 0) {
		source->ptx = line && line <= o->lines.n ? o->lines.v[line - 1] : NULL;
		return;
	}
	source->file = arena_strndup(a, begin + 11, (size_t)(end - begin - 11));
	source->line = line;
}

/* Read the word in the comment that ends the line, and set *N to the length before it.  Return
 * false if there is none. */
static bool
take_word(const char *text, size_t *n, uint64_t *word)
{
	const char *begin = memmem(text, *n, "/* 0x", 5);

	if (!begin)
		return false;
	*word = strtoull(begin + 3, NULL, 16);
	*n = (size_t)(begin - text);
	return true;
}

/* The control fields of an instruction from sm_70 on, as the page's legend explains them. */
static const char *
control_fields(struct arena *a, uint64_t word)
{
	char text[SASS_CONTROL_TEXT];

	return arena_strdup(a, sass_control_text(sass_control(word), text));
}

/* The same of sm_35, from the control word of a group of 8 words: a byte for each, from bit 2 on. */
static const char *
control_fields_35(struct arena *a, uint64_t group, const char *line)
{
	uint64_t address = strtoull(strstr(line, "/*") + 2, NULL, 16);
	unsigned byte = address % 64 ? group >> (address % 64 - 6) & 255 : 0;
	char text[SASS_CONTROL_TEXT];

	return arena_strdup(a, sass_control_text_35(byte, text));
}

/* A line without the blanks that put it into columns. */
static const char *
squeeze(struct arena *a, const char *text, size_t n)
{
	char *out = arena_alloc(a, n + 1), *to = out;

	for (size_t i = 0; i < n; i++)
		if (!isspace((unsigned char)text[i]))
			*to++ = text[i];
		else if (to > out && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
	return out;
}

/* nvdisasm's text: ".text.NAME:" begins a function; what follows until the next one is its.  An
 * instruction's first word ends its line; from sm_70 on the second is a line of its own. */
static void
read_disassembly(struct arena *a, struct compare_column *column, const char *text)
{
	struct machine_function *m = NULL;
	struct machine_line line = { 0 };
	struct origins origins = { 0 };
	uint64_t word = 0, group = 0;

	read_origins(a, column->result->images[0].text, &origins);
	for (size_t n, width; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");

		if (strncmp(text, "//---", 5) == 0)
			m = NULL;
		if (n > 7 && strncmp(text, ".text.", 6) == 0 && text[n - 1] == ':') {
			m = find_machine(column, text + 6, n - 7);
			line = (struct machine_line){ 0 };
			continue;
		}
		if (!m || n == 0)
			continue;
		if (memmem(text, n, "//## ", 5)) {
			read_marker(a, &origins, text, n, &line);
			continue;
		}
		if (*text == '$') /* a helper of ptxas' own */
			line = (struct machine_line){ 0 };
		width = n;
		take_word(text, &width, &word);
		line.text = squeeze(a, text, width);
		line.control = column->arch < 70 && strncmp(line.text, "/*", 2) == 0 ?
			control_fields_35(a, group, line.text) :
			NULL;
		if (*line.text)
			vec_push(a, &m->lines, line);
		else if (column->arch < 70)
			group = word;
		else if (m->lines.n)
			m->lines.v[m->lines.n - 1].control = control_fields(a, word);
	}
}

static void
disassemble(struct driver *d, struct arena *a, struct compare_column *column, const char *ptxas,
	const char *cubin)
{
	const char *slash = strrchr(ptxas, '/');
	const char *tool = slash ? arena_printf(a, "%.*s/nvdisasm", (int)(slash - ptxas), ptxas) :
				   NULL;
	const char *listing;
	struct bytes text;

	if (!tool || access(tool, X_OK) != 0)
		tool = on_path(a, "nvdisasm");
	listing = tool ? temp_file(d, ".sass") : NULL;
	if (!listing)
		return;
	if (run_quietly(d, listing,
		    (const char *[]){ tool, "-c", "-g", "-gp", "-hex", cubin, NULL }) == 0 &&
		read_file(a, listing, &text))
		read_disassembly(a, column, text.v);
	temp_forget(d->temps, listing, true);
}

/* ---- all ---- */

/* What an assembler made of a text. */
struct assembled {
	const char *tool;     /* ptxas's path; NULL: there is none */
	const char *cubin;    /* a temporary file; not NULL */
	const char *messages; /* the last tool's, a temporary file */
	struct bytes code;    /* none: it failed */
};

/* Assemble a text, to an object that can be linked if other files are wanted; with the places of its
 * lines.  Return false if there is no temporary file. */
static bool
assemble(struct driver *d, struct arena *a, const char *text, int arch, bool object, bool lines,
	struct assembled *to)
{
	const char *tools[4], *ptx = temp_file(d, ".ptx");

	*to = (struct assembled){ .cubin = temp_file(d, ".cubin"),
		.messages = temp_file(d, ".txt") };
	if (!ptx || !to->cubin || !to->messages || !write_file(ptx, text))
		return false;
	find_assemblers(d, tools);
	for (int i = 0; tools[i] && !to->code.n; i++) {
		const char *argv[9] = { tools[i], arena_printf(a, "-arch=sm_%d", arch), "-o",
			to->cubin, ptx };
		int n = 5;

		if (lines)
			argv[n++] = "-lineinfo";
		if (object)
			argv[n++] = "-c";
		to->tool = tools[i];
		bool ok = run_quietly(d, to->messages, argv) == 0;
		if (!ok && object) { /* a kernel of 1024 threads calls what takes more */
			argv[n] = "-maxrregcount=64";
			ok = run_quietly(d, to->messages, argv) == 0;
		}
		if (!ok || !read_file(a, to->cubin, &to->code))
			to->code.n = 0;
	}
	temp_forget(d->temps, ptx, true);
	return true;
}

static void
forget(struct driver *d, const struct assembled *made)
{
	temp_forget(d->temps, made->cubin, true);
	temp_forget(d->temps, made->messages, true);
}

void
driver_machine(struct driver *d, struct arena *a, struct compare_column *column, bool with_text)
{
	const struct ptxgen_result *r = column->result;
	struct assembled made;

	if (d->o->dry_run ||
		!assemble(d, a, r->images[0].text, column->arch, r->needs_link || r->launches_grids,
			true, &made))
		return;
	if (made.code.n) {
		read_cubin(a, column, &made.code);
		if (with_text)
			disassemble(d, a, column, made.tool, made.cubin);
	}
	forget(d, &made);
}

bool
driver_assemble(struct driver *d, struct arena *a, struct ptxgen_image *image, bool object,
	const char *source)
{
	struct assembled made;
	struct bytes said;

	if (d->o->dry_run)
		return true;
	if (!assemble(d, a, image->text, image->arch, object, false, &made))
		return false;
	if (!made.tool)
		driver_error(
			"-code=sm_%d needs ptxas, CUDA's assembler, which is neither $PTXAS nor "
			"on PATH",
			image->arch);
	else if (!made.code.n)
		driver_error("'%s' makes no machine code for sm_%d of '%s': %s", made.tool,
			image->arch, source,
			read_file(a, made.messages, &said) ? said.v : "it says nothing");
	*(object ? &image->object : &image->code) = made.code.v;
	*(object ? &image->object_bytes : &image->code_bytes) = made.code.n;
	forget(d, &made);
	return made.code.n > 0;
}
