// may-refuse: inspector
// needs-threads: 2
// What 'error at(execution)' says in device code, which goes on after a warning [8.5].
#include <stdio.h>

static void look(int n, const char *why)
{
	if (n > 10) {
		#pragma omp error at(execution) severity(warning) message(why)
	}
}

int main(void)
{
	char text[16] = "a" " buffer";
	int n = 5;

	#pragma omp target map(tofrom: n) map(to: text)
	{
		look(n, "not this");
		#pragma omp parallel num_threads(2)
		{
			#pragma omp error at(execution) message(text) severity(warning)
		}
		n *= 4;
		#pragma omp error at(execution), severity(warning)
		look(n, "100%" " of it");
	}
	printf("host: %d\n", n);
	return 0;
}
