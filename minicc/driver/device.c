/* The device library's sources (devrt/device) as texts inside minicc. The preprocessor reads
 * headers from the file system only, so a source gets its own headers put in before it is
 * preprocessed, with line markers around them. */
#include <ctype.h>
#include <string.h>

#include "base/device_sources.h"
#include "driver/driver.h"

enum { MAX_DEPTH = 10 };

/* Return the name in `#include "name"`, or NULL: the line is something else. */
static const char *
included_name(struct arena *a, const char *line)
{
	size_t n;

	while (isblank((unsigned char)*line))
		line++;
	if (*line++ != '#')
		return NULL;
	while (isblank((unsigned char)*line))
		line++;
	if (strncmp(line, "include", 7) != 0)
		return NULL;
	line += 7;
	while (isblank((unsigned char)*line))
		line++;
	if (*line++ != '"')
		return NULL;
	n = strcspn(line, "\"\n");
	return line[n] == '"' ? arena_strndup(a, line, n) : NULL;
}

struct text {
	char *v;
	size_t n, cap;
};

static void
append(struct arena *a, struct text *t, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		vec_push(a, t, s[i]);
}

static void
append_marker(struct arena *a, struct text *t, int line, const char *file)
{
	const char *marker = arena_printf(a, "# %d \"<minicc>/%s\"\n", line, file);

	append(a, t, marker, strlen(marker));
}

static void
append_source(struct arena *a, struct text *t, const char *file, const char *text, int depth)
{
	for (int line = 1; *text; line++) {
		size_t n = strcspn(text, "\n") + 1;
		const char *name = included_name(a, text);
		const char *header = name && depth < MAX_DEPTH ? device_source_text(name) : NULL;

		if (text[n - 1] == '\0')
			n--;
		if (header) {
			append_marker(a, t, 1, name);
			append_source(a, t, name, header, depth + 1);
			append_marker(a, t, line + 1, file);
		} else {
			append(a, t, text, n);
		}
		text += n;
	}
}

/* Return whether the file is part of NAME: math.c and math_trig.c are "math". */
static bool
is_part(const char *file, const char *name)
{
	size_t n = strlen(name), len = strlen(file);

	return strncmp(file, name, n) == 0 && (file[n] == '_' || file[n] == '.') && len > 2 &&
		strcmp(file + len - 2, ".c") == 0;
}

const char *
driver_device_source(struct arena *a, const char *name)
{
	struct text t = { 0 };

	for (const struct device_source *s = device_sources; s->name; s++)
		if (is_part(s->name, name)) {
			append_marker(a, &t, 1, s->name);
			append_source(a, &t, s->name, s->text, 0);
		}
	if (t.n == 0)
		return NULL;
	vec_push(a, &t, '\0');
	return t.v;
}
