/*
 * runtime_test.c: the device library's string and integer functions, built for the host, against
 * the host's own (GCC's __builtin_NAME), on short strings of few different characters and on all
 * overlaps of small blocks.
 */
#include <stdint.h>
#include <string.h>

#include "tap.h"

enum { MOST = 24 };

static int
sign(int v)
{
	return (v > 0) - (v < 0);
}

#include <ctype.h>

static const unsigned short *
host_classes(void)
{
	return *__ctype_b_loc();
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
		wrong[0] += sign(strcmp(a, b)) != sign(__builtin_strcmp(a, b));
		wrong[1] += sign(strncmp(a, b, n)) != sign(__builtin_strncmp(a, b, n));
		wrong[2] += sign(memcmp(a, b, n)) != sign(__builtin_memcmp(a, b, n));
		wrong[3] += sign(strcasecmp(a, b)) != sign(__builtin_strcasecmp(a, b)) ||
			sign(strncasecmp(a, b, n)) != sign(__builtin_strncasecmp(a, b, n));
		wrong[4] += strlen(a) != __builtin_strlen(a);
		wrong[4] += strnlen(a, n) != (n < strlen(a) ? n : strlen(a));
		wrong[5] += bcmp(a, b, n) != 0 && !__builtin_memcmp(a, b, n);
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
		wrong[0] += strchr(a, c) != __builtin_strchr(a, c);
		wrong[0] += strrchr(a, c) != __builtin_strrchr(a, c);
		wrong[1] += memchr(a, c, 5) != __builtin_memchr(a, c, 5);
		wrong[2] += strstr(a, b) != __builtin_strstr(a, b);
		wrong[3] += strspn(a, b) != __builtin_strspn(a, b);
		wrong[3] += strcspn(a, b) != __builtin_strcspn(a, b);
		wrong[3] += strpbrk(a, b) != __builtin_strpbrk(a, b);
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
				__builtin_memmove(b + to, b + from, n);
				wrong[0] += __builtin_memcmp(a, b, sizeof a) != 0;
				if (from >= to + n || to >= from + n)
					wrong[1] += mempcpy(a + to, a + from, n) != a + to + n;
				__builtin_memmove(b + to, b + from, n);
				if (from >= to + n || to >= from + n)
					wrong[1] += __builtin_memcmp(a, b, sizeof a) != 0;
				memset(a + to, (int)from - 300, n);
				for (size_t i = 0; i < n; i++)
					b[to + i] = (char)((int)from - 300);
				if (from >= to + n || to >= from + n)
					wrong[2] += __builtin_memcmp(a, b, sizeof a) != 0;
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
		for (size_t k = 0, end = 0; k < n; k++) {
			b[k] = end ? 0 : s[k];
			end |= !b[k];
		}
		wrong += __builtin_memcmp(a, b, sizeof a) != 0;
		a[9] = 0;
		snprintf(b, sizeof b, "%s%.*s", a, (int)n, s);
		wrong += strncat(a, s, n) != a || __builtin_strcmp(a, b) != 0;
		strcpy(a, s);
		strcat(a, s);
		snprintf(b, sizeof b, "%s%s", s, s);
		wrong += __builtin_strcmp(a, b) != 0;
	}
	ok(!wrong, "strncpy, strncat, strcpy, strcat: %d wrong", wrong);
}

/* As the C locale has them. */
static void
test_characters(void)
{
	int wrong = 0;

	for (int c = -1; c < 256; c++) {
#define SAME(name) wrong += name(c) != !!__builtin_##name(c)
		SAME(isdigit);
		SAME(islower);
		SAME(isupper);
		SAME(isalpha);
		SAME(isalnum);
		SAME(isxdigit);
		SAME(isspace);
		SAME(isprint);
		SAME(isgraph);
		SAME(iscntrl);
#undef SAME
		wrong += c >= 0 && (*__ctype_b_loc())[c] != host_classes()[c];
		wrong += ispunct(c) != !!__builtin_ispunct(c);
		wrong += tolower(c) != __builtin_tolower(c) || toupper(c) != __builtin_toupper(c);
	}
	ok(!wrong, "<ctype.h>: %d wrong", wrong);
}

static void
test_bits(void)
{
	int wrong = 0;
	unsigned state = 4;

	for (int i = 0; i < 1000; i++) {
		uint64_t v = (uint64_t)next(&state) << 48 ^ (uint64_t)next(&state) << 24;

		v ^= next(&state);
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
