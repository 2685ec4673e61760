struct s { int n; double *p; } s; int a[100], b[10][10]; double d; extern int unknown[]; void fn(void); typedef int word;
void f(int n, double *p, int v[n])
{
	int vla[n], i, j;
	double x[2];
#pragma omp target map(tofrom: p[0:d])
	p[0] = 1;
#pragma omp target map(to: fn)
	;
#pragma omp target map(to: p[0:2][0:2])
	;
#pragma omp target firstprivate(vla)
	vla[0] = 1;
#pragma omp target
	{
#pragma omp atomic
		s = s;
#pragma omp atomic write
		s = s;
#pragma omp error at(execution) message(5)
	}
#pragma omp parallel if(for: n)
	;
#pragma omp parallel for schedule(runtime, 4)
	for (i = 0; i < n; i++) ;
#pragma omp parallel for schedule(auto, 4)
	for (i = 0; i < n; i++) ;
#pragma omp parallel reduction(5: n)
	;
#pragma omp target teams reduction(+: b[0:2][0:3])
	;
#pragma omp target parallel reduction(+: a[0:2], a[i:3])
	a[0] = 1;
#pragma omp loop
	for (i = 0; i < n; i++) ;
#pragma omp target is_device_ptr(p[0:1])
	;
#pragma omp target update to(*(a[0:3]))
#pragma omp target update to((a[0:3]).x)
#pragma omp atomic
	n = p - n;
}
// error: 6:36: expected an integer in an array section, found type 'double'
// error: 8:28: expected a variable in the list, 'fn' is none
// error: 10:34: '[' after a list item of type 'double', which is neither array nor pointer
// error: 17:3: expected 'x++;', 'x op= expression;' or 'x = x op expression;' after 'atomic'
// error: 19:3: expected a scalar in 'atomic', found type 'struct s'
// error: 20:41: expected a string in 'message', found type 'int'
// error: 22:25: 'if' cannot be meant for 'for'
// error: 24:42: this schedule takes no chunk size, expected ')'
// error: 26:39: this schedule takes no chunk size, expected ')'
// error: 28:32: expected a reduction operator before integer constant '5'
// error: 30:39: expected a variable, or a section without holes of one, in 'reduction', found 'b[0:2][0:3]'
// error: 32:50: 'a[i:3]': several sections of one variable need one operator and constant bounds
// error: 34:13: expected a 'bind' clause: no 'teams' or 'parallel' is in sight to bind 'loop' to
// error: 36:35: expected ')' before '['
// error: 38:30: dereferencing an array section is not supported
// error: 39:38: a member after an array section is not supported
// error: 41:2: expected arithmetic in 'atomic', found a pointer's: x has type 'int'
// error: 13:2: 'vla' has variable length and cannot be firstprivate on 'target'
