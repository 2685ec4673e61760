/* #include and its kin (C11 6.10.2): finding files, entering them, and not entering them twice.
 *
 * The search list is one array of folders: -iquote, then -I, then the system's. A name in quotes is
 * looked for beside the includer and then in all of them, a name in angle brackets after the
 * -iquote ones, #include_next after the folder where the current file was found. */
#include "pp/internal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { BESIDE = -1 };

/* ---- the search list ---- */

static int
first_angle_dir(const struct pp *pp)
{
	return (int)pp->cx->options->quote_dirs.n;
}

static int
first_system_dir(const struct pp *pp)
{
	return first_angle_dir(pp) + (int)pp->cx->options->include_dirs.n;
}

static const char *
search_dir(const struct pp *pp, int i)
{
	const struct pp_options *o = pp->cx->options;
	size_t at = (size_t)i;
	if (at < o->quote_dirs.n)
		return o->quote_dirs.v[at];
	at -= o->quote_dirs.n;
	if (at < o->include_dirs.n)
		return o->include_dirs.v[at];
	at -= o->include_dirs.n;
	return at < o->system_dirs.n ? o->system_dirs.v[at] : NULL;
}

static const char *
join(struct pp *pp, const char *dir, const char *name)
{
	size_t d = strlen(dir), n = strlen(name);
	bool slash = d > 0 && dir[d - 1] != '/';
	char small[512], *path = small;
	if (d + n + 2 > sizeof small)
		path = arena_alloc(pp->arena, d + n + 2);
	memcpy(path, dir, d);
	if (slash)
		path[d++] = '/';
	memcpy(path + d, name, n + 1);
	return intern(pp->cx->names, path, d + n);
}

/* ---- files ---- */

static bool
may_be_elsewhere(int error)
{
	return error == ENOENT || error == ENOTDIR || error == EISDIR;
}

/* Return the file that #pragma once has marked under another name, or H. */
static struct header *
same_once(struct pp *pp, struct header *h)
{
	struct stat st;
	bool asked = false;
	for (size_t i = 0; i < pp->headers.n; i++) {
		struct header *other = pp->headers.v[i];
		if (!other->once || other == h)
			continue;
		if (!asked && stat(h->path, &st) != 0)
			return h;
		asked = true;
		if (other->device == st.st_dev && other->inode == st.st_ino)
			return other;
	}
	return h;
}

static struct header *
open_header(struct pp *pp, const char *path, int dir, struct place place)
{
	struct header *h = name_of(pp, path)->header;
	if (h) {
		h->dir = dir;
		return h;
	}
	struct source_file *source = sources_read(pp->cx->sources, path);
	if (!source) {
		if (!may_be_elsewhere(errno))
			diag_fatal(pp->diag, place, "cannot read '%s': %s", path, strerror(errno));
		return NULL;
	}
	h = NEW(pp->arena, struct header);
	h->path = path;
	h->source = source;
	h->dir = dir;
	const struct header *by = pp->in ? pp->in->header : NULL;
	h->is_system = dir == BESIDE ? by && by->is_system : dir >= first_system_dir(pp);
	name_of(pp, path)->header = h;
	struct pp_dependency dep = { path, h->is_system };
	vec_push(pp->arena, &pp->cx->deps, dep);
	vec_push(pp->arena, &pp->headers, h);
	return h;
}

static struct header *
find_in_dirs(struct pp *pp, const char *name, int from, struct place place)
{
	const char *key = intern_str(pp->cx->names, name);
	bool usual = from == first_angle_dir(pp);
	struct header *h = NULL;
	const char *dir;
	if (usual && (h = name_of(pp, key)->angle))
		h->dir = name_of(pp, key)->angle_dir;
	for (int i = from; !h && (dir = search_dir(pp, i)); i++)
		h = open_header(pp, join(pp, dir, name), i, place);
	if (usual && h) {
		name_of(pp, key)->angle = h;
		name_of(pp, key)->angle_dir = h->dir;
	}
	return h;
}

static int
dir_after_current(const struct pp *pp)
{
	return pp->in->found >= 0 ? pp->in->found + 1 : 0;
}

static struct header *
find(struct pp *pp, const char *name, bool quoted, bool next, struct place place)
{
	if (name[0] == '/')
		return open_header(pp, intern_str(pp->cx->names, name), BESIDE, place);
	if (next)
		return find_in_dirs(pp, name, dir_after_current(pp), place);
	struct header *h = NULL;
	if (quoted)
		h = open_header(pp, join(pp, pp->in->dir, name), BESIDE, place);
	return h ? h : find_in_dirs(pp, name, quoted ? 0 : first_angle_dir(pp), place);
}

/* ---- entering ---- */

static const char *
folder_of(struct pp *pp, const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? arena_strndup(pp->arena, path, (size_t)(slash + 1 - path)) : "";
}

static struct input *
enter(struct pp *pp, struct source_file *f, struct header *h)
{
	struct input *in = NEW(pp->arena, struct input);
	in->below = pp->in;
	in->header = h;
	in->found = h ? h->dir : BESIDE;
	in->dir = h ? folder_of(pp, h->path) : "";
	lexer_init(&in->lx, pp, f->text, f->size, source_index(pp->cx->sources, f));
	pp->in = in;
	return in;
}

void
pp_enter_text(struct pp *pp, const char *name, const char *text, size_t size)
{
	enter(pp, sources_text(pp->cx->sources, name, text, size), NULL);
}

