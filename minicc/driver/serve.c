/* -serve: what its page asks for.  Each answer is made in a child process (serve/serve.h).
 *
 * What is edited is not the file until the reader saves it: the page sends the text, and the words
 * that its menus stand for, and gets what `minicc WORDS -html=- FILE` would print if the file held
 * that text: messages, then the page. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/driver.h"
#include "serve/serve.h"
#include "view/edit.h"

enum { TO_COMPILE = 10, TO_RUN = 60, ONE_RUN = 5 }; /* seconds */

struct serving {
	struct arena *arena;
	const struct options *o;
	struct temps *temps;
	const char *file;
	struct words base; /* the command line without -serve */
};

/* ---- the file ---- */

static int
answer_page(void *ctx, const struct request *r)
{
	const struct serving *s = ctx;
	const struct options *o = s->o;
	struct view_editor e = {
		.file = s->file,
		.columns = o->compare ? o->compare :
			o->scheme     ? o->scheme :
					"auto",
		.arch = o->archs.n ? o->archs.v[0] : 70,
		.device = getenv("DEVRT_DEVICE"),
		.check = getenv("DEVRT_CHECK"),
		.optimize = o->optimize,
		.arguments = o->run_args.v,
		.n_arguments = o->run_args.n,
	};

	(void)r;
	view_editor(&e, stdout);
	return 0;
}

/* Answer with the file's stamp in a line, then what the file holds. */
static int
answer_text(void *ctx, const struct request *r)
{
	const struct serving *s = ctx;
	const char *stamp = serve_stamp(s->arena, s->file);
	FILE *f = fopen(s->file, "r");
	char piece[4096];
	size_t n;

	(void)r;
	if (!f) {
		driver_error("cannot read '%s': %s", s->file, strerror(errno));
		return 1;
	}
	printf("%s\n", stamp);
	while ((n = fread(piece, 1, sizeof piece, f)) > 0)
		fwrite(piece, 1, n, stdout);
	fclose(f);
	return 0;
}

/* Return the request's first line.  Set *text to what follows it. */
static const char *
first_line(const struct serving *s, const struct request *r, const char **text)
{
	size_t n = strcspn(r->body, "\n");

	*text = r->body + n + (r->body[n] == '\n');
	return arena_strndup(s->arena, r->body, n);
}

/* Save a file.  The first line is the stamp of what was edited: what somebody else has changed
 * since is not overwritten. */
static int
answer_save(void *ctx, const struct request *r)
{
	const struct serving *s = ctx;
	const char *text, *known = first_line(s, r, &text);
	size_t size = r->size - (size_t)(text - r->body);
	int fd;

	if (strcmp(known, serve_stamp(s->arena, s->file)) != 0) {
		fputs("the file has changed on disk", stdout);
		return 1;
	}
	fd = open(s->file, O_WRONLY | O_TRUNC);
	while (fd >= 0 && size > 0) {
		ssize_t n = write(fd, text, size);

		if (n < 0)
			break;
		text += n;
		size -= (size_t)n;
	}
	if (fd < 0 || size > 0 || close(fd) != 0) {
		printf("cannot write: %s", strerror(errno));
		return 1;
	}
	fputs(serve_stamp(s->arena, s->file), stdout);
	return 0;
}

/* ---- what is made of it ---- */

static bool
is_environment(const char *word)
{
	static const char *const begins[] = { "DEVRT_DEVICE=sim:", "DEVRT_CHECK=", "DEVRT_INFO=" };

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strncmp(word, begins[i], strlen(begins[i])) == 0)
			return true;
	return strcmp(word, "PTXAS=") == 0;
}

/* Decode %41 to A, as RFC 3986, clause 2.1 has it. */
static char *
decode(struct arena *a, const char *text)
{
	char *to = arena_strndup(a, text, strlen(text)), *end = to;
	unsigned code;

	for (; *text; text++)
		if (*text == '%' && isxdigit((unsigned char)text[1]) &&
			isxdigit((unsigned char)text[2]) && sscanf(text, "%%%2x", &code) == 1) {
			*end++ = (char)code;
			text += 2;
		} else {
			*end++ = *text;
		}
	*end = '\0';
	return to;
}

static bool
take_word(const struct serving *s, struct words *to, struct words *arguments, const char *word)
{
	if (strncmp(word, "ARG=", 4) == 0) {
		vec_push(s->arena, arguments, decode(s->arena, word + 4));
		return true;
	}
	if (is_environment(word))
		return putenv((char *)word) == 0;
	if (!options_for_page(word)) {
		driver_error(
			"'%s' is not for the page, which takes options of device code, -O, -D, -U and -Rpass, each in one word",
			word);
		return false;
	}
	vec_push(s->arena, to, word);
	return true;
}

/* Answer with a view.  The request's first line has the words of the menus, what follows stands for
 * the file's text. */
static int
answer_view(void *ctx, const struct request *r)
{
	const struct serving *s = ctx;
	struct words all = { 0 }, arguments = { 0 };
	const char *text, *line = first_line(s, r, &text);
	struct options o;

	vec_push(s->arena, &all, "minicc");
	for (size_t i = 0; i < s->base.n; i++)
		vec_push(s->arena, &all, s->base.v[i]);
	for (line += strspn(line, " "); *line; line += strspn(line, " ")) {
		size_t n = strcspn(line, " ");

		if (!take_word(s, &all, &arguments, arena_strndup(s->arena, line, n)))
			return 1;
		line += n;
	}
	vec_push(s->arena, &all, "-html=-");
	if (!options_parse(s->arena, (int)all.n, (char **)all.v, stderr, &o))
		return 1;
	o.run_args = arguments;
	o.pp.main_text = text;
	o.run_seconds = ONE_RUN;
	return driver_main(s->arena, &o, s->temps);
}

int
driver_serve(struct arena *arena, const struct options *o, struct temps *temps)
{
	static const struct resource resources[] = {
		{ "GET", "", "text/html", TO_COMPILE, answer_page },
		{ "GET", "text", "text/plain", TO_COMPILE, answer_text },
		{ "GET", "change", "text/plain", 0, NULL },
		{ "POST", "save", "text/plain", TO_COMPILE, answer_save },
		{ "POST", "view", "text/plain", TO_COMPILE, answer_view },
		{ "POST", "run", "text/plain", TO_RUN, answer_view },
		{ 0 },
	};
	struct serving s = {
		.arena = arena,
		.o = o,
		.temps = temps,
		.file = o->inputs.v[0].text,
	};

	for (size_t i = 0; i < o->words.n && strcmp(o->words.v[i], "--") != 0; i++)
		if (strcmp(o->words.v[i], "-serve") != 0)
			vec_push(arena, &s.base, o->words.v[i]);
	return serve(&(struct serve){ s.file, resources, &s });
}
