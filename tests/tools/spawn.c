/* Starts the commands of the test scripts (run() in TestKit.pm), one after another: a fork of perl, which copies
 * the tables of all its pages, costs more than many a command.
 *
 * A request on standard input is its size and then words, each with a NUL: seconds, the folder to run in, the files
 * for standard output and error, how many words of environment follow, those, the command.  The answer, to the
 * descriptor that argv[1] names, is the process's number, and when it has ended its status; both are 32 bits. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { FIRST = 5 }; /* words in front of the environment */

static bool
read_all(char *to, size_t size)
{
	for (ssize_t n; size > 0; to += n, size -= (size_t)n)
		if ((n = read(0, to, size)) <= 0)
			return false;
	return true;
}

static void
answer(int to, int32_t value)
{
	if (write(to, &value, sizeof value) != sizeof value)
		exit(1);
}

/* A process that leads a group, so that what it starts can be ended with it; its alarm survives exec.  The
 * caller's memory is its own until then. */
static pid_t
start(char **word, char **command)
{
	pid_t pid = vfork();

	if (pid != 0)
		return pid;
	setpgid(0, 0);
	if (chdir(word[1]) == 0 && dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), 0) == 0 &&
		dup2(open(word[2], O_WRONLY | O_CLOEXEC), 1) == 1 &&
		dup2(open(word[3], O_WRONLY | O_CLOEXEC), 2) == 2) {
		alarm((unsigned)atoi(word[0]));
		execvp(command[0], command);
	}
	dprintf(2, "%s: %s\n", command[0], strerror(errno));
	_exit(127);
}

/* The words of a request, with a null pointer between the environment and the command, and at the end. */
static char **
words(char *text, size_t size)
{
	char **word = calloc(size + 2, sizeof *word);
	size_t n = 0, command = SIZE_MAX;

	for (char *s = text; word && s < text + size; s += strlen(s) + 1) {
		if (n == command)
			n++;
		word[n++] = s;
		if (n == FIRST)
			command = FIRST + (size_t)atoi(s);
	}
	return word;
}

int
main(int argc, char **argv)
{
	int to = argc > 1 ? atoi(argv[1]) : 1, status;
	uint32_t size;

	fcntl(to, F_SETFD, FD_CLOEXEC);
	while (read_all((char *)&size, sizeof size)) {
		char *text = malloc(size), **word;
		pid_t pid;

		if (!text || !read_all(text, size) || !(word = words(text, size)))
			return 1;
		environ = word + FIRST;
		pid = start(word, environ + atoi(word[FIRST - 1]) + 1);
		if (pid < 0)
			return 1;
		answer(to, pid);
		if (waitpid(pid, &status, 0) != pid)
			return 1;
		answer(to, status);
		free(word);
		free(text);
	}
	return 0;
}
