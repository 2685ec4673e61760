// args: -scheme=spmd -arch=sm_70
// A char counts: how often is known, as with an int.
void f(float *b)
{
	#pragma omp target map(tofrom: b[0:4])
	for (unsigned char k = 254; k != 2; k++)
		b[k & 3] = k;
}
