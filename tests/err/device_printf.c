// What the device's printf cannot do.
#include <stdio.h>

int main(void)
{
	int n = 3, count;

	#pragma omp target map(from: count)
	{
		printf("%.*f %*d %.*f\n", 2, 1.5, n, 7, n, 2.5);
		printf("%d%n\n", n, &count);
	}
	return 0;
}
// error: 10:43: a precision that is not a constant: the device's printf has no '.*'
// error: 11:3: the device's printf has no '%n'
