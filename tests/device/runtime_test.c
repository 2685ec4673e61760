/*
 * runtime_test.c: the device library's string and integer functions, built for the host, against the
 * host's own, on short strings of few different characters and on all overlaps of small blocks.
 */
#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "tap.h"

enum { MOST = 24 };

static int sign(int v) { return (v > 0) - (v < 0); }

/* The host's functions, before their names are taken. */
static const struct {
	void *(*memmove)(void *, const void *, size_t);
	int (*memcmp)(const void *, const void *, size_t);
	size_t (*strlen)(const char *), (*strspn)(const char *, const char *);
	size_t (*strcspn)(const char *, const char *);
	int (*strcmp)(const char *, const char *), (*strcasecmp)(const char *, const char *);
	int (*strncmp)(const char *, const char *, size_t);
	int (*strncasecmp)(const char *, const char *, size_t);
	char *(*strncpy)(char *, const char *, size_t), *(*strncat)(char *, const char *, size_t);
	char *(*strchr)(const char *, int), *(*strrchr)(const char *, int);
	char *(*strstr)(const char *, const char *), *(*strpbrk)(const char *, const char *);
	void *(*memchr)(const void *, int, size_t);
} host = { memmove, memcmp, strlen, strspn, strcspn, strcmp, strcasecmp, strncmp, strncasecmp, strncpy,
	strncat, strchr, strrchr, strstr, strpbrk, memchr };

static int
host_is(int which, int c)
{
	switch (which) {
	case 0:  return !!isdigit(c);
	case 1:  return !!islower(c);
	case 2:  return !!isupper(c);
	case 3:  return !!isalpha(c);
	case 4:  return !!isalnum(c);
	case 5:  return !!isxdigit(c);
	case 6:  return !!isspace(c);
	case 7:  return !!isprint(c);
	case 8:  return !!isgraph(c);
	case 9:  return !!iscntrl(c);
	case 10: return !!ispunct(c);
	case 11: return tolower(c);
	default: return toupper(c);
	}
}

#undef isdigit
#undef islower
#undef isupper
#undef isalpha
#undef isalnum
#undef isxdigit
#undef isspace
#undef isprint
#undef isgraph
#undef iscntrl
#undef ispunct
#undef tolower
#undef toupper
#undef strcmp
#undef strncmp
#undef strncpy
#undef strncat
#undef strcat
#undef strcpy
#undef strspn
#undef strcspn
#undef strpbrk
#undef stpcpy
#undef mempcpy
#include "rename.h"
#include "devrt/device/runtime.c"

static unsigned
next(unsigned *state)
{
	return (*state = *state * 1664525 + 1013904223) >> 16;
}

static void
random_string(unsigned *state, char *s)
{
	int n = (int)(next(state) % 6);

	for (int i = 0; i < n; i++)
		s[i] = "aAb\377"[next(state) % 4];
	s[n] = 0;
}

static void
test_compare(void)
{
	int wrong[6] = { 0 };
	unsigned state = 1;

	for (int i = 0; i < 20000; i++) {
		char a[8] = "", b[8] = "";
		size_t n = next(&state) % 7;

		random_string(&state, a);
		random_string(&state, b);
		wrong[0] += sign(strcmp(a, b)) != sign(host.strcmp(a, b));
		wrong[1] += sign(strncmp(a, b, n)) != sign(host.strncmp(a, b, n));
		wrong[2] += sign(memcmp(a, b, n)) != sign(host.memcmp(a, b, n));
		wrong[3] += sign(strcasecmp(a, b)) != sign(host.strcasecmp(a, b))
			|| sign(strncasecmp(a, b, n)) != sign(host.strncasecmp(a, b, n));
		wrong[4] += strlen(a) != host.strlen(a) || strnlen(a, n) != (n < host.strlen(a) ? n
			: host.strlen(a));
		wrong[5] += bcmp(a, b, n) != 0 && !host.memcmp(a, b, n);
	}
	ok(!wrong[0], "strcmp: %d wrong", wrong[0]);
	ok(!wrong[1], "strncmp: %d wrong", wrong[1]);
	ok(!wrong[2], "memcmp: %d wrong", wrong[2]);
	ok(!wrong[3], "strcasecmp, strncasecmp: %d wrong", wrong[3]);
	ok(!wrong[4], "strlen, strnlen: %d wrong", wrong[4]);
	ok(!wrong[5], "bcmp: %d wrong", wrong[5]);
}

