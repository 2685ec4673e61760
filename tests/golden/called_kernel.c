// args: -scheme=generic -arch=sm_70
// A kernel that has no region itself, but calls what may have: the record in dynamic shared memory,
// workers that take regions from elsewhere.
#pragma omp declare target
void elsewhere(void);
#pragma omp end declare target

void
f(void)
{
	#pragma omp target
	elsewhere();
}
