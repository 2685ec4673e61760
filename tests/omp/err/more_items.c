int a[100], x; void fn(void); void (*fp)(void);
#pragma omp begin declare target to(x)
#pragma omp end declare target
void f(int n)
{
#pragma omp target map(tofrom: *fp)
	;
#pragma omp target depend(in: a[0:3].x)
	;
#pragma omp target map(to: &(a[0:3]))
	;
}
// error: 2:34: clause 'to' is not allowed on 'begin declare target': it marks what is declared up to its end
// error: 6:32: function '*fp' cannot be mapped
// error: 10:28: expected identifier before '&'
