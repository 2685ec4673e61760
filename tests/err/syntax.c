struct s { int a };

int f(int x
{
	return x +;
}

int main(void)
{
	int y = undeclared;
	return g(;
}

// warning: 1:18: no ';' at the end of the members
// error: 3:12: expected ')' before '{'
// error: 10:10: 'undeclared' undeclared
// warning: 11:9: implicit declaration of function 'g' [-Wimplicit-function-declaration]
// error: 11:11: expected an expression before ';'
