#define two(a, b) a b
#define none() 0
#define more(a, ...) a
int a = two(1);
int b = two(1, 2, 3);
int c = none(1);
int d = more();
int e = two(1,
