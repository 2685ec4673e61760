// a sparse switch: a search tree of comparisons, ranges by subtraction
#pragma omp declare target
int f(int x)
{
	switch (x) {
	case 1: return 10;
	case 5 ... 8: x++;
	case 100: return x;
	case -7: return 3;
	}
	return 0;
}
#pragma omp end declare target
