struct list { struct list *next; int value; } *head;
struct forward;
struct holder { struct forward *f; };
struct forward { char c; long l; };
struct holder holder;
union u { char c; double d; int i[3]; } u;
struct bits { int a : 3; unsigned b : 5, : 0, c : 1; long d : 33; _Bool e : 1; } bits;
struct packed { char c; int i; } __attribute__((packed)) packed;
struct aligned { char c; int i __attribute__((aligned(16))); } aligned;
struct anonymous { int a; struct { int b; union { float c; int d; }; }; } anonymous;
struct flexible { int n; double d[]; } flexible;
enum e { A = -1, B, C = 1 << 4 } e;
enum big { HUGE = 1ul << 40 } big;
int use(struct anonymous *p) { return p->a + p->b + p->d + anonymous.c; }
