// error: 1:1: x
#pragma omp end declare target
void h(void);
#pragma omp declare target link(h)
#pragma omp declare target(nowhere)
#pragma omp parallel
#pragma omp error message("stop here")
void f(int p)
{
#pragma omp declare target(p)
}
#pragma omp begin declare target
int x;
