/* Child processes that make answers: limits, ends, and what they leave behind.
 *
 * A job is a process group; its own children have groups of their own (driver/run.c), and a program
 * may leave its group.  So the server is the parent of every process below it that has lost its own
 * ("subreaper"): a child of the server that is no job was left behind, and is killed. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "serve/internal.h"

enum { GRACE = 3000, MORE_TASKS = 256, MOST_FILES = 256, PIECES = 16 };

int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- start ---- */

static void
limit(int what, rlim_t n)
{
	struct rlimit old, r = { n, n };

	if (getrlimit(what, &old) == 0 && old.rlim_max != RLIM_INFINITY && old.rlim_max < n)
		r.rlim_cur = r.rlim_max = old.rlim_max;
	setrlimit(what, &r);
}

/* Return how many processes and threads this computer has: no fewer than this user has. */
static rlim_t
tasks(void)
{
	FILE *f = fopen("/proc/loadavg", "r");
	unsigned long n = 0;

	if (f && fscanf(f, "%*f %*f %*f %*u/%lu", &n) != 1)
		n = 0;
	if (f)
		fclose(f);
	return n ? n : 1 << 15;
}

static void
set_limits(int seconds)
{
	limit(RLIMIT_CPU, (rlim_t)seconds);
	limit(RLIMIT_FSIZE, 64 << 20);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_NPROC, tasks() + MORE_TASKS);
#ifndef __SANITIZE_ADDRESS__ /* which maps terabytes */
	limit(RLIMIT_AS, (rlim_t)4 << 30);
#endif
}

_Noreturn static void
become_job(const struct serve *s, const struct resource *r, const struct request *request, int out,
	pid_t server)
{
	sigset_t none;
	int nothing = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != server)
		_exit(1);
	dup2(nothing, 0);
	dup2(out, 1);
	dup2(out, 2);
	for (int fd = 3; fd < MOST_FILES; fd++) /* sockets, too: what the server closes is closed */
		close(fd);
	set_limits(r->seconds);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	int status = r->answer(s->ctx, request);
	fflush(stdout);
	exit(status);
}

bool
job_start(struct job *j, const struct serve *s, const struct resource *r,
	const struct request *request)
{
	pid_t server = getpid();
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) != 0)
		return false;
	fflush(NULL);
	*j = (struct job){ .pipe = ends[0], .arena = arena_new() };
	j->deadline = now_ms() + r->seconds * 1000;
	j->pid = fork();
	if (j->pid == 0)
		become_job(s, r, request, ends[1], server);
	close(ends[1]);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	if (j->pid > 0)
		return true;
	job_clear(j);
	return false;
}

/* ---- while it runs ---- */

void
job_take(struct job *j)
{
	char piece[65536];
	ssize_t n = -1;

	for (int i = 0; i < PIECES && (n = read(j->pipe, piece, sizeof piece)) > 0; i++)
		if (j->said.n + (size_t)n <= MOST_ANSWER)
			bytes_add(j->arena, &j->said, piece, (size_t)n);
		else if (!j->told)
			job_stop(j);
	if (n == 0) { /* end of file, which poll would report for ever */
		close(j->pipe);
		j->pipe = -1;
	}
}

void
job_stop(struct job *j)
{
	if (j->ended || j->told == 2)
		return;
	kill(j->told ? -j->pid : j->pid, j->told ? SIGKILL : SIGTERM);
	j->told++;
	j->deadline = now_ms() + GRACE;
}

void
job_clear(struct job *j)
{
	if (j->pipe >= 0)
		close(j->pipe);
	arena_free(j->arena);
	*j = (struct job){ 0 };
}

/* ---- ends ---- */

/* Return the parent of a process, by /proc/PID/stat: "PID (NAME) STATE PARENT"; 0: gone. */
static pid_t
parent_of(const char *pid)
{
	char path[64], text[512];
	const char *end;
	FILE *f;
	int parent = 0;
	size_t n;

	snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = '\0';
	end = strrchr(text, ')');
	return end && sscanf(end + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

static struct job *
job_of(struct job jobs[MOST_JOBS], pid_t pid)
{
	for (int i = 0; i < MOST_JOBS; i++)
		if (jobs[i].pid == pid && !jobs[i].ended)
			return &jobs[i];
	return NULL;
}

/* Kill children of ours that are no jobs. */
static void
sweep(struct job jobs[MOST_JOBS])
{
	DIR *dir = opendir("/proc");
	struct dirent *e;

	while (dir && (e = readdir(dir)))
		if (isdigit((unsigned char)*e->d_name) && parent_of(e->d_name) == getpid() &&
			!job_of(jobs, atoi(e->d_name)))
			kill(atoi(e->d_name), SIGKILL);
	if (dir)
		closedir(dir);
}

void
jobs_reap(struct job jobs[MOST_JOBS])
{
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		struct job *j = job_of(jobs, pid);

		if (!j)
			continue;
		job_take(j);
		j->ended = true;
		j->status = status;
	}
	if (pid == 0) /* children are left */
		sweep(jobs);
}

void
jobs_end(struct job jobs[MOST_JOBS])
{
	const struct timespec moment = { .tv_nsec = 2 * 1000 * 1000 };
	int64_t until = now_ms() + GRACE;
	siginfo_t any;

	for (int i = 0; i < MOST_JOBS; i++)
		if (jobs[i].pid && !jobs[i].told)
			job_stop(&jobs[i]);
	do {
		jobs_reap(jobs);
		for (int i = 0; i < MOST_JOBS; i++)
			if (jobs[i].pid && now_ms() > until)
				job_stop(&jobs[i]);
		nanosleep(&moment, NULL);
	} while (waitid(P_ALL, 0, &any, WEXITED | WNOHANG | WNOWAIT) == 0);
	for (int i = 0; i < MOST_JOBS; i++)
		if (jobs[i].pid)
			job_clear(&jobs[i]);
}
