// fprintf to stdout and stderr in device code: both are the device's one stream.
#include <stdio.h>

static void say(const char *what, int n)
{
	if (fprintf(stderr, "%s: %d\n", what, n) < 0)
		fprintf(stdout, "not printed\n");
}

int main(void)
{
	int n = 20;

	#pragma omp target map(tofrom: n)
	{
		fprintf(stdout, "from %d", n);
		n *= 2;
		fprintf(stderr, " to %d%c %s\n", n, '.', "device");
		#pragma omp parallel num_threads(8)
		#pragma omp single
		say("once", n + 2);
	}
	printf("host: %d\n", n);
	return 0;
}
