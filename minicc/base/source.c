/* Source files and places; see source.h.
 *
 * The table of line starts is made the first time that a message needs it. */
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct sources {
	struct arena *arena;
	VEC(struct source_file *) files; /* [0] is "no file" */
};

struct sources *
sources_new(struct arena *a)
{
	struct sources *s = NEW(a, struct sources);
	s->arena = a;
	vec_push(a, &s->files, NULL);
	return s;
}

static struct source_file *
enter(struct sources *s, const struct source_file *like)
{
	struct source_file *f = NEW(s->arena, struct source_file);
	*f = *like;
	vec_push(s->arena, &s->files, f);
	return f;
}

struct source_file *
sources_text(struct sources *s, const char *name, const char *text, size_t size)
{
	struct source_file f = { .name = name, .path = name, .text = text, .size = size };
	return enter(s, &f);
}

struct source_file *
sources_again(struct sources *s, const struct source_file *f)
{
	return enter(s, f);
}

/* Read all of FD, and add a '\0'; ROOM is a guess of the size. */
static char *
read_all(struct arena *a, int fd, size_t room, size_t *size)
{
	size_t n = 0;
	char *text = arena_alloc(a, room + 2);
	for (;;) {
		ssize_t got = read(fd, text + n, room + 1 - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return NULL;
		n += (size_t)got;
		if (got == 0)
			break;
		if (n == room + 1) {
			char *larger = arena_alloc(a, 2 * room + 4096 + 2);
			memcpy(larger, text, n);
			room = 2 * room + 4096;
			text = larger;
		}
	}
	text[n] = '\0';
	*size = n;
	return text;
}

struct source_file *
sources_read(struct sources *s, const char *path)
{
	bool standard_input = !strcmp(path, "-");
	int fd = standard_input ? 0 : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	struct stat st;
	size_t size = 0;
	char *text = NULL;
	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
		errno = EISDIR;
	else
		text = read_all(s->arena, fd, st.st_size > 0 ? (size_t)st.st_size : 4096, &size);
	int error = errno;
	if (!standard_input)
		close(fd);
	errno = error;
	if (!text)
		return NULL;
	return sources_text(s, standard_input ? "<stdin>" : arena_strdup(s->arena, path), text,
		size);
}

uint32_t
source_index(const struct sources *s, const struct source_file *f)
{
	for (size_t i = s->files.n; i-- > 1;)
		if (s->files.v[i] == f)
			return (uint32_t)i;
	return 0;
}

struct source_file *
source_of(const struct sources *s, uint32_t index)
{
	return index < s->files.n ? s->files.v[index] : NULL;
}

uint32_t
sources_count(const struct sources *s)
{
	return (uint32_t)s->files.n;
}

const char *
place_file(const struct sources *s, struct place p)
{
	const struct source_file *f = source_of(s, p.file);
	return f ? f->name : "<command line>";
}

bool
place_is_system(const struct sources *s, struct place p)
{
	const struct source_file *f = source_of(s, p.file);
	return f && f->is_system;
}

bool
place_known(struct place p)
{
	return p.file != 0;
}

static void
find_lines(struct sources *s, struct source_file *f)
{
	VEC(uint32_t) starts = { 0 };
	vec_push(s->arena, &starts, 0);
	for (const char *p = f->text, *end = p + f->size; (p = memchr(p, '\n', (size_t)(end - p)));)
		vec_push(s->arena, &starts, (uint32_t)(++p - f->text));
	f->line_start = starts.v;
	f->n_lines = (uint32_t)starts.n;
}

const char *
source_line(const struct sources *s, struct place p, size_t *size)
{
	struct source_file *f = source_of(s, p.file);
	if (!f)
		return NULL;
	if (!f->line_start)
		find_lines((struct sources *)s, f);
	uint32_t line = p.line - f->line_delta;
	if (line < 1 || line > f->n_lines)
		return NULL;
	const char *from = f->text + f->line_start[line - 1];
	const char *end = memchr(from, '\n', (size_t)(f->text + f->size - from));
	if (!end)
		end = f->text + f->size;
	if (end > from && end[-1] == '\r')
		end--;
	*size = (size_t)(end - from);
	return from;
}
