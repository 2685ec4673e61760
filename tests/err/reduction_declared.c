struct s { int a; };
int outer;

#pragma omp declare reduction(+: int: omp_out += omp_in)
#pragma omp declare reduction(a: void, int[3]: omp_out = omp_in)
#pragma omp declare reduction(b: struct s: omp_out.a += omp_in.a + outer)
#pragma omp declare reduction(b: struct s: omp_out.a -= omp_in.a)
#pragma omp declare reduction(c: int: omp_out += omp_in) initializer(omp_priv = outer)
#pragma omp declare reduction(d: int: omp_out += omp_in) initializer(omp_priv + 1)
#pragma omp declare reduction(e: struct s: omp_out += omp_in)
#pragma omp declare reduction(f: int: omp_out -= omp_in) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(g: struct s: omp_out.b += omp_in.a) initializer(omp_priv = { 1, 2 })
#pragma omp declare reduction(h: struct s, int: omp_out.a += omp_in)
#pragma omp declare reduction(i, int: omp_out += omp_in)

int main(void)
{
	struct s v = { 0 };
	int n = 0;
	double x = 0;

	{
		#pragma omp declare reduction(inner: int: omp_out += omp_in)
		#pragma omp declare reduction(jump: int: omp_out += ({ return 1; omp_in; }))
	}
	#pragma omp target parallel for reduction(b: n) reduction(f: v) reduction(nowhere: x)
	for (int i = 0; i < 10; i++)
		v.a += i;
	#pragma omp parallel for reduction(inner: n)
	for (int i = 0; i < 10; i++)
		n += i;
	return n;
}

// error: 4:34: reduction '+' has a meaning for type 'int' already
// error: 5:34: expected a complete type, no array, in 'declare reduction', found 'void'
// error: 5:40: expected a complete type, no array, in 'declare reduction', found 'int [3]'
// error: 6:68: expected only 'omp_in' and 'omp_out' in the combiner, found 'outer'
// error: 7:34: reduction 'b' is declared twice for type 'struct s'
// error: 8:81: expected only 'omp_priv' and 'omp_orig' in the initializer, found 'outer'
// error: 9:70: expected 'omp_priv = value' or a call in 'initializer'
// error: 10:52: invalid operands to '+': 'struct s' and 'struct s'
// error: 12:51: 'struct s' has no member 'b'
// warning: 12:95: excess elements in the initialiser of 'struct s'
// error: 13:59: invalid operands to '+': 'int' and 'struct s'
// error: 13:56: member 'a' of something that is not a structure or union: 'int'
// error: 14:32: expected ':' before ','
// error: 24:56: the combiner has a statement expression: put it into a function that it calls
// error: 26:47: no 'declare reduction' of 'b' for type 'int' is in scope
// error: 26:63: no 'declare reduction' of 'f' for type 'struct s' is in scope
// error: 26:85: no 'declare reduction' of 'nowhere' for type 'double' is in scope
// error: 29:44: no 'declare reduction' of 'inner' for type 'int' is in scope
