int f(int a[*], int (*b)[*]);
int g(int n, int a[][*]) { return n + a[1][1]; }
int h(void) { int x[*]; return sizeof x; }
static int q[*];
int k(void) { return sizeof(int[*]); }
struct s { int (*a)[*]; };
int l(n, a) int n; int (*a)[*]; { return n; }
int m(int n, int (*b(int[][*]))[n]);
// error: 2:18: '[*]' outside the parameters of a function that is only declared
// error: 3:20: '[*]' outside the parameters of a function that is only declared
// error: 4:13: '[*]' outside the parameters of a function that is only declared
// error: 5:32: '[*]' outside the parameters of a function that is only declared
// error: 6:20: '[*]' outside the parameters of a function that is only declared
// error: 7:28: '[*]' outside the parameters of a function that is only declared
