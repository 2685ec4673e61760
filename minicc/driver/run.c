/* Processes: the host compiler, and with -run the program itself. No shell is involved. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver/driver.h"

extern char **environ;

/* Print a word as a shell would read it again. */
static void
print_word(FILE *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-+=./,:@%";

	if (*word && word[strspn(word, plain)] == '\0') {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	for (; *word; word++)
		fputs(*word == '\'' ? "'\\''" : (char[]){ *word, '\0' }, out);
	fputc('\'', out);
}

void
driver_print_command(FILE *out, const struct words *command)
{
	for (size_t i = 0; i < command->n; i++) {
		fputc(' ', out);
		print_word(out, command->v[i]);
	}
	fputc('\n', out);
}

static int
wait_for(struct driver *d, pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	d->temps->child = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Send the child's standard output and error to INTO. */
static int
redirect(posix_spawn_file_actions_t *actions, const char *into)
{
	int error = posix_spawn_file_actions_addopen(actions, 1, into, O_WRONLY | O_CREAT | O_TRUNC,
		0600);

	return error ? error : posix_spawn_file_actions_adddup2(actions, 1, 2);
}

/* Start a child with no signal held back, and with the terminal's keys, which -run ignores.  A
 * compiler has a process group of its own, so that what it has started ends with it; a program that
 * the user runs is in ours, where the terminal is. */
static int
start(pid_t *pid, char **argv, const char *into, bool own_group)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none, keys;
	int error;

	sigemptyset(&none);
	sigemptyset(&keys);
	sigaddset(&keys, SIGINT);
	sigaddset(&keys, SIGQUIT);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &keys);
	posix_spawnattr_setflags(&attr,
		(short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
			(own_group ? POSIX_SPAWN_SETPGROUP : 0)));
	posix_spawn_file_actions_init(&actions);
	error = into ? redirect(&actions, into) : 0;
	if (!error)
		error = posix_spawnp(pid, argv[0], &actions, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	return error;
}

int
driver_run(struct driver *d, const struct words *command)
{
	return driver_run_into(d, command, NULL);
}

int
driver_run_into(struct driver *d, const struct words *command, const char *into)
{
	char **argv = NEWN(d->arena, char *, command->n + 1);
	sigset_t all, before;
	pid_t pid;
	int error;

	if (d->o->verbose)
		driver_print_command(stderr, command);
	if (d->o->dry_run)
		return 0;
	for (size_t i = 0; i < command->n; i++)
		argv[i] = (char *)command->v[i];
	fflush(NULL);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before); /* until the handler knows the child */
	error = start(&pid, argv, into, !d->in_foreground);
	if (!error)
		d->temps->child = d->in_foreground ? pid : -pid;
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (error) {
		driver_error("cannot run '%s': %s", argv[0], strerror(error));
		return -1;
	}
	return wait_for(d, pid);
}