static void
test_search(void)
{
	int wrong[4] = { 0 };
	unsigned state = 2;

	for (int i = 0; i < 20000; i++) {
		char a[8] = "", b[8] = "";
		int c = (unsigned char)"aAb\377c"[next(&state) % 6];

		random_string(&state, a);
		random_string(&state, b);
		wrong[0] += strchr(a, c) != host.strchr(a, c) || strrchr(a, c) != host.strrchr(a, c);
		wrong[1] += memchr(a, c, 5) != host.memchr(a, c, 5);
		wrong[2] += strstr(a, b) != host.strstr(a, b);
		wrong[3] += strspn(a, b) != host.strspn(a, b) || strcspn(a, b) != host.strcspn(a, b)
			|| strpbrk(a, b) != host.strpbrk(a, b);
	}
	ok(!wrong[0], "strchr, strrchr: %d wrong", wrong[0]);
	ok(!wrong[1], "memchr: %d wrong", wrong[1]);
	ok(!wrong[2], "strstr: %d wrong", wrong[2]);
	ok(!wrong[3], "strspn, strcspn, strpbrk: %d wrong", wrong[3]);
}

/* Also that nothing beside the destination is written. */
static void
test_copy(void)
{
	int wrong[3] = { 0 };

	for (size_t from = 0; from < MOST; from++)
		for (size_t to = 0; to < MOST; to++)
			for (size_t n = 0; n <= MOST; n++) {
				_Alignas(8) char a[2 * MOST], b[2 * MOST];

				for (int i = 0; i < 2 * MOST; i++)
					a[i] = b[i] = (char)(i * 7 + 1);
				wrong[0] += memmove(a + to, a + from, n) != a + to;
				host.memmove(b + to, b + from, n);
				wrong[0] += host.memcmp(a, b, sizeof a) != 0;
				if (from >= to + n || to >= from + n)
					wrong[1] += mempcpy(a + to, a + from, n) != a + to + n;
				host.memmove(b + to, b + from, n);
				if (from >= to + n || to >= from + n)
					wrong[1] += host.memcmp(a, b, sizeof a) != 0;
				memset(a + to, (int)from - 300, n);
				for (size_t i = 0; i < n; i++)
					b[to + i] = (char)((int)from - 300);
				if (from >= to + n || to >= from + n)
					wrong[2] += host.memcmp(a, b, sizeof a) != 0;
			}
	ok(!wrong[0], "memmove: %d wrong", wrong[0]);
	ok(!wrong[1], "memcpy, mempcpy: %d wrong", wrong[1]);
	ok(!wrong[2], "memset: %d wrong", wrong[2]);
}

static void
test_string_copy(void)
{
	int wrong = 0;
	unsigned state = 3;

	for (int i = 0; i < 20000; i++) {
		char s[8] = "", a[24] = "..........", b[24] = "..........";
		size_t n = next(&state) % 8;

		random_string(&state, s);
		strncpy(a, s, n);
		host.strncpy(b, s, n);
		wrong += host.memcmp(a, b, sizeof a) != 0;
		a[9] = b[9] = 0;
		strncat(a, s, n);
		host.strncat(b, s, n);
		wrong += host.memcmp(a, b, sizeof a) != 0;
		strcpy(a, s);
		strcat(a, s);
		host.strncpy(b, s, host.strlen(s) + 1);
		host.strncat(b, s, sizeof s);
		wrong += host.strcmp(a, b) != 0;
	}
	ok(!wrong, "strncpy, strncat, strcpy, strcat: %d wrong", wrong);
}

static int
device_is(int which, int c)
{
	int (*const f[])(int) = { isdigit, islower, isupper, isalpha, isalnum, isxdigit, isspace, isprint,
		isgraph, iscntrl, ispunct, tolower, toupper };

	return f[which](c);
}

static void
test_characters(void)
{
	int wrong = 0;

	for (int which = 0; which < 13; which++)
		for (int c = -1; c < 256; c++)
			wrong += device_is(which, c) != host_is(which, c);
	ok(!wrong, "<ctype.h>: %d wrong", wrong);
}

static void
test_bits(void)
{
	int wrong = 0;
	unsigned state = 4;

	for (int i = 0; i < 1000; i++) {
		uint64_t v = (uint64_t)next(&state) << 48 ^ (uint64_t)next(&state) << 24 ^ next(&state);

		wrong += bswap64(v) != __builtin_bswap64(v);
		wrong += bswap32((unsigned)v) != __builtin_bswap32((unsigned)v);
		wrong += bswap16((unsigned short)v) != __builtin_bswap16((unsigned short)v);
		wrong += parity((unsigned)v) != __builtin_parity((unsigned)v);
		wrong += parityl(v) != __builtin_parityl(v) || parityll(v) != __builtin_parityll(v);
	}
	ok(!wrong, "bswap, parity: %d wrong", wrong);
}

int
main(void)
{
	test_compare();
	test_search();
	test_copy();
	test_string_copy();
	test_characters();
	test_bits();
	return done();
}
