#foo bar
# 'x'
#define
#define 1
#define defined
#ifdef
#ifdef 1
#endif
#endif
#endif trailing
#undef a b
