/* Macros are expanded in directives. */
#define TEAMS num_teams(8)
#define OP +
#define LIST a[0:N]
#define N 10
void f(int *a)
{
	int s = 0;
#pragma omp target teams TEAMS map(LIST) reduction(OP: s)
	s += a[0];
}
