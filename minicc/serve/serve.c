/* The server: one loop over everything that may happen, and a state for each connection.
 *
 *	READING     bytes of a request come                     → READY, WAITING or WRITING
 *	READY       the request is whole; a job is not free yet → WORKING
 *	WORKING     a job makes the answer                      → WRITING
 *	WAITING     for another stamp of the file               → WRITING
 *	WRITING     bytes of the answer go                      → LINGERING
 *	LINGERING   until the browser has closed, too           → closed
 *
 * Every state but READY and WORKING ends by a deadline of its own; READY waits for jobs, and those
 * have deadlines.  A browser that closes ends its connection in every state, and the job with it. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/internal.h"

enum { MOST_CONNECTIONS = 32, TOKEN_BYTES = 16 };
enum { TO_READ = 10000, TO_WRITE = 30000, TO_WAIT = 25000, TO_LINGER = 2000, LOOK = 300 };

enum state { READING, READY, WORKING, WAITING, WRITING, LINGERING };

struct connection {
	struct arena *arena; /* NULL: the place is free */
	int fd;
	enum state state;
	int64_t deadline; /* of READING, WAITING, WRITING, LINGERING */
	struct bytes in, out;
	size_t sent;
	struct http_request request;
	const struct resource *resource;
	struct job *job; /* WORKING */
};

struct server {
	const struct serve *what;
	int socket, signals, input; /* input: -1 when its end means nothing */
	unsigned port;
	char token[2 * TOKEN_BYTES + 1];
	struct connection connections[MOST_CONNECTIONS];
	struct job jobs[MOST_JOBS];
	bool ending;
};

const char *
serve_stamp(struct arena *a, const char *file)
{
	struct stat st;

	return stat(file, &st) != 0 ?
		"" :
		arena_printf(a, "%lx-%lx-%lx-%lx", (long)st.st_mtim.tv_sec,
			(long)st.st_mtim.tv_nsec, (long)st.st_size, (long)st.st_ino);
}

/* ---- connections ---- */

static void
enter(struct connection *c, enum state state, int milliseconds)
{
	c->state = state;
	c->deadline = now_ms() + milliseconds;
}

static void
close_connection(struct connection *c)
{
	if (c->job && !c->job->told)
		job_stop(c->job);
	close(c->fd);
	arena_free(c->arena);
	*c = (struct connection){ 0 };
}

static void
answer(struct connection *c, int status, const char *type, const char *text, size_t size)
{
	http_answer(c->arena, &c->out, status, type, text, size);
	enter(c, WRITING, TO_WRITE);
}

static void
refuse(struct connection *c, int status, const char *why)
{
	answer(c, status, "text/plain", why, strlen(why));
}

static void
accept_one(struct server *s)
{
	int fd = accept4(s->socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	struct connection *c = s->connections;

	if (fd < 0)
		return;
	while (c->arena) /* a place is free, else the loop would not listen */
		c++;
	*c = (struct connection){ .arena = arena_new(), .fd = fd };
	enter(c, READING, TO_READ);
}

/* Compare in a time that does not depend on how much of TEXT is right. */
static bool
is_token(const struct server *s, const char *text)
{
	unsigned differ = 0;

	if (strlen(text) <= 2 * TOKEN_BYTES || text[2 * TOKEN_BYTES] != '/')
		return false;
	for (int i = 0; i < 2 * TOKEN_BYTES; i++)
		differ |= (unsigned char)(s->token[i] ^ text[i]);
	return differ == 0;
}

/* Accept only this computer's own names: under another one somebody else's page could have led
 * the browser here. */
static bool
is_own_name(const char *host)
{
	return !*host || strcmp(host, "127.0.0.1") == 0 || strcmp(host, "localhost") == 0 ||
		strcmp(host, "[::1]") == 0;
}

static const struct resource *
find_resource(const struct server *s, const char *name)
{
	const struct resource *r = s->what->resources;

	while (r->method && strcmp(r->name, name) != 0)
		r++;
	return r->method ? r : NULL;
}

static void
take_request(struct server *s, struct connection *c)
{
	int status = http_read(c->arena, &c->in, &c->request);

	if (status == HTTP_MORE)
		return;
	if (status != HTTP_WHOLE) {
		refuse(c, status, "this is no request for this server\n");
		return;
	}
	if (!is_own_name(c->request.host)) {
		refuse(c, 421, "ask for 127.0.0.1\n");
		return;
	}
	if (is_token(s, c->request.path))
		c->resource = find_resource(s, c->request.path + 2 * TOKEN_BYTES + 1);
	if (!c->resource)
		refuse(c, 404, "the address is the one that minicc -serve has printed\n");
	else if (strcmp(c->resource->method, c->request.method) != 0)
		refuse(c, 405, "not by this method\n");
	else if (c->resource->answer)
		enter(c, READY, 0);
	else
		enter(c, WAITING, TO_WAIT);
}

/* Read a request; what comes behind it is dropped, but its end matters. */
static void
receive(struct server *s, struct connection *c)
{
	char piece[16384];
	ssize_t n = recv(c->fd, piece, sizeof piece, 0);

	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
		close_connection(c);
	} else if (n > 0 && c->state == READING) {
		bytes_add(c->arena, &c->in, piece, (size_t)n);
		take_request(s, c);
	}
}

