/* HTTP as far as one page needs it (RFC 9112): a request in one piece of memory, an answer that ends
 * with the connection. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "serve/internal.h"

enum { MOST_HEAD = 16 << 10, MOST_BODY = 1 << 20 };

void
bytes_add(struct arena *a, struct bytes *to, const char *from, size_t n)
{
	if (n == 0)
		return;
	if (to->n + n > to->cap) {
		size_t cap = 2 * (to->n + n) + 1024;
		char *larger = arena_alloc(a, cap + 1);

		if (to->n)
			memcpy(larger, to->v, to->n);
		to->v = larger;
		to->cap = cap;
	}
	memcpy(to->v + to->n, from, n);
	to->n += n;
}

/* Cuts the next word off the line at *AT; NULL: there is none. */
static char *
word(char **at)
{
	char *from = *at, *blank = strchr(from, ' ');

	if (blank)
		*blank = '\0';
	*at = blank ? blank + 1 : from + strlen(from);
	return *from ? from : NULL;
}

static bool
request_line(char *line, struct http_request *r)
{
	char *path, *version, *query;

	r->method = word(&line);
	path = word(&line);
	version = word(&line);
	if (!r->method || !path || *path != '/' || !version || strncmp(version, "HTTP/1.", 7) != 0)
		return false;
	query = strchr(path, '?');
	if (query)
		*query++ = '\0';
	r->path = path + 1;
	r->query = query ? query : "";
	return true;
}

/* Read one header.  Return 0 or the status of a refusal. */
static int
header(char *line, struct http_request *r)
{
	char *value = strchr(line, ':'), *end;

	if (!value || value == line)
		return 400;
	*value++ = '\0';
	value += strspn(value, " \t");
	if (strcasecmp(line, "host") == 0) {
		end = *value == '[' ? strchr(value, ']') : NULL;
		value[end ? (size_t)(end + 1 - value) : strcspn(value, ":")] = '\0';
		r->host = value;
	} else if (strcasecmp(line, "content-length") == 0) {
		if (!isdigit((unsigned char)*value))
			return 400;
		r->size = strtoul(value, &end, 10);
		if (*end)
			return 400;
	} else if (strcasecmp(line, "transfer-encoding") == 0) {
		return 501;
	}
	return r->size > MOST_BODY ? 413 : 0;
}

int
http_read(struct arena *a, const struct bytes *in, struct http_request *r)
{
	const char *end = in->n ? memmem(in->v, in->n, "\r\n\r\n", 4) : NULL;
	size_t head = end ? (size_t)(end - in->v) : 0;
	char *line, *next;
	int status;

	if (!end)
		return in->n > MOST_HEAD ? 431 : HTTP_MORE;
	line = arena_strndup(a, in->v, head);
	*r = (struct http_request){ .host = "" };
	if (head > MOST_HEAD)
		return 431;
	if (strlen(line) != head)
		return 400;
	next = strstr(line, "\r\n");
	if (next)
		*next = '\0';
	if (!request_line(line, r))
		return 400;
	while (next) {
		line = next + 2;
		next = strstr(line, "\r\n");
		if (next)
			*next = '\0';
		status = header(line, r);
		if (status)
			return status;
	}
	if (in->n < head + 4 + r->size)
		return HTTP_MORE;
	r->body = arena_strndup(a, in->v + head + 4, r->size);
	return HTTP_WHOLE;
}

static const char *
reason(int status)
{
	switch (status) {
	case 200: return "OK";
	case 204: return "No Content";
	case 400: return "Bad Request";
	case 404: return "Not Found";
	case 405: return "Method Not Allowed";
	case 408: return "Request Timeout";
	case 413: return "Content Too Large";
	case 421: return "Misdirected Request";
	case 422: return "Unprocessable Content";
	case 431: return "Request Header Fields Too Large";
	case 501: return "Not Implemented";
	case 503: return "Service Unavailable";
	case 504: return "Gateway Timeout";
	default: return "Internal Server Error";
	}
}

void
http_answer(struct arena *a, struct bytes *out, int status, const char *type, const char *text,
	size_t size)
{
	const char *head = arena_printf(a,
		"HTTP/1.1 %d %s\r\nContent-Type: %s; charset=utf-8\r\nContent-Length: %zu\r\n"
		"Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
		"X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\n"
		"Connection: close\r\n\r\n",
		status, reason(status), type, size);

	bytes_add(a, out, head, strlen(head));
	bytes_add(a, out, text, size);
}
