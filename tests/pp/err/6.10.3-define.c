#define f(a
#define f(a,a) a
#define f(a b) a
#define f(...x) a
#define f(1) a
#define g(x) #y
#define h ## x
#define i x ##
#define j(...) __VA_OPT__(
#define k __VA_ARGS__
#define same(a) a + 1
#define same(a) a + 1
#define same(a) a +  1
#define same(a) a +1
#define one 1
#define one 2
#define plus+
