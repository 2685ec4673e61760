/* What the files of this room share: requests as bytes (http.c), child processes (jobs.c). */
#ifndef SERVE_INTERNAL_H
#define SERVE_INTERNAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "serve/serve.h"

struct bytes {
	char *v;
	size_t n, cap;
};

void bytes_add(struct arena *, struct bytes *, const char *, size_t);

/* ---- http.c ---- */

struct http_request {
	const char *method, *path, *query; /* path: behind the '/'; query: "" without one */
	const char *host;                  /* without its port; "" without the header */
	const char *body;
	size_t size; /* of the body */
};

enum { HTTP_MORE = 0, HTTP_WHOLE = 200 };
/* Read a request in IN.  Return HTTP_MORE if more of it is to come, HTTP_WHOLE, or the status of a
 * refusal. */
int http_read(struct arena *, const struct bytes *in, struct http_request *);
/* Append an answer's head, and the text as its body. */
void http_answer(struct arena *, struct bytes *out, int status, const char *type, const char *text,
	size_t size);

/* ---- jobs.c ---- */

enum { MOST_JOBS = 4, MOST_ANSWER = 64 << 20 };

/* A child process that makes an answer. */
struct job {
	pid_t pid;        /* 0: none */
	int pipe;         /* its standard output and error */
	int64_t deadline; /* when it is told to end; then when it is killed */
	int told;         /* to end: 0 not yet, 1 SIGTERM, 2 SIGKILL */
	bool late;        /* by its deadline */
	bool ended;       /* then status is waitpid's */
	int status;
	struct bytes said; /* in ARENA */
	struct arena *arena;
};

int64_t now_ms(void);
/* Start one; return false if there is no process to be had. */
bool job_start(struct job *, const struct serve *, const struct resource *, const struct request *);
/* Take what has come through the pipe. */
void job_take(struct job *);
/* Tell it to end; the second time kill it. */
void job_stop(struct job *);
/* Forget one that has ended. */
void job_clear(struct job *);
/* Note the end of children, and kill processes that jobs have left behind. */
void jobs_reap(struct job jobs[MOST_JOBS]);
/* End all of them and return when none is left. */
void jobs_end(struct job jobs[MOST_JOBS]);

#endif
