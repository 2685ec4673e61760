_Pragma(x)
_Pragma "y"
int a; _Pragma("GCC warning \"said by a pragma\"")
#pragma GCC error "said so"
