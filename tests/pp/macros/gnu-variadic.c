#define e(fmt, ...) printf(fmt, ## __VA_ARGS__)
#define n(fmt, args...) printf(fmt, ## args)
#define o(args...) f(0, ## args)
#define v(...) f(0, ## __VA_ARGS__)
#define c(a, ...) {a, __VA_ARGS__}
#define s(...) #__VA_ARGS__
e("a"); e("a",); e("a", 1); e("a", 1, 2); e("a", o());
n("a"); n("a", b); n("a", b, c); n("a", ,);
o(); o(1); o(1,2); v(); v(x); v( );
c(1); c(1,); c(1,2,3);
s(); s( , ) s( a , b ) s( "x" , 'y' )
#define EMPTY
e("a", EMPTY); v(EMPTY); v(EMPTY EMPTY)
#define opt(a, ...) g(a __VA_OPT__(,) __VA_ARGS__)
#define opt2(x, ...) x ## __VA_OPT__(b c) d
#define opt3(...) f(0 __VA_OPT__(, __VA_ARGS__ | (__VA_ARGS__)))
opt(1) opt(1, 2) opt(1, 2, 3) opt(1, EMPTY) opt(1,) opt3() opt3(x, y) opt3(EMPTY)
opt2(a) opt2(a, 1) opt2(, 1) opt2()
#define cat2(a, ...) a ## __VA_ARGS__
cat2(x, y, z) cat2(x) cat2(, y)
