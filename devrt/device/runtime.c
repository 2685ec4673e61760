/*
 * runtime.c: <string.h>, <ctype.h> and integer functions for device code.
 *
 * memcpy and memset of known sizes are unrolled by the compiler and do not come here.
 */
typedef unsigned long size_t;

void *malloc(size_t);
int printf(const char *, ...);
_Noreturn void abort(void);

/* ---- memory ---- */

/* Whole words when the addresses and the size allow it. */
void *
memcpy(void *to, const void *from, size_t n)
{
	char *t = to;
	const char *f = from;

	if ((((size_t)to | (size_t)from | n) & 7) == 0) {
		for (size_t i = 0; i < n; i += 8)
			*(long *)(t + i) = *(const long *)(f + i);
		return to;
	}
	for (size_t i = 0; i < n; i++)
		t[i] = f[i];
	return to;
}

void *
mempcpy(void *to, const void *from, size_t n)
{
	return (char *)memcpy(to, from, n) + n;
}

void *
memmove(void *to, const void *from, size_t n)
{
	char *t = to;
	const char *f = from;

	if ((size_t)to - (size_t)from >= n) /* not in what is still to be read */
		return memcpy(to, from, n);
	while (n-- > 0)
		t[n] = f[n];
	return to;
}

void *
memset(void *to, int value, size_t n)
{
	char *t = to;
	unsigned long word = (value & 255) * 0x0101010101010101UL;

	if ((((size_t)to | n) & 7) == 0) {
		for (size_t i = 0; i < n; i += 8)
			*(unsigned long *)(t + i) = word;
		return to;
	}
	for (size_t i = 0; i < n; i++)
		t[i] = (char)value;
	return to;
}

int
memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;

	for (size_t i = 0; i < n; i++)
		if (p[i] != q[i])
			return p[i] - q[i];
	return 0;
}

void *
memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;

	for (size_t i = 0; i < n; i++)
		if (p[i] == (unsigned char)c)
			return (void *)(p + i);
	return 0;
}

int
bcmp(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n);
}
void
bzero(void *to, size_t n)
{
	memset(to, 0, n);
}
void
bcopy(const void *from, void *to, size_t n)
{
	memmove(to, from, n);
}

/* Of variable-length arrays, alloca and the copies that reductions need: the program cannot ask. */
void *
__devrt_heap(size_t n)
{
	void *p = malloc(n);

	if (!p && n > 0) {
		printf("device heap exhausted: no %lu bytes for an array of variable length\n", n);
		abort();
	}
	return p;
}

/* ---- strings ---- */

size_t
strlen(const char *s)
{
	size_t n = 0;

	while (s[n])
		n++;
	return n;
}

size_t
strnlen(const char *s, size_t most)
{
	size_t n = 0;

	while (n < most && s[n])
		n++;
	return n;
}

int
strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}

int
strncmp(const char *a, const char *b, size_t n)
{
	for (; n > 0; a++, b++, n--)
		if (*a != *b || !*a)
			return (unsigned char)*a - (unsigned char)*b;
	return 0;
}

char *
stpcpy(char *to, const char *from)
{
	while ((*to = *from))
		to++, from++;
	return to;
}

char *
strcpy(char *to, const char *from)
{
	stpcpy(to, from);
	return to;
}

char *
strncpy(char *to, const char *from, size_t n)
{
	size_t i;

	for (i = 0; i < n && from[i]; i++)
		to[i] = from[i];
	for (; i < n; i++)
		to[i] = 0;
	return to;
}

char *
strcat(char *to, const char *from)
{
	stpcpy(to + strlen(to), from);
	return to;
}

char *
strncat(char *to, const char *from, size_t n)
{
	char *end = to + strlen(to);

	n = strnlen(from, n);
	memcpy(end, from, n);
	end[n] = 0;
	return to;
}

char *
strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return 0;
	return (char *)s;
}

char *
strrchr(const char *s, int c)
{
	const char *last = 0;

	for (;; s++) {
		if (*s == (char)c)
			last = s;
		if (!*s)
			return (char *)last;
	}
}

