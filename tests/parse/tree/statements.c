int f(int n)
{
	int sum = 0, i;
	for (int i = 0, j = 9; i < j; i++, j--)
		sum += i;
	for (;;)
		break;
	while (n) { n--; if (n == 3) continue; else sum++; }
	do sum--; while (sum > 0);
	switch (n) {
	case 1: case 2: sum = 1; __attribute__((fallthrough));
	case 3 ... 5: { sum = 2; }
	default: sum = 3;
	}
	if (n) if (sum) return 1; else return 2;
	goto end;
	{
		int n = 2, i = n;
		static int kept = 3;
		extern int elsewhere;
		sum = i + kept + elsewhere;
	}
again:
	;
end:
	__asm__ volatile("nop" : : "r"(n) : "memory");
	if (sum) goto again;
	int late = n;
	void *target = &&again;
	goto *target;
	return late + i;
}
void g(void) { return; }
