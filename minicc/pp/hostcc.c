/* Asks the host compiler for its predefined macros and folders, and remembers; see hostcc.h.
 *
 * The cache is a text file: a first line that says what it holds for (format, path, size, time,
 * flags), "dir FOLDER" lines, an empty line, and the #define lines. Anything unexpected in it, and
 * the compiler is asked again. */
#include "pp/hostcc.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { FORMAT = 1, MOST_FLAGS = 64 };

/* ---- the compiler's path ---- */

static bool
is_program(const char *path)
{
	struct stat st;
	return access(path, X_OK) == 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static const char *
find_program(struct arena *a, const char *name)
{
	if (strchr(name, '/'))
		return is_program(name) ? name : NULL;
	const char *path = getenv("PATH");
	for (const char *p = path ? path : "/usr/bin:/bin"; *p;) {
		size_t n = strcspn(p, ":");
		const char *file = arena_printf(a, "%.*s/%s", n ? (int)n : 1, n ? p : ".", name);
		if (is_program(file))
			return file;
		p += n + (p[n] == ':');
	}
	return NULL;
}

/* ---- asking ---- */

static char *
read_fd(struct arena *a, int fd)
{
	VEC(char) text = { 0 };
	char part[4096];
	ssize_t n;
	while ((n = read(fd, part, sizeof part)) > 0 || (n < 0 && errno == EINTR))
		for (ssize_t i = 0; i < n; i++)
			vec_push(a, &text, part[i]);
	vec_push(a, &text, '\0');
	return text.v;
}

static char *
read_file(struct arena *a, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	char *text = read_fd(a, fd);
	close(fd);
	return text;
}

/* Return the environment with messages in English: the list of folders is found by its heading. */
static char **
environment(struct arena *a)
{
	VEC(char *) env = { 0 };
	for (char **e = environ; *e; e++)
		if (strncmp(*e, "LC_", 3) && strncmp(*e, "LANG", 4))
			vec_push(a, &env, *e);
	vec_push(a, &env, "LC_ALL=C");
	vec_push(a, &env, NULL);
	return env.v;
}

/* Run "cc FLAGS -E -dM -v" on nothing.  Standard error goes into an unnamed file, for with a second
 * pipe either side could wait for the other. */
static bool
ask(struct arena *a, const char *path, const char *const *flags, char **macros, char **verbose)
{
	const char *argv[MOST_FLAGS + 10] = { path };
	int n = 1, out[2];
	for (; *flags && n < MOST_FLAGS; flags++)
		argv[n++] = *flags;
	static const char *const last[] = { "-E", "-dM", "-v", "-x", "c", "/dev/null", NULL };
	memcpy(argv + n, last, sizeof last);
	FILE *err = tmpfile();
	if (!err || pipe2(out, O_CLOEXEC) != 0) {
		if (err)
			fclose(err);
		return false;
	}
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out[1], 1);
	posix_spawn_file_actions_adddup2(&actions, fileno(err), 2);
	pid_t pid;
	int status = posix_spawn(&pid, path, &actions, NULL, (char **)argv, environment(a));
	posix_spawn_file_actions_destroy(&actions);
	close(out[1]);
	if (status == 0) {
		*macros = read_fd(a, out[0]);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		rewind(err);
		*verbose = read_fd(a, fileno(err));
	}
	close(out[0]);
	fclose(err);
	return status == 0;
}

/* Return "error: what it is", from the first such line of what cc printed, or NULL: it says nothing
 * of the kind. */
static const char *
complaint(struct arena *a, const char *verbose)
{
	const char *p = verbose ? strstr(verbose, "error: ") : NULL;

	return p ? arena_strndup(a, p, strcspn(p, "\n")) : NULL;
}

/* Take the folders between the heading for <…> and the end of the list. */
static void
take_dirs(struct arena *a, const char *verbose, struct hostcc *out)
{
	VEC(const char *) dirs = { 0 };
	const char *p = strstr(verbose, "#include <...>");
	const char *end = p ? strstr(p, "End of search list") : NULL;
	if (!end)
		return;
	for (p = strchr(p, '\n') + 1; p < end; p += strcspn(p, "\n") + 1) {
		p += strspn(p, " ");
		vec_push(a, &dirs, arena_strndup(a, p, strcspn(p, "\n")));
	}
	out->system_dirs = dirs.v;
	out->n_system_dirs = dirs.n;
}

