struct s { int a : 3; unsigned b : 7; unsigned long c : 40; char d; struct { float x, y; }; } s, *p;
char c; short h; unsigned u; long l; float f; double d; int i, a[10], m[3][4], *q;
unsigned char uc; void *v; const int ci = 1; int (*fp)(float, char);
void promotions(void)
{
	c + c; uc << 2L; -h; ~uc; !d; +c;
	i + u; u + l; f * i; f + d; c ? i : u;
	s.a + 1; s.b + 1; s.c + 1; u < i; l & u; i && d;
}
void pointers(void)
{
	q + 1; 1 + q; q - 2; q - a; a[3]; 3[a]; m[1][2]; &m[1]; *m; &a; &*q; q == v; q < a; p->x; s.y; (*p).d;
	(char *)q; (long)q; q ? 1 : 0; v ? v : q; *&i; !q; a + i;
}
void assignments(void)
{
	i = d; c = i; f = 1; q = v; q = 0; *q = c; s = *p;
	c += d; c <<= u; q += i; q -= 1; f *= 2; s.b += 1; i++; --q; c--; d++;
}
int callee(int, double); int old();
void calls(void)
{
	callee(c, f); old(c, f, s); fp(1, 2); (*fp)(1, 2); (&callee)(1, 2); callee;
	(void)callee(1, 2), i;
}
void constants(void)
{
	1; 1u; 1l; 4294967296; 0xffffffff; 1.f; 1.; 1.l; 'a'; L'a'; "ab" "c"; L"x"; sizeof(int); sizeof a; sizeof *q;
	_Alignof(double); __builtin_offsetof(struct s, y); ci; (long)1.5;
	_Generic(c, char: 1, default: 2.0); __builtin_types_compatible_p(int, const int);
	__builtin_expect(i, 1); __builtin_inf(); __builtin_isnan(f); __builtin_fabs(f); __func__;
	(struct s){ .d = 1 }.d; (int[]){ 1, 2 }[1]; ({ int k = 1; k + 1.0; }); i ?: 3;
}
