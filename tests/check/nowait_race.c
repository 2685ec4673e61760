// Constructs that nothing orders use the same data: two kernels, an update, the end of a data region, a
// kernel whose depend clause names something else, data that comes too late.
// check: race
// schemes: spmd dynpar
// devices: v100
// expect: nowait_race.c:29: race: kernel 'main_l27' writes 'a[0]'
// expect: nowait_race.c:26: note: kernel 'main_l24' writes it; no 'taskwait' and no 'depend' orders the two
// expect: nowait_race.c:20:56: note: 'a' is mapped here, 4000 bytes
// expect: nowait_race.c:33:14: race: 'target update' copies 'b[0]'
// expect: nowait_race.c:32: note: kernel 'main_l30' writes it
// expect: nowait_race.c:39: race: kernel 'main_l37' writes 'b[0]'
// expect: nowait_race.c:36: note: kernel 'main_l34' reads it
// expect: data races: 4
// options: -Wno-lost-value
#include <stdio.h>
int a[1000];
int main(void)
{
	int n = 1000, b[1000] = { 0 }, c[10], x, y;
	#pragma omp target enter data map(to: b[0:n]) map(to: a)
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < 1000; i++)
		a[i] = i;
	#pragma omp target teams distribute parallel for nowait
	for (int i = 0; i < 1000; i++)
		a[i] = 1;
	#pragma omp target teams distribute parallel for nowait
	for (int i = 0; i < 1000; i++)
		a[i] *= 2;
	#pragma omp target teams distribute parallel for nowait depend(out: x)
	for (int i = 0; i < 1000; i++)
		b[i] += 1;
	#pragma omp target update from(b[0:n])
	#pragma omp target nowait depend(in: x) map(from: c)
	for (int i = 0; i < 10; i++)
		c[i] = b[i];
	#pragma omp target nowait depend(out: y)
	for (int i = 0; i < 10; i++)
		b[i] = i;
	#pragma omp taskwait
	#pragma omp target exit data map(from: a) map(release: b[0:n])
	printf("%d\n", a[0]);
}