static void
transmit(struct connection *c)
{
	ssize_t n = send(c->fd, c->out.v + c->sent, c->out.n - c->sent, MSG_NOSIGNAL);

	if (n > 0)
		c->sent += (size_t)n;
	if (n < 0 && errno != EAGAIN && errno != EINTR) {
		close_connection(c);
	} else if (c->sent == c->out.n) {
		shutdown(c->fd, SHUT_WR);
		enter(c, LINGERING, TO_LINGER);
	}
}

static void
look_at_file(struct server *s, struct connection *c)
{
	const char *stamp = serve_stamp(c->arena, s->what->file);

	if (*stamp && strcmp(stamp, c->request.query) != 0)
		answer(c, 200, c->resource->type, stamp, strlen(stamp));
}

static void
time_out(struct connection *c)
{
	if (now_ms() < c->deadline)
		return;
	if (c->state == READING)
		refuse(c, 408, "the request was not complete in time\n");
	else if (c->state == WAITING)
		answer(c, 200, c->resource->type, c->request.query, strlen(c->request.query));
	else if (c->state == WRITING || c->state == LINGERING)
		close_connection(c);
}

/* ---- jobs ---- */

static void
start_jobs(struct server *s)
{
	for (int i = 0; i < MOST_CONNECTIONS; i++) {
		struct connection *c = &s->connections[i];
		struct request r = { c->request.body, c->request.size };
		struct job *j = s->jobs;

		if (!c->arena || c->state != READY)
			continue;
		while (j < s->jobs + MOST_JOBS && j->pid)
			j++;
		if (j == s->jobs + MOST_JOBS)
			return;
		if (job_start(j, s->what, c->resource, &r)) {
			c->job = j;
			enter(c, WORKING, 0);
		} else {
			refuse(c, 503, "no process to be had\n");
		}
	}
}

static int
status_of(const struct job *j)
{
	if (j->late)
		return 504;
	if (j->told || WIFSIGNALED(j->status))
		return 500;
	return WEXITSTATUS(j->status) == 0 ? 200 : 422;
}

/* Send why there is no answer, behind what there is of one. */
static void
say_why(struct job *j)
{
	const char *why = "minicc: error: stopped: the answer took too long\n";
	char text[80];

	if (j->told && !j->late) {
		j->said.n = 0;
		why = "minicc: error: stopped: the answer became too large\n";
	} else if (!j->late) {
		snprintf(text, sizeof text, "minicc: error: stopped by signal %d\n",
			WTERMSIG(j->status));
		why = text;
	}
	bytes_add(j->arena, &j->said, why, strlen(why));
}

/* Send the answer of a job that has ended, if its browser still waits. */
static void
finish(struct server *s, struct job *j)
{
	if (status_of(j) >= 500)
		say_why(j);
	for (int i = 0; i < MOST_CONNECTIONS; i++) {
		struct connection *c = &s->connections[i];

		if (!c->arena || c->job != j)
			continue;
		c->job = NULL;
		int status = status_of(j);
		answer(c, status, status == 200 ? c->resource->type : "text/plain", j->said.v,
			j->said.n);
	}
	job_clear(j);
}

static void
look_at_jobs(struct server *s)
{
	for (struct job *j = s->jobs; j < s->jobs + MOST_JOBS; j++) {
		if (j->pid && !j->ended && now_ms() >= j->deadline) {
			j->late |= j->told == 0;
			job_stop(j);
		}
		if (j->pid && j->ended)
			finish(s, j);
	}
}

/* ---- the loop ---- */

static void
take_signals(struct server *s)
{
	struct signalfd_siginfo info;

	while (read(s->signals, &info, sizeof info) == sizeof info)
		s->ending |= info.ssi_signo != SIGCHLD;
	jobs_reap(s->jobs);
}

/* Words typed at the terminal mean nothing; an error (a job of the shell's in the background) ends
 * nothing. */
static void
take_input(struct server *s)
{
	char piece[512];
	ssize_t n = read(s->input, piece, sizeof piece);

	if (n == 0)
		s->ending = true;
	else if (n < 0 && errno != EINTR)
		s->input = -1;
}

static short
events_of(const struct connection *c)
{
	return c->state == WRITING ? POLLIN | POLLOUT : POLLIN;
}

static void
serve_connection(struct server *s, struct connection *c, short happened)
{
	if (happened & (POLLIN | POLLHUP | POLLERR))
		receive(s, c);
	if (c->arena && c->state == WRITING && happened & POLLOUT)
		transmit(c);
	if (c->arena && c->state == WAITING)
		look_at_file(s, c);
	if (c->arena)
		time_out(c);
}

