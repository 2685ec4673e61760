// Both teams initialise one lock, in the library: the messages have the user's lines, at any depth.
// schemes: spmd generic
// devices: v100
// expect: race_library.c:16: race: team 1, thread
// expect: writes 'l' (4 bytes) in function 'omp_init_lock'
// expect: race_library.c:20: note: team 0, thread 31 writes it in function 'omp_unset_lock'; nothing orders the two
// expect not: <minicc>
#include <omp.h>
#pragma omp declare target
omp_lock_t l;
#pragma omp end declare target
int main(void)
{
	#pragma omp target teams num_teams(2)
	{
		omp_init_lock(&l);
		#pragma omp parallel num_threads(32)
		{
			omp_set_lock(&l);
			omp_unset_lock(&l);
		}
	}
	return 0;
}
