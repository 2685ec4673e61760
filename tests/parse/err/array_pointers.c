typedef double M[4][2], N[4]; void f(const M *), g(M *), f1(const N *), g1(N *), h(int (*)[3]), u(unsigned (*)[3]), in(int (*)[]), v(void *);
void pointers(M *d, const M *c, N *d1, const N *c1, int (*four)[4], int (*three)[3])
{
	f(d); f1(d1); h(three); in(three); in(four); v(d);
	g(c); g1(c1); v(c); h(four); u(three);
}
// warning: 5:4: passing argument 1 of 'g' discards the qualifiers of 'const double (*)[4][2]' (needed: 'double (*)[4][2]') [-Wdiscarded-qualifiers]
// warning: 5:11: passing argument 1 of 'g1' discards the qualifiers of 'const double (*)[4]' (needed: 'double (*)[4]') [-Wdiscarded-qualifiers]
// warning: 5:18: passing argument 1 of 'v' discards the qualifiers of 'const double (*)[4][2]' (needed: 'void *') [-Wdiscarded-qualifiers]
// warning: 5:24: passing argument 1 of 'h': 'int (*)[3]' from incompatible pointer type 'int (*)[4]' [-Wincompatible-pointer-types]
// warning: 5:33: passing argument 1 of 'u': 'unsigned int (*)[3]' from incompatible pointer type 'int (*)[3]' [-Wincompatible-pointer-types]
