struct s { int a; };

int main(void)
{
	struct s v = { 0 };
	double d = 0;
	int n = 0;
	double _Complex z = 0;

	#pragma omp target parallel for reduction(+: v)
	for (int i = 0; i < 10; i++)
		v.a += i;
	#pragma omp target parallel for reduction(&: d) reduction(plus: n)
	for (int i = 0; i < 10; i++)
		n += i;
	#pragma omp target parallel for reduction(max: z)
	for (int i = 0; i < 10; i++)
		z = i;
	return n;
}

// error: 10:47: expected an arithmetic type for this reduction, 'v' has type 'struct s'
// error: 13:47: expected an integer type for this reduction, 'd' has type 'double'
// error: 13:66: no 'declare reduction' of 'plus' for type 'int' is in scope
// error: 16:49: expected a real type for this reduction, 'z' has type '_Complex double'
