int a, *b, **c, d[3], *e[4], (*f)[5], g[2][3];
int (*h)(int, char *), *i(void), (*j[6])(double), (*(*k)(int))[7];
const int *l, *const m = 0, *const volatile *n;
void (*signal_like(int sig, void (*handler)(int)))(int);
int old(), variadic(const char *format, ...);
double array_params(int n, double x[n], double y[][4], double z[static 3], int w[const]);
int takes_function(int callback(float));
typedef unsigned long size, *size_pointer;
typedef int matrix[4][4];
const matrix q;
size r; size_pointer s;
long long unsigned int t; short int u; signed v; char w; unsigned char x; _Bool y;
long double z; _Complex float cf; __int128 wide; _Float128 quad;
extern int tentative[]; int tentative[8];
int kr(x, y, z) char x; float *y; { return x + *y + z; }
__attribute__((noreturn)) void stop(void);
int labelled(int) __asm__("another_name");
static inline int twice(int n) { return 2 * n; }
int (paren), (*(star)), ((brackets)[2]);
struct s { int m; } make(struct s *), with_struct;
enum colour { RED, GREEN = 5, BLUE } paint;
int enumerator[BLUE];
__typeof__(with_struct.m) same_type;
_Alignas(32) char aligned;
