/* gcc 13's immintrin.h has __bf16; types only, nothing is calculated in it on a device. */
typedef __bf16 v8 __attribute__((vector_size(16)));
typedef __bf16 bf __attribute__((__vector_size__ (32), __may_alias__));
_Static_assert(sizeof(__bf16) == 2 && sizeof(v8) == 16, "");
extern __inline float to(__bf16 a) { return (float)a; }
