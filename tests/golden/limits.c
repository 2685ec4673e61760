// args: -scheme=spmd -arch=sm_70 -maxrregcount=32
/* thread_limit becomes .maxntid, in whole warps, and -maxrregcount .maxnreg: the assembler's limits. */
void
f(int *a)
{
	#pragma omp target parallel thread_limit(100) map(tofrom: a[0:100])
	a[0]++;
}
