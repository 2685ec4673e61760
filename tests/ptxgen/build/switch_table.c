// a dense switch outside loops: a table
#pragma omp declare target
int f(int x)
{
	switch (x) {
	case 1: return 3; case 2: return 1; case 3: return 4; case 4: return 1;
	case 6: return 5; case 7: return 9; case 8: return 2; case 9: return 6;
	default: return 0;
	}
}
#pragma omp end declare target
