/* The corners of C99 and C11. */
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdnoreturn.h>
#include <uchar.h>
#include <wchar.h>
struct tree { struct tree *left, *right; union { int i; struct { short lo, hi; }; double d; }; int : 3, bits : 5, : 0, more : 2; };
struct tree root = { .left = &(struct tree){ .i = 3 }, .right = 0, .hi = 2, .bits = 7 };
struct outer { struct inner { int a, b[2]; } in[2]; int tail; } nest[] = { { { { 1, { 2, 3 } }, { 4, 5, 6 } }, 7 }, { 1, 2, 3, 4, 5, 6, 7 }, [4].in[1].b[1] = 9, 10, { .tail = 1, .in = { [1] = { .b = { [1] = 2 } } } } };
_Static_assert(sizeof nest / sizeof nest[0] == 6, "designators");
char words[][8] = { "one", { "two" }, { 't', 'h', 'r' }, "" }, *pointers[] = { "a" "b", u8"c" };
_Static_assert(sizeof words == 32, "strings");
wchar_t wide[] = L"wide" L" string"; char16_t c16[] = u"\u00e9"; char32_t c32[4] = { U"x" }; unsigned char uc[] = "bytes";
_Static_assert(sizeof wide == 48 && sizeof c16 == 4 && sizeof(L'x') == 4 && sizeof(u'x') == 2 && sizeof 'x' == 4, "characters");
typedef int function(int), *pointer_function(void), array[3];
function declared_by_typedef; function *pointer_to_it = declared_by_typedef, *another = &declared_by_typedef;
const array constant_array = { 1, 2, 3 }; array *volatile vp; int (*const (*cfp)[2])(void);
int declared_by_typedef(int n) { return pointer_to_it == another ? (*pointer_to_it)(n) : (****another)(n); }
noreturn void stop(void); _Noreturn void stop(void) { for (;;) ; }
alignas(32) static char buffer[64]; _Alignas(double) char aligned_char; _Thread_local int tl; static _Thread_local int stl;
_Static_assert(alignof(buffer) == 32 || 1, "");
inline int inline_definition(int x) { return x; } extern inline int inline_definition(int);
extern int array_of_unknown_size[]; int array_of_unknown_size[3]; int tentative; int tentative; static int internal; extern int internal;
_Atomic int atomic; _Atomic(long) atomic_long; int *_Atomic atomic_pointer; _Bool flag = 0.5; bool other = true;
#define kind(x) _Generic((x), int: 1, unsigned: 2, float: 3, double: 4, char *: 5, const char *: 6, default: 0, int (*)(int): 7)
_Static_assert(kind(1) == 1 && kind(1u) == 2 && kind(1.f) == 3 && kind("") == 5 && kind((const int)1) == 1 && kind(declared_by_typedef) == 7 && kind((char)1) == 0, "generic");
_Static_assert((uint8_t)~0 == 255 && (int8_t)200 == -56 && -1 > 0u && 1 ? 2 : 3 == 3, "arithmetic");
_Static_assert((1 ? -1 : 0u) > 0 && sizeof(1 ? (char)1 : (short)2) == 4 && 3 / -2 == -1 && 3 % -2 == 1 && (-3 >> 1) == -2, "more");
_Static_assert(0x7fffffff + 1u == 0x80000000 && 2147483648 > 0 && sizeof(2147483648) == 8 && 0xffffffff == 4294967295 && 1e3f == 1000, "constants");
enum { A, B = A + 5, C, D = 'x', E = sizeof(int), BIG = 0xffffffff, LONGER = 1ll << 40 };
_Static_assert(C == 6 && E == 4 && BIG == 4294967295u && LONGER == 1099511627776, "enumerators");
int address_constants(void)
{
	static int *p = &nest[1].in[0].b[1], *q = (int *)&nest + 2; static long diff = &nest[3] - &nest[1]; static char *s = "x" + 1, *t = &"abc"[1];
	static int (*f)(int) = declared_by_typedef, n = sizeof(int) * 2 + (int)2.5, m = !&tentative, o = &tentative != 0, z = 1 ? 2 : 1 / 1;
	static const double d = 1 / 3.0 + (float)2, e = -.5e-3L; static struct tree *list[2] = { [1] = &root }; static void *v = (void *)0, *w = &v, *x = 0;
	static struct { int a; char *b; } sa[] = { { 1, "a" }, { 2, 0 } }, *sp = sa; static unsigned long u = (unsigned long)-1;
	return *p + *q + diff + *s + *t + f(n) + m + o + z + d + e + (list[1] != 0) + (v == w) + (x != 0) + sp->a + u;
}
int scopes(int scopes)
{
	int i = sizeof(struct scopes { int x; }), tree = 1; struct scopes s = { i }; typedef char scopes_type; { enum { i = 3 }; int array[i] = { 0 }; scopes_type scopes_type = array[0]; tree = scopes_type; }
	for (int i = 0; i < 3; i++) { int i = 2; tree += i; if (tree) continue; break; }
	struct tree; struct tree *different = 0; extern int tentative; int declared_by_typedef(int);
	{ int tentative = 1; { extern int tentative; i += tentative; } }
	goto end; { int skipped = 1; i = skipped; end: i++; }
	return s.x + tree + (different == 0) + declared_by_typedef(1) + scopes;
}
struct value { int a[4]; double d; } make(int n) { return (struct value){ { n }, n }; }
double temporaries(void) { return make(1).d + make(2).a[1] + (make(3).a)[2] + ((struct value){ .d = 2 }).d + (1 ? make(4) : make(5)).d + (0, make(6)).a[0]; }
void pointers_to_everything(void)
{
	int x = 1, *p = &x, **pp = &p, a[2][3], (*row)[3] = a, (*whole)[2][3] = &a, *flat = &a[0][0], *cell = *a + 1; void (*f)(void) = pointers_to_everything; const volatile int *cv = p; const char *const *cs = 0; char *restrict r = 0;
	**pp = row[1][2] + (*whole)[1][1] + flat[3] + *cell + *cv + (int)(uintptr_t)f + (cs ? **cs : 0) + (r - (char *)0 > 3) + (p - *pp) + (&a[1] - &a[0]) + !p + (p && f) + (p ? *p : 0); p = (void *)0; p = 0; x = p == 0 || p != (void *)0; f = 0; x = f == 0; row++; x = 1[a][2]; x = (*a)[1]; *&x = **a; p = &*p; p = &a[1][2];
}
int duff(int n) { switch (n % 4) { case 0: do { n--; case 3: n--; case 2: n--; case 1: n--; } while (n > 0); } return n; }
int empty_statements(void) { ; ; {} for (;;) { break; } while (0) ; do { } while (0); if (1) ; else ; switch (1) ; lab: ; return 0; }
int main(int argc, char *argv[]) { return argc > 1 ? argv[1][0] : address_constants(); }
