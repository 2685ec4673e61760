/* minicc's main: reads the command line, calls the driver, and leaves nothing behind.
 *
 * The one file with state of its own, because a signal handler needs some: the list of temporary
 * files and the child process that ends with us. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "driver/driver.h"

static struct temps temps;

static void
remove_temps(void)
{
	temps_remove(&temps);
}

/* What cc has started may still write: wait until it is gone, but not for ever. */
static void
end_child(int sig)
{
	const struct timespec moment = { .tv_nsec = 1000 * 1000 };
	pid_t child = temps.child;

	if (child == 0 || kill(child, sig) != 0 || child > 0)
		return;
	for (int i = 0; i < 2000 && kill(child, 0) == 0; i++) {
		waitpid(-child, NULL, WNOHANG);
		nanosleep(&moment, NULL);
	}
}

static void
on_signal(int sig)
{
	end_child(sig);
	temps_remove(&temps);
	signal(sig, SIG_DFL);
	raise(sig); /* our end says why; it comes when the handler returns */
}

/* A run that has a limit of time is over it. */
static void
on_alarm(int sig)
{
	(void)sig;
	if (temps.child < 0)
		kill(temps.child, SIGKILL);
}

static void
catch_signals(void)
{
	static const int fatal[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGABRT, SIGXCPU };
	struct sigaction act = { .sa_handler = on_signal }, before;

	signal(SIGALRM, on_alarm);
	signal(SIGXFSZ, SIG_IGN); /* a file beyond the limit is an error that write() gives */
	sigfillset(&act.sa_mask);
	for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
		if (sigaction(fatal[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(fatal[i], &act, NULL);
}

int
main(int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct options o;
	int status;

	atexit(remove_temps);
	catch_signals();
	if (!options_parse(arena, argc, argv, stderr, &o))
		return 1;
	status = driver_main(arena, &o, &temps);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		driver_error("cannot write to standard output: %s", strerror(errno));
		status = status ? status : 1;
	}
	temps_remove(&temps);
	temps.head = NULL; /* the list is in the arena */
	arena_free(arena);
	return status;
}
