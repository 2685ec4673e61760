// args: -scheme=hostseq
// error: 36:14: scheme 'hostseq' cannot take this target region: the host can do the sequential part of one team: expected 'num_teams(1)' [MC112]
// error: 39:14: scheme 'hostseq' cannot take this target region: the host can do the sequential part of one team: expected 'num_teams(1)' [MC112]
// error: 42:40: scheme 'hostseq' cannot take this target region: 'reduction' is about one kernel, and the region becomes several: expected the directive without it [MC112]
// error: 45:41: scheme 'hostseq' cannot take this target region: 'nowait' is about one kernel, and the region becomes several: expected the directive without it [MC112]
// error: 26:30: scheme 'hostseq' cannot take this target region: its sequential code calls 'orphan', and this 'parallel for' there cannot become a kernel of the region: expected it in the region itself [MC112]
// error: 53:15: scheme 'hostseq' cannot take this target region: 'single' outside of parallel regions would be the host's: expected it in a 'parallel', or its block without it [MC112]
// error: 59:11: scheme 'hostseq' cannot take this target region: sequential code calls 'elsewhere', whose answer on the host is another than on the device: expected the call in a parallel region [MC112]
// error: 62:11: scheme 'hostseq' cannot take this target region: sequential code calls 'omp_get_max_threads', whose answer on the host is another than on the device: expected the call in a parallel region [MC112]
// error: 65:15: scheme 'hostseq' cannot take this target region: 'calls' stays where it is, and host and device would each have one: expected a variable that is mapped, or an ordinary one of the block [MC112]
// error: 68:8: scheme 'hostseq' cannot take this target region: 'n' hides the variable that the directive names: expected another name [MC112]
// error: 70:37: scheme 'hostseq' cannot take this target region: 'n' is changed in the region, and each of its kernels needs the value that it has here: expected another variable [MC112]
// error: 74:11: scheme 'hostseq' cannot take this target region: sequential code uses 'b', and the directive does not say how much of it is to be moved: expected a map of a section [MC112]
// error: 77:4: scheme 'hostseq' cannot take this target region: sequential code uses 's', and the directive does not say how much of it is to be moved: expected a map of a section [MC112]
// error: 80:5: scheme 'hostseq' cannot take this target region: an address is stored in 's', and the host's mean nothing on the device: expected an index [MC112]
// error: 83:33: scheme 'hostseq' cannot take this target region: 'p' holds an address that the host, or another kernel, has computed: expected it to be computed in this parallel region [MC112]
// error: 86:21: scheme 'hostseq' cannot take this target region: 'a' is mapped 'to' and changed here, where the host has no second one: expected 'tofrom' [MC112]
// error: 88:54: scheme 'hostseq' cannot take this target region: the array 'k' is private and changed: expected a map of it [MC112]
// error: 91:48: scheme 'hostseq' cannot take this target region: 'n' is of one team: expected it in a clause of 'target' [MC112]
#include <omp.h>
#define REGION _Pragma("omp parallel for") for (int i = 0; i < 8; i++)

static int global;
#pragma omp declare target
int elsewhere(int);
static void orphan(int *a) { REGION a[i]++; }
static int *place_of(int *a) { return a + 1; }
#pragma omp end declare target

struct list { int n; int *at; };

void f(int *a, int *b, int n, struct list s)
{
	int k[8] = { 0 };

	#pragma omp target teams map(tofrom: a[0:8])
	{ a[0] = 1; REGION a[i]++; }

	#pragma omp target teams num_teams(1 + 1) map(tofrom: a[0:8])
	{ a[0] = 1; REGION a[i]++; }

	#pragma omp target teams num_teams(1) reduction(+: n) map(tofrom: a[0:8])
	{ n = 1; REGION a[i]++; }

	#pragma omp target map(tofrom: a[0:8]) nowait
	{ a[0] = 1; REGION a[i]++; }

	#pragma omp target map(tofrom: a[0:8])
	{ orphan(a); }

	#pragma omp target map(tofrom: a[0:8])
	{
		#pragma omp single
		a[0] = elsewhere(1);
		REGION a[i]++;
	}

	#pragma omp target map(tofrom: a[0:8])
	{ a[0] = elsewhere(1); REGION a[i]++; }

	#pragma omp target map(tofrom: a[0:8])
	{ a[0] = omp_get_max_threads(); REGION a[i]++; }

	#pragma omp target map(tofrom: a[0:8])
	{ static int calls; a[0] = calls++; REGION a[i]++; }

	#pragma omp target map(tofrom: a[0:n])
	{ int n = 3; a[0] = n; REGION a[i]++; }

	#pragma omp target map(tofrom: a[0:n])
	{ n--; REGION a[i]++; }

	#pragma omp target map(tofrom: a[0:8])
	{ a[0] = b[0]; REGION a[i]++; }

	#pragma omp target map(tofrom: s)
	{ s.at[0] = 0; REGION s.n = i; }

	#pragma omp target map(tofrom: a[0:8], s)
	{ s.at = a; REGION s.n = i; }

	#pragma omp target map(tofrom: a[0:8])
	{ int *p = place_of(a); REGION p[i] = i; }

	#pragma omp target map(to: a[0:8])
	{ a[0] = 1; REGION a[i]++; }

	#pragma omp target map(tofrom: a[0:8]) firstprivate(k)
	{ k[0] = 1; REGION a[i] += k[i]; }

	#pragma omp target teams num_teams(1) private(n) map(tofrom: a[0:8])
	{ n = 1; REGION a[i] += n; }
}
