void f(int n)
{
	for (int i = 0; i < n; i++ { n = 2; }
	if (n n = 3;
	n = 4
	n = 5;
	n = (6;
	n = ;
	while () ;
	return
}
int x[3;
int g(int a, , int b);
int h(void) { int y = 3; y +; return y; }
}
int after(void) { return undeclared; }
struct s { int a int b; };
// error: 3:28: expected ')' before '{'
// error: 4:7: expected ')' before identifier 'n'
// error: 5:7: expected ';' before identifier 'n'
// error: 7:8: expected ')' before ';'
// error: 8:6: expected an expression before ';'
// error: 9:9: expected an expression before ')'
// error: 11:1: expected an expression before '}'
// error: 12:8: expected ']' before ';'
// error: 13:14: expected a parameter declaration before ','
// error: 14:29: expected an expression before ';'
// error: 15:1: '}' without a '{' before it
// error: 16:26: 'undeclared' undeclared
// error: 17:17: expected ';' before 'int'