/* One turn: wait until something happens, at most LOOK milliseconds, and deal with all of it. */
static void
turn(struct server *s)
{
	enum { SOCKET, SIGNALS, INPUT, JOBS, CONNECTIONS = JOBS + MOST_JOBS };
	struct pollfd p[CONNECTIONS + MOST_CONNECTIONS];
	bool full = true;

	p[SIGNALS] = (struct pollfd){ s->signals, POLLIN, 0 };
	p[INPUT] = (struct pollfd){ s->input, POLLIN, 0 };
	for (int i = 0; i < MOST_JOBS; i++)
		p[JOBS + i] = (struct pollfd){ s->jobs[i].pid ? s->jobs[i].pipe : -1, POLLIN, 0 };
	for (int i = 0; i < MOST_CONNECTIONS; i++) {
		const struct connection *c = &s->connections[i];

		full &= c->arena != NULL;
		p[CONNECTIONS + i] = (struct pollfd){ c->arena ? c->fd : -1, events_of(c), 0 };
	}
	p[SOCKET] = (struct pollfd){ full ? -1 : s->socket, POLLIN, 0 };
	if (poll(p, sizeof p / sizeof *p, LOOK) < 0)
		return;
	if (p[INPUT].revents)
		take_input(s);
	for (int i = 0; i < MOST_JOBS; i++)
		if (p[JOBS + i].revents)
			job_take(&s->jobs[i]);
	if (p[SIGNALS].revents)
		take_signals(s);
	look_at_jobs(s);
	for (int i = 0; i < MOST_CONNECTIONS; i++)
		if (s->connections[i].arena && p[CONNECTIONS + i].fd >= 0)
			serve_connection(s, &s->connections[i], p[CONNECTIONS + i].revents);
	if (p[SOCKET].revents & POLLIN)
		accept_one(s);
	start_jobs(s);
}

/* ---- begin and end ---- */

static bool
listen_on_loopback(struct server *s)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t size = sizeof at;

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	s->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (s->socket < 0 || bind(s->socket, (struct sockaddr *)&at, sizeof at) != 0 ||
		listen(s->socket, MOST_CONNECTIONS) != 0 ||
		getsockname(s->socket, (struct sockaddr *)&at, &size) != 0) {
		fprintf(stderr, "minicc: error: cannot listen on 127.0.0.1: %s\n", strerror(errno));
		return false;
	}
	s->port = ntohs(at.sin_port);
	return true;
}

static bool
make_token(struct server *s)
{
	unsigned char random[TOKEN_BYTES];

	if (getrandom(random, sizeof random, 0) != sizeof random) {
		fprintf(stderr, "minicc: error: no random numbers: %s\n", strerror(errno));
		return false;
	}
	for (int i = 0; i < TOKEN_BYTES; i++)
		sprintf(s->token + 2 * i, "%02x", random[i]);
	return true;
}

/* Have signals come as input, but for those that our caller has us ignore (nohup). */
static void
catch_signals(struct server *s, sigset_t *before)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD };
	struct sigaction act;
	sigset_t caught;

	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&caught);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (sigaction(ends[i], NULL, &act) == 0 && act.sa_handler != SIG_IGN)
			sigaddset(&caught, ends[i]);
	sigprocmask(SIG_BLOCK, &caught, before);
	s->signals = signalfd(-1, &caught, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* Return the input whose end ends the server: a terminal, pipe or socket; -1 for /dev/null,
 * which is always at its end. */
static int
input_that_ends(void)
{
	struct stat st;

	if (fstat(0, &st) != 0)
		return -1;
	if (isatty(0))
		signal(SIGTTIN, SIG_IGN); /* in the background */
	return isatty(0) || S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) ? 0 : -1;
}

static void
announce(const struct server *s)
{
	char host[256] = "THIS-COMPUTER";

	gethostname(host, sizeof host - 1);
	printf("http://127.0.0.1:%u/%s/\n"
	       "shows %s; open it in a browser, end with Ctrl-C.  From another computer:\n"
	       "\tssh -N -L %u:127.0.0.1:%u %s\n"
	       "there, and the same address.  Whoever has the address can run programs as you.\n",
		s->port, s->token, s->what->file, s->port, s->port, host);
	fflush(stdout);
}

int
serve(const struct serve *what)
{
	struct server s = { .what = what, .input = input_that_ends() };
	sigset_t before;

	if (!make_token(&s) || !listen_on_loopback(&s))
		return 1;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	catch_signals(&s, &before);
	announce(&s);
	while (!s.ending)
		turn(&s);
	for (int i = 0; i < MOST_CONNECTIONS; i++)
		if (s.connections[i].arena)
			close_connection(&s.connections[i]);
	jobs_end(s.jobs);
	close(s.socket);
	close(s.signals);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return 0;
}
