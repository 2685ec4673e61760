void f(int n)
{
	else n = 1;
	l: int x = 1;
	if (n) ; else ; else ;
}
// error: 3:2: 'else' without an 'if' before it
// error: 4:5: a label before a declaration; put a ';' between
// error: 5:18: 'else' without an 'if' before it
