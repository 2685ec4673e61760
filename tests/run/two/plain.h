// What tests/run/scheme/called_plain.c calls: plain prototypes.
struct pair { int a; double b; };

int twice(int);
struct pair make_pair(int, double);
long sum_of_squares(int n, const int *a);
int apply(int (*)(int), int);
