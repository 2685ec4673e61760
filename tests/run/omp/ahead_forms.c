// Statements around target regions in their odd forms: where the host goes on before they are done, each is written
// as one statement still.
#include <stdio.h>
#define LOOP(n) for (int k = 0; k < (n); k++) add(k)
static int a[10], c;
static void add(int k)
#define BODY { _Pragma("omp target teams distribute parallel for") \
	for (int i = 0; i < 10; i++) a[i] += k; }
BODY
static int old(n) int n; { LOOP(n); return n; }
static inline int fold(int n) { if (n > 2) LOOP(n); else LOOP(1); return n; }
int main(int argc, char **argv)
{
	#pragma omp target data map(tofrom: a)
	{
		if (argc > 5) puts("x");
		else if (argc > 0)
			for (int j = 0; j < 2; j++) add(j);
		else
			LOOP(2);
		do LOOP(3); while (++c < 2 && puts("p"));
		for (int q = 0; q < 2; q++)
			if (putchar('.'))
				while (c < 6)
					add(c++);
		switch (argc) {
		case 1: LOOP(2); puts("one"); break;
		default: LOOP(3);
		}
		goto x;
	x:	LOOP(4);
		int r = old(3) + fold(4), z[2] = { 1, 2 };
		z[1] = r; LOOP(z[0] + 1);
		printf("%d\n", z[1]);
	}
	#pragma omp target data map(tofrom: a)
	for (int j = 0; j < 3; j++)
		if (j)
			LOOP(2);
	for (int i = 0; i < 10; i++) printf("%d ", a[i]);
	puts("");
	return 0;
}
