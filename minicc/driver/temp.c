/* Temporary and half-written files. Every file that is not yet what it is to be is in the list of
 * struct temps, so that leaving by any way, a signal included, removes it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/driver.h"

void
temps_remove(struct temps *t)
{
	for (struct temp *f = t->head; f; f = f->next)
		if (!f->gone) {
			f->gone = 1;
			unlink(f->path);
		}
}

void
temp_forget(struct temps *t, const char *path, bool unlink_it)
{
	for (struct temp *f = t->head; f; f = f->next)
		if (!f->gone && strcmp(f->path, path) == 0) {
			if (unlink_it)
				unlink(path);
			f->gone = 1;
		}
}

/* Make the file and enter it in the list, with signals held back so that none falls between. */
static bool
make_file(struct driver *d, char *template, int suffix_length)
{
	struct temp *f = NEW(d->arena, struct temp);
	sigset_t all, before;
	int fd;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	fd = mkstemps(template, suffix_length);
	if (fd >= 0) {
		f->path = template;
		f->next = d->temps->head;
		d->temps->head = f;
		close(fd);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return fd >= 0;
}

const char *
temp_file(struct driver *d, const char *suffix)
{
	const char *dir = getenv("TMPDIR");
	char *path;

	if (!dir || !*dir)
		dir = "/tmp";
	path = arena_printf(d->arena, "%s/minicc-XXXXXX%s", dir, suffix);
	if (make_file(d, path, (int)strlen(suffix)))
		return path;
	driver_error("cannot make a temporary file in '%s': %s", dir, strerror(errno));
	return NULL;
}

const char *
output_begin(struct driver *d, const char *final)
{
	struct stat st;
	char *path;

	if (stat(final, &st) == 0 && !S_ISREG(st.st_mode)) {
		if (!S_ISDIR(st.st_mode))
			return final;
		errno = EISDIR;
	} else {
		path = arena_printf(d->arena, "%s.XXXXXX", final);
		if (make_file(d, path, 0))
			return path;
	}
	driver_error("cannot write '%s': %s", final, strerror(errno));
	return NULL;
}

bool
output_commit(struct driver *d, const char *written, const char *final, bool executable)
{
	mode_t mask = umask(0);

	umask(mask);
	if (d->o->dry_run || strcmp(written, final) == 0)
		return true;
	if (chmod(written, (executable ? 0777 : 0666) & ~mask) != 0 ||
		rename(written, final) != 0) {
		driver_error("cannot write '%s': %s", final, strerror(errno));
		return false;
	}
	temp_forget(d->temps, written, false);
	return true;
}
