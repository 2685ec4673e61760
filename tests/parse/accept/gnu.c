/* GNU's extensions, as headers and real programs use them. */
#include <stddef.h>
#include <stdio.h>
__extension__ typedef long long __attribute__((mode(DI))) di;
typedef unsigned int word __attribute__((__mode__(__SI__)));
_Static_assert(sizeof(di) == 8 && sizeof(word) == 4 && (word)-1 > 0, "modes");
enum small { ONE, TWO } __attribute__((packed));
_Static_assert(sizeof(enum small) == 1, "packed enum");
enum ahead;
enum ahead *unknown_enum;
enum ahead { KNOWN = 7 };
struct __attribute__((packed, aligned(4))) front { char c; int i; };
_Static_assert(sizeof(struct front) == 8 && offsetof(struct front, i) == 1, "attributes in front");
typedef struct { int x; } __attribute__((aligned(64))) line;
line lines[2];
_Static_assert(sizeof lines == 128, "aligned typedef");
struct zero { int n; int data[0]; };
struct empty { };
_Static_assert(sizeof(struct zero) == 4 && sizeof(struct empty) == 0, "empty");
static __inline__ __attribute__((__always_inline__, __gnu_inline__)) int inlined(int (x), int __attribute__((unused)) y) { return x; }
int (*__attribute__((noinline)) attributed)(int);
extern int renamed(int) __asm__("real_" "name") __attribute__((nothrow, leaf));
int table[256] = { [0 ... 9] = 1, ['a' ... 'z'] = 2, [255] = 3 };
static int nested_ranges[2][3] = { [0 ... 1] = { [0 ... 2] = 5 } };
struct pair { int a, b; } pairs[] = { [2] { 1, 2 }, [0] = { b: 3, a: 4 } };
static const char later[], later_pairs[][2];
static int first_of_later(void) { return later[0] + later_pairs[0][1]; }
static const char later[] = "later", later_pairs[][2] = { "ab", "cd" };
_Static_assert(sizeof later == 6 && sizeof later_pairs == 4, "completed static arrays");
int (*use_later)(void) = first_of_later;
int *constant_pointer = (int[]){ 1, 2, 3 };
int from_literal[] = (int[]){ 1, 2, 3 };
long difference = (char *)&pairs[1] - (char *)&pairs[0];
size_t offset_of_element = __builtin_offsetof(struct pair, b) + offsetof(struct { int a[4]; }, a[2]);
__int128 wide = (__int128)1 << 100;
unsigned __int128 uwide;
__uint128_t other_wide;
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define is_constant(x) __builtin_choose_expr(__builtin_constant_p(x), "yes", 0)
int uses(int n, int a[n])
{
	__label__ out;
	static void *const jumps[] = { &&first, &&second, &&out };
	__auto_type copy = n;
	typeof(a[0]) element = max(a[0], copy);
	__typeof__(int[n]) vla;
	typeof(vla) *to_vla = &vla;
	int x = n ?: 3, (*matrix)[n][n] = 0;
	_Bool b = &x;
	void *p = &&out, *q = p + 1;
	const char *s = __FUNCTION__, *t = __PRETTY_FUNCTION__, *yes = is_constant(3);
	q++, q -= 2;
	if (n > 100)
		goto *jumps[n & 1];
first:	__attribute__((unused));
	switch (n) { case 1 ... 5: x = 2; __attribute__((fallthrough)); case 'a': default: ; }
	asm volatile("" : "+r"(x), [named] "=m"(element) : "i"(3) : "memory", "cc");
	asm goto("" : : : : second);
second:
	for (int i = 0, *ip = &i; i < n; ++*ip) { }
	do ; while (0);
	if (__builtin_expect(!!(x > 3), 0)) __builtin_unreachable();
	x = ({ int y = 3; y++; y; }) + ({ ; 4; });
	*to_vla[0] = sizeof *to_vla + sizeof(*matrix) + _Alignof(x) + __alignof__(struct front);
	x = __builtin_types_compatible_p(typeof(x), int) && !__builtin_types_compatible_p(long, long long);
	(void)({ (void)0; });
	return printf("%s%s%s%p%p", s, t, yes, p, q) + b + x + (x == 1, 2) + __builtin_popcount(x) +
		__builtin_bswap32(x) + __sync_fetch_and_add(&x, 1) + __atomic_load_n(&x, __ATOMIC_SEQ_CST);
out:
	return vla[0];
}
union __attribute__((transparent_union)) either { int *i; float *f; };
void takes_either(union either e);
void gives_either(int *i, float *f) { takes_either(i); takes_either(f); takes_either((union either){ i }); takes_either(0); }
__thread int per_thread; static __thread int also; extern __thread int elsewhere;
double _Complex z = 1.0 + 2.0i; float real(float _Complex c) { return __real__ c + __imag__ c; }
_Float128 quad = 1.0q; _Float64 f64 = 1.0f64; __float128 quad2; _Float32x f32x;
int old(a, b, c) char a; float b; int (*c)(); { return a + b + c(); }
int conflicting(); int conflicting(int, double); int conflicting();
void *alloca_user(int n) { return __builtin_alloca(n); }
int variadic(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); n = __builtin_va_arg(ap, int); __builtin_va_end(ap); return n + __builtin_va_arg(ap, struct pair).a; }
void vla_arguments(int n, int m, double a[n][m], double b[static n][m], double (*c)[m], double d[const restrict *]);
void vla_arguments(int n, int m, double a[n][m], double b[static n][m], double (*c)[m], double d[const restrict])
{ a[n - 1][m - 1] = b[0][1] + (*c)[2] + sizeof a[0] + d[1] + ((double (*)[m])d)[1][0]; }
