#define N 4
#define FOR _Pragma("omp parallel for num_threads(N)") for
#define STR(x) #x
#define P(x) _Pragma(STR(omp x))
#define id(x) x
#pragma omp target teams num_teams(N) \
 map(to: a[0:N])
FOR (;;);
P(barrier)
int x; _Pragma("GCC diagnostic push") int y;
#pragma pack(push, 1)
id(_Pragma("omp atomic") x++;)
#pragma GCC diagnostic ignored "-Wfoo"
#pragma STDC FP_CONTRACT ON
#pragma unknown N
L _Pragma(L"omp \"q\" barrier") M