size_t
strspn(const char *s, const char *set)
{
	const char *end = s; /* ptxas 11.8 gets s[n] wrong: LIMITS.md */

	while (*end && strchr(set, *end))
		end++;
	return (size_t)(end - s);
}

size_t
strcspn(const char *s, const char *set)
{
	const char *end = s;

	while (*end && !strchr(set, *end))
		end++;
	return (size_t)(end - s);
}

char *
strpbrk(const char *s, const char *set)
{
	s += strcspn(s, set);
	return *s ? (char *)s : 0;
}

char *
strstr(const char *s, const char *word)
{
	size_t n = strlen(word);

	for (; strncmp(s, word, n) != 0; s++)
		if (!*s)
			return 0;
	return (char *)s;
}

/* ---- characters, of ASCII ---- */

int
isdigit(int c)
{
	return c >= '0' && c <= '9';
}
int
islower(int c)
{
	return c >= 'a' && c <= 'z';
}
int
isupper(int c)
{
	return c >= 'A' && c <= 'Z';
}
int
isalpha(int c)
{
	return islower(c | 32);
}
int
isalnum(int c)
{
	return isalpha(c) || isdigit(c);
}
int
isxdigit(int c)
{
	return isdigit(c) || ((c | 32) >= 'a' && (c | 32) <= 'f');
}
int
isspace(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}
int
isprint(int c)
{
	return c >= ' ' && c < 127;
}
int
isgraph(int c)
{
	return c > ' ' && c < 127;
}
int
iscntrl(int c)
{
	return (c >= 0 && c < ' ') || c == 127;
}
int
ispunct(int c)
{
	return isgraph(c) && !isalnum(c);
}
int
tolower(int c)
{
	return isupper(c) ? c + 32 : c;
}
int
toupper(int c)
{
	return islower(c) ? c - 32 : c;
}

/*
 * What the macros of glibc's <ctype.h> ask for: a word of bits for each character from -128 to 255,
 * that of character 0 first in this text.  All outside ASCII are of no class.
 */
static const unsigned short classes[384] = {
	[128] = 0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x2003,
	0x2002,
	0x2002,
	0x2002,
	0x2002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x0002,
	0x6001,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xd808,
	0xd808,
	0xd808,
	0xd808,
	0xd808,
	0xd808,
	0xd808,
	0xd808,
	0xd808,
	0xd808,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xd508,
	0xd508,
	0xd508,
	0xd508,
	0xd508,
	0xd508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc508,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0xd608,
	0xd608,
	0xd608,
	0xd608,
	0xd608,
	0xd608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc608,
	0xc004,
	0xc004,
	0xc004,
	0xc004,
	0x0002,
};
static const unsigned short *const class_of_0 = classes + 128;

const unsigned short **
__ctype_b_loc(void)
{
	return (const unsigned short **)&class_of_0;
}

int
strcasecmp(const char *a, const char *b)
{
	while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
		a++, b++;
	return tolower((unsigned char)*a) - tolower((unsigned char)*b);
}

int
strncasecmp(const char *a, const char *b, size_t n)
{
	for (; n > 0; a++, b++, n--)
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b) || !*a)
			return tolower((unsigned char)*a) - tolower((unsigned char)*b);
	return 0;
}

/* ---- integers; the compiler's builtins have these names without their prefix ---- */

unsigned short
bswap16(unsigned short x)
{
	return (unsigned short)(x << 8 | x >> 8);
}

unsigned
bswap32(unsigned x)
{
	return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

unsigned long
bswap64(unsigned long x)
{
	return (unsigned long)bswap32((unsigned)x) << 32 | bswap32((unsigned)(x >> 32));
}

int
parity(unsigned x)
{
	return __builtin_popcount(x) & 1;
}
int
parityl(unsigned long x)
{
	return __builtin_popcountl(x) & 1;
}
int
parityll(unsigned long long x)
{
	return __builtin_popcountll(x) & 1;
}
