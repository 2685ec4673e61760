int a[] = { 1, 2, [5] = 6, 7 };
int b[2][3] = { 1, 2, 3, 4 };
int c[2][3] = { { 1 }, { 2, 3 } };
int d[8] = { [1 ... 3] = 4, [7] = 8 };
struct point { int x, y; };
struct line { struct point from, to; char name[4]; } l = { 1, 2, .to.y = 3, "abc" };
struct line m = { { 1 }, { .y = 2 }, { 'x' } }, n = { .name = "long", .from = { 5, 6 } };
struct line lines[] = { [1].to = { 7, 8 }, "z", { .from.x = 1 } };
union u { int i; float f; } v = { 1 }, w = { .f = 2 };
struct bits { int a : 3, : 2, b : 4; struct { int c; union { int d; float e; }; }; } bits = { 1, 2, 3, 4 };
struct bits more = { .e = 1.5f, .b = 1 };
struct flexible { int n; int rest[]; } flexible = { 2, { 1, 2 } };
char text[] = "hello", cut[3] = "abc", braced[] = { "in braces" }, *pointer = "text";
int wide[] = L"ab";
const char *names[] = { [2] = "two", "three" };
int *address = &a[2], *end = a + 3;
int (*function)(void) = 0;
struct point *literal = &(struct point){ 1, 2 };
struct point old = { y: 2, x: 1 };
double scalar = { 1 }, folded = 1.0 / 3 * 2;
long casted = (long)&l.to;
_Bool yes = 3;
struct empty { } nothing = { };
void locals(int n, struct point q)
{
	int x[3] = { n, n + 1 };
	struct line k = { q, .to = q }, copy = k;
	struct point array[2] = { q, 1, 2 };
	static const char *s[] = { "a" };
}
