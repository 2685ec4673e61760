#define BAD 08
#define OUTER (BAD + 1)
int a = OUTER;
