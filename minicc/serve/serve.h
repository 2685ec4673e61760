/* A web server for one reader on this computer: a page, what the page asks for, and news of a file.
 *
 * It listens on 127.0.0.1 alone, on a free port, and answers only under an address with a random
 * token in it; nothing in a request names a file.  Each request is answered by a child process under
 * limits (processor time, wall time, memory, size of files and of the answer), so that the server
 * neither waits nor fails with it.  What a child starts ends with it, and everything ends with the
 * server, which ends with the terminal.
 *
 * Not for the internet: no TLS, one request a connection, no persons. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stddef.h>

#include "base/arena.h"

/* A request, as far as an answer needs it. */
struct request {
	const char *body; /* a '\0' behind it */
	size_t size;
};

/* What can be asked for. */
struct resource {
	const char *method, *name; /* "GET", "": the address with the token itself */
	const char *type;          /* of the answer: "text/html" */
	int seconds;               /* that the answer may take */
	/* Called in a child process: print the answer on standard output or error and return 0, or
	 * another status for a failure.  NULL: wait for the file to have another stamp than the
	 * request's words behind '?', and answer with it. */
	int (*answer)(void *ctx, const struct request *);
};

struct serve {
	const char *file;                 /* whose stamp is watched */
	const struct resource *resources; /* up to one without a method */
	void *ctx;                        /* for answer */
};

/* Print the address, then serve until SIGINT, SIGTERM, SIGHUP or the end of standard input.  Return
 * 0, or 1 after a message if it cannot listen. */
int serve(const struct serve *);

/* Return a word that is another one when the file has changed, or "" while there is no file. */
const char *serve_stamp(struct arena *, const char *file);

#endif