bool
pp_enter_main(struct pp *pp, const char *path)
{
	path = intern_str(pp->cx->names, path);
	const char *text = pp->cx->options->main_text;
	struct source_file *f = text ? sources_text(pp->cx->sources, path, text, strlen(text)) :
				       sources_read(pp->cx->sources, path);
	if (!f) {
		diag_error(pp->diag, (struct place){ 0 }, "cannot read '%s': %s", path,
			strerror(errno));
		return false;
	}
	struct header *h = NEW(pp->arena, struct header);
	*h = (struct header){ .path = path, .source = f, .dir = BESIDE };
	struct pp_dependency dep = { path, false };
	vec_push(pp->arena, &pp->cx->deps, dep);
	vec_push(pp->arena, &pp->headers, h);
	enter(pp, f, h);
	return true;
}

static bool
is_wanted(struct pp *pp, struct header *h)
{
	if (same_once(pp, h)->once)
		return false;
	return !h->guard || !name_of(pp, h->guard)->macro;
}

/* Enter H.  The current file's next line comes after H's last. */
static void
enter_header(struct pp *pp, struct header *h, struct place place, const char *as)
{
	if (!is_wanted(pp, h))
		return;
	if (++pp->depth > MOST_INCLUDES)
		diag_fatal(pp->diag, place, "#include nested too deeply (over %d levels)",
			MOST_INCLUDES);
	struct source_file *f = h->source;
	if (f->included_as)
		f = sources_again(pp->cx->sources, f);
	f->included_from = place;
	f->included_as = as;
	f->is_system = h->is_system;
	enter(pp, f, h);
}

void
pp_enter_forced(struct pp *pp, const char *name)
{
	struct place none = { 0 };
	struct header *h = find(pp, name, true, false, none);
	if (!h)
		diag_fatal(pp->diag, none, "'%s' not found", name);
	enter_header(pp, h, none, arena_printf(pp->arena, "\"%s\"", name));
}

void
pp_once(struct pp *pp)
{
	struct header *h = pp->in->header;
	struct stat st;
	if (!h || !pp->in->below || stat(h->path, &st) != 0)
		return;
	h->once = true;
	h->device = st.st_dev;
	h->inode = st.st_ino;
}

/* ---- the directive ---- */

static const char *
without_spaces(struct pp *pp, const char *text)
{
	char *out = arena_strdup(pp->arena, text), *to = out;

	for (; *text; text++)
		if (*text != ' ')
			*to++ = *text;
	*to = '\0';
	return out;
}

/* Return a <…> that came out of macros: the spellings up to the '>', joined (6.10.2p4).  How is
 * ours to say: with the spaces between them, and where there is no such file without, for #define
 * FILE < DIR NAME >. */
static const char *
angle_from_tokens(struct pp *pp)
{
	struct tokbuf *b = tokbuf_new(pp);
	struct pptok t = { .kind = TK_LT, .text = intern_str(pp->cx->names, "<") };
	while (t.kind != PP_NEWLINE && t.kind != TK_EOF && t.kind != PP_ARG_END) {
		tokbuf_push(pp, b, &t);
		if (t.kind == TK_GT)
			break;
		pp_expand(pp, &t);
	}
	const char *name = t.kind == TK_GT ? pp_spell(pp->arena, b->v, b->n) : NULL;
	tokbuf_free(pp, b);
	return !name || pp_has_include(pp, name, false) ? name : without_spaces(pp, name);
}

static bool
stack_is_empty(const struct pp *pp)
{
	for (const struct expansion *e = pp->top; e; e = e->below)
		if (e->next < e->end || e->barrier)
			return false;
	return !pp->has_unread;
}

const char *
pp_header_name(struct pp *pp)
{
	struct pptok t;
	if (stack_is_empty(pp) && lex_header_name(&pp->in->lx, &t))
		return t.text;
	pp_expand(pp, &t);
	if (t.kind == TK_STRING && t.text[0] == '"')
		return t.text;
	if (t.kind == TK_LT)
		return angle_from_tokens(pp);
	pp_unread(pp, &t);
	return NULL;
}

static const char *
without_delimiters(struct pp *pp, const char *spelling)
{
	return arena_strndup(pp->arena, spelling + 1, strlen(spelling) - 2);
}

void
pp_include(struct pp *pp, const char *directive, bool next)
{
	struct lexer *lx = &pp->in->lx;
	struct pptok ahead;
	struct lexer look = *lx;
	look.quiet = true;
	lex(&look, &ahead);
	const char *spelling = pp_header_name(pp);
	if (!spelling || strlen(spelling) < 3) {
		diag_error(pp->diag, ahead.place,
			spelling ? "empty file name in #%s" :
				   "#%s expects \"FILENAME\" or <FILENAME>",
			directive);
		return;
	}
	pp_extra_tokens(pp, directive);
	while (pp->top)
		pp_pop(pp);
	lex_end_directive(lx);
	const char *name = without_delimiters(pp, spelling);
	struct header *h = find(pp, name, spelling[0] == '"', next, ahead.place);
	if (!h)
		diag_fatal(pp->diag, ahead.place, "'%s' not found", name);
	enter_header(pp, h, ahead.place, spelling);
}

/* ---- __has_include ---- */

static bool
is_file(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

bool
pp_has_include(struct pp *pp, const char *spelling, bool next)
{
	const char *name = without_delimiters(pp, spelling);
	bool quoted = spelling[0] == '"';
	if (name[0] == '/')
		return is_file(name);
	if (quoted && !next && is_file(join(pp, pp->in->dir, name)))
		return true;
	const char *dir;
	int from = next ? dir_after_current(pp) : quoted ? 0 : first_angle_dir(pp);
	for (int i = from; (dir = search_dir(pp, i)); i++)
		if (is_file(join(pp, dir, name)))
			return true;
	return false;
}
