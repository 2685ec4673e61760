// What the device's printf cannot do.
#include <stdio.h>

int main(void)
{
	FILE *log = stderr;
	int n = 3, count;

	#pragma omp target map(from: count)
	{
		printf("%.*f %*d %.*f\n", 2, 1.5, n, 7, n, 2.5);
		printf("%d%n\n", n, &count);
		fprintf(log, "%d\n", n);
		count = printf("%d\n", n);
	}
	return 0;
}
// error: 11:43: a precision that is not a constant: the device's printf has no '.*'
// error: 12:3: the device's printf has no '%n'
// error: 13:11: device code prints to 'stdout' and 'stderr' only
// error: 14:11: the device's printf does not count characters: expected no use of its result, or only '< 0'
