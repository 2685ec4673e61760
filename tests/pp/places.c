/* Where tokens are said to be: through splices, comments, tabs, macros and #line. */
#define SUM(a, b) ((a) + b)
#define TWICE(x) SUM(x, x)
#define PAR _Pragma("omp parallel for num_threads(FOUR)")
#define FOUR 4
	int a = 1; /* c */ int b; /* over
	lines */ int c;
int long_\
name = SUM(first,
	second) + TWICE(third);
#pragma omp parallel \
	num_threads(FOUR)
PAR for (;;) ;
_Pragma("omp barrier") L"wide" 'c' 1.5f 0x1p-2 0b11u;
#line 7 "elsewhere.c"
int d = SUM(1, 2);
