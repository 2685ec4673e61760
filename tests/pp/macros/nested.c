#define NIL(xxx) xxx
#define G_0(arg) NIL(G_1)(arg)
#define G_1(arg) NIL(arg)
G_0(42)
#define f(a) a*g
#define g(a) f(a)
f(2)(9) f(2)(9)(3) f(f)(f)(1)
#define foo() bar
foo()foo() foo
() foo /* c */ () foo // d
()
#define AA BB
#define BB AA
AA BB AA(BB)
#define lp (
#define rp )
#define id(x) x
id lp 1 rp id(id lp 1 rp) id id(lp) 3 rp
#define F(x) [x]
F (F) (1) F(F)(2) F(F(F(3)))
#define EVAL(x) x
#define DEFER(m) m EVAL()
#define A() 123
DEFER(A)() EVAL(DEFER(A)()) EVAL( A () )
#define obj (obj)
obj obj id(obj) id(id(obj))
#define a1 a2
#define a2 a3(
#define a3(x) <x>
a1 7) a1 (8))
#define T(x) x T
T(1)(2)(3)
#define CAT(a,b) a##b
#define XCAT(a,b) CAT(a,b)
CAT(CAT,) (1,2) XCAT(CA,T)(3,4) CAT(X,CAT)(L,"s") CAT(.,5) CAT(1e,+3) XCAT(a,XCAT(b,c)) CAT(+,+) CAT(<<,=) CAT(-,>)
#define SELF SELF+1
CAT(SE,LF) id(SELF) XCAT(SELF,)
id(
#define inside 5
inside
#undef inside
inside
)
