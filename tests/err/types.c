struct point { int x, y; };

int main(void)
{
	struct point p = { 1, 2 };
	int *q = p;

	p = 3;
	p.z = 1;
	return p + *p.x + f;
}

// error: 6:11: incompatible types in initialisation: 'int *' from 'struct point'
// error: 8:4: incompatible types in assignment: 'struct point' from 'int'
// error: 9:3: 'struct point' has no member 'z'
// error: 10:13: '*' needs a pointer, not 'int'
// error: 10:20: 'f' undeclared
