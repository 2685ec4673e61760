// interop in host code: objects are omp_interop_none, and in order with the tasks that they depend on.
#include <omp.h>
#include <stdio.h>

enum { N = 100 };

static int a[N];

int main(void)
{
	omp_interop_t obj[2] = { &a, &a };
	int rc = 1;

	#pragma omp target nowait depend(out: a) map(tofrom: a)
	for (int i = 0; i < N; i++)
		a[i] = 3 * i;
	if (rc)
		#pragma omp interop init(prefer_type("cuda", omp_ifr_hip), targetsync: obj[0]) depend(in: a) nowait
	printf("%d %d\n", obj[0] == omp_interop_none, a[N - 1]);
	#pragma omp interop use(obj[0]) init(target: obj[1]), device(omp_get_default_device())
	printf("%d %d", obj[1] == omp_interop_none, omp_get_num_interop_properties(obj[1]));
	printf(" %d", omp_get_interop_ptr(obj[1], omp_ipr_targetsync, &rc) == NULL);
	printf(" %d %s\n", rc == omp_irc_empty, omp_get_interop_rc_desc(obj[1], (omp_interop_rc_t)rc));
	#pragma omp interop destroy(obj[0])
	return 0;
}
