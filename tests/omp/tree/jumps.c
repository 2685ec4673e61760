/* Jumps that stay inside. */
int f(int n, int *a)
{
#pragma omp target parallel for
	for (int i = 0; i < n; i++) {
		if (a[i]) continue;
		for (;;) { if (a[0]) break; }
		switch (a[i]) { case 1: break; default: goto out; }
out:
		a[i] = 2;
	}
	while (n) {
		if (n == 2) break;
		goto end;
	}
end:
	return n;
}
