/*
 * runtime_stdlib.c: what of <stdlib.h> makes sense in device code, and string functions that take
 * memory or keep state.  No errno, no locale; realloc is missing because the device's heap does not
 * tell sizes.
 */
typedef unsigned long size_t;

void *malloc(size_t);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strchr(const char *, int);
char *strrchr(const char *, int);
int strcmp(const char *, const char *);
int isspace(int);

/* ---- memory ---- */

void *
calloc(size_t n, size_t size)
{
	void *p = size && n > ~(size_t)0 / size ? (void *)0 : malloc(n * size);

	return p ? memset(p, 0, n * size) : p;
}

char *
strndup(const char *s, size_t most)
{
	size_t n = strnlen(s, most);
	char *copy = malloc(n + 1);

	if (copy) {
		memcpy(copy, s, n);
		copy[n] = 0;
	}
	return copy;
}

char *
strdup(const char *s)
{
	return strndup(s, strlen(s));
}

/* ---- strings ---- */

char *
index(const char *s, int c)
{
	return strchr(s, c);
}
char *
rindex(const char *s, int c)
{
	return strrchr(s, c);
}
int
strcoll(const char *a, const char *b)
{
	return strcmp(a, b);
}

char *
strchrnul(const char *s, int c)
{
	char *at = strchr(s, c);

	return at ? at : (char *)s + strlen(s);
}

void *
memrchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;

	while (n-- > 0)
		if (p[n] == (unsigned char)c)
			return (void *)(p + n);
	return (void *)0;
}

void *
memccpy(void *to, const void *from, int c, size_t n)
{
	unsigned char *t = to;
	const unsigned char *f = from;

	for (size_t i = 0; i < n; i++)
		if ((t[i] = f[i]) == (unsigned char)c)
			return t + i + 1;
	return (void *)0;
}

char *
strtok_r(char *s, const char *set, char **rest)
{
	char *word = s ? s : *rest, *end;

	word += strspn(word, set);
	end = word + strcspn(word, set);
	*rest = *end ? end + 1 : end;
	if (end == word)
		return (char *)0;
	*end = 0;
	return word;
}

/* ---- numbers (C11 7.22.1.4) ---- */

static int
digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 32;
	return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

struct number {
	unsigned long value;
	_Bool negative, too_large;
};

static struct number
read_number(const char *s, char **end, int base)
{
	struct number n = { 0 };
	const char *p = s, *first;

	while (isspace((unsigned char)*p))
		p++;
	if (*p == '-' || *p == '+')
		n.negative = *p++ == '-';
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] | 32) == 'x' && digit(p[2]) < 16) {
		base = 16;
		p += 2;
	}
	if (base == 0)
		base = *p == '0' ? 8 : 10;
	for (first = p; digit(*p) < base; p++) {
		n.too_large |= n.value > (~0ul - (unsigned long)digit(*p)) / (unsigned long)base;
		n.value = n.value * (unsigned long)base + (unsigned long)digit(*p);
	}
	if (end)
		*end = (char *)(p == first ? s : p);
	return n;
}

unsigned long
strtoul(const char *s, char **end, int base)
{
	struct number n = read_number(s, end, base);

	return n.too_large ? ~0ul : n.negative ? -n.value : n.value;
}

long
strtol(const char *s, char **end, int base)
{
	struct number n = read_number(s, end, base);
	unsigned long most = (~0ul >> 1) + n.negative;

	if (n.too_large || n.value > most)
		n.value = most;
	return (long)(n.negative ? -n.value : n.value);
}

long long
strtoll(const char *s, char **end, int base)
{
	return strtol(s, end, base);
}
unsigned long long
strtoull(const char *s, char **end, int base)
{
	return strtoul(s, end, base);
}
int
atoi(const char *s)
{
	return (int)strtol(s, (char **)0, 10);
}
long
atol(const char *s)
{
	return strtol(s, (char **)0, 10);
}
long long
atoll(const char *s)
{
	return strtol(s, (char **)0, 10);
}

struct div {
	int quot, rem;
};
struct ldiv {
	long quot, rem;
};

struct div
div(int a, int b)
{
	return (struct div){ a / b, a % b };
}
struct ldiv
ldiv(long a, long b)
{
	return (struct ldiv){ a / b, a % b };
}
struct ldiv
lldiv(long long a, long long b)
{
	return (struct ldiv){ a / b, a % b };
}
struct ldiv
imaxdiv(long a, long b)
{
	return (struct ldiv){ a / b, a % b };
}
long
imaxabs(long a)
{
	return a < 0 ? -a : a;
}

double
nan(const char *s)
{
	(void)s;
	return __builtin_nan("");
}
float
nanf(const char *s)
{
	(void)s;
	return __builtin_nanf("");
}

/* ---- searching and sorting (C11 7.22.5) ---- */

typedef int order(const void *, const void *);

void *
bsearch(const void *key, const void *base, size_t n, size_t size, order *compare)
{
	const char *p = base;

	while (n > 0) {
		const char *middle = p + n / 2 * size;
		int c = compare(key, middle);

		if (c == 0)
			return (void *)middle;
		if (c > 0)
			p = middle + size;
		n = c > 0 ? n - n / 2 - 1 : n / 2;
	}
	return (void *)0;
}

static void
swap(char *a, char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		char c = a[i];

		a[i] = b[i];
		b[i] = c;
	}
}

/* Element I goes down to where neither of the two below it is larger. */
static void
sift(char *p, size_t i, size_t n, size_t size, order *compare)
{
	for (size_t next; (next = 2 * i + 1) < n; i = next) {
		if (next + 1 < n && compare(p + next * size, p + (next + 1) * size) < 0)
			next++;
		if (compare(p + i * size, p + next * size) >= 0)
			return;
		swap(p + i * size, p + next * size, size);
	}
}

/* A heap: no memory, no recursion, and never more than n log n comparisons. */
void
qsort(void *base, size_t n, size_t size, order *compare)
{
	char *p = base;

	for (size_t i = n / 2; i-- > 0;)
		sift(p, i, n, size, compare);
	while (n-- > 1) {
		swap(p, p + n * size, size);
		sift(p, 0, n, size, compare);
	}
}

/* ---- integers; the compiler's builtins have these names without their prefix ---- */

int
clrsb(int x)
{
	return __builtin_clz(((unsigned)(x ^ x >> 31)) << 1 | 1);
}
int
clrsbl(long x)
{
	return __builtin_clzl(((unsigned long)(x ^ x >> 63)) << 1 | 1);
}
int
clrsbll(long long x)
{
	return clrsbl(x);
}
