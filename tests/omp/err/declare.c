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
// error: 1:13: 'end declare target' without a 'declare target' that it would end
// error: 3:33: function 'h' cannot be in 'link'
// error: 4:28: 'nowhere' undeclared
// error: 5:13: 'parallel' outside a function: expected a declarative directive
// error: 6:13: stop here
// error: 9:28: expected a function or a variable of static storage duration in 'declare target', 'p' is neither
// error: 11:1: 'declare target' without 'end declare target'
