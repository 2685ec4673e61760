/* A clause that the host's compiler alone implements (OpenMP 5.2 [5.7.1]). */
// error: 8:27: clause 'copyin' is not supported in a target region
int own;
#pragma omp threadprivate(own)
void f(int *a)
{
	#pragma omp target map(tofrom: a[0:1])
	#pragma omp parallel for copyin(own)
	for (int i = 0; i < 1; i++)
		a[i] = i;
}