/* ---- the cache ---- */

static const char *
header_line(struct arena *a, const char *path, const char *const *flags)
{
	struct stat st;
	if (stat(path, &st) != 0)
		memset(&st, 0, sizeof st);
	const char *line = arena_printf(a, "minicc-hostcc %d %s %lld %lld.%09ld", FORMAT, path,
		(long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
	for (; *flags; flags++)
		line = arena_printf(a, "%s %s", line, *flags);
	return line;
}

static const char *
default_cache_dir(struct arena *a)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	if (xdg && *xdg == '/')
		return arena_printf(a, "%s/minicc", xdg);
	return home && *home ? arena_printf(a, "%s/.cache/minicc", home) : NULL;
}

static const char *
cache_file(struct arena *a, const char *dir, const char *header)
{
	uint64_t h = 14695981039346656037u;
	for (const char *s = header; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return arena_printf(a, "%s/hostcc-%016llx", dir, (unsigned long long)h);
}

static bool
read_cache(struct arena *a, const char *file, const char *header, struct hostcc *out)
{
	char *text = read_file(a, file);
	size_t n = strlen(header);
	if (!text || strncmp(text, header, n) || text[n] != '\n')
		return false;
	VEC(const char *) dirs = { 0 };
	const char *p = text + n + 1;
	for (; !strncmp(p, "dir ", 4); p += strcspn(p, "\n") + 1)
		vec_push(a, &dirs, arena_strndup(a, p + 4, strcspn(p + 4, "\n")));
	if (*p != '\n' || !strstr(p, "\n#end"))
		return false;
	out->system_dirs = dirs.v;
	out->n_system_dirs = dirs.n;
	out->predefined = arena_strndup(a, p + 1, (size_t)(strstr(p, "\n#end") - p));
	return true;
}

static void
make_folders(struct arena *a, const char *path)
{
	char *part = arena_strdup(a, path);
	for (char *s = part + 1; *s; s++) {
		if (*s != '/')
			continue;
		*s = '\0';
		mkdir(part, 0777);
		*s = '/';
	}
}

/* Write the cache under another name first, so that no one reads half a file. */
static void
write_cache(struct arena *a, const char *file, const char *header, const struct hostcc *cc)
{
	make_folders(a, file);
	char *draft = arena_printf(a, "%s.XXXXXX", file);
	int fd = mkstemp(draft);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f)
		return;
	fprintf(f, "%s\n", header);
	for (size_t i = 0; i < cc->n_system_dirs; i++)
		fprintf(f, "dir %s\n", cc->system_dirs[i]);
	fprintf(f, "\n%s#end\n", cc->predefined);
	bool bad = ferror(f);
	if (fclose(f) != 0 || bad || rename(draft, file) != 0)
		unlink(draft);
}

bool
hostcc_find(struct arena *a, struct diag *d, const char *cc, const char *const *flags,
	const char *cache_dir, struct hostcc *out)
{
	struct place none = { 0 };
	static const char *const no_flags[] = { NULL };
	flags = flags ? flags : no_flags;
	*out = (struct hostcc){ .path = find_program(a, cc) };
	if (!out->path) {
		diag_error(d, none, "host compiler '%s' not found", cc);
		return false;
	}
	const char *header = header_line(a, out->path, flags);
	const char *dir = cache_dir ? cache_dir : default_cache_dir(a);
	const char *file = dir ? cache_file(a, dir, header) : NULL;
	if (file && read_cache(a, file, header, out))
		return true;
	char *macros = NULL, *verbose = NULL;
	if (!ask(a, out->path, flags, &macros, &verbose)) {
		const char *why = complaint(a, verbose);

		if (why)
			diag_error(d, none, "the host compiler '%s' says: %s", out->path, why);
		else
			diag_error(d, none, "cannot ask the host compiler '%s' for its macros",
				out->path);
		return false;
	}
	out->predefined = macros;
	take_dirs(a, verbose, out);
	if (file)
		write_cache(a, file, header, out);
	return true;
}
