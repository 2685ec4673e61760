#define cat(a, b) a ## b
#define outer(x) cat(x, +)
int a = cat(1, .5) cat(+, -);
	int b = outer("x");
