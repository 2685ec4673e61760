/* What dispatch is about [7.6]. */
int g(int n);
#pragma omp declare variant(g) match(construct={dispatch}) append_args(interop(target))
int h(int n);
void f(int *a)
{
#pragma omp dispatch
	for (int i = 0; i < 4; i++)
		a[i] = g(i);
#pragma omp dispatch
	a[0] = 4;
#pragma omp dispatch is_device_ptr(a)
	a[0] = g(1);
#pragma omp dispatch priority(3)
	a[0] = g(1);
#pragma omp dispatch nocontext
	a[0] = g(1);
}
// error: 3:60: clause 'append_args' is not supported
// error: 7:13: expected a call of a function, or an assignment of its value, after 'dispatch'
// error: 10:13: expected a call of a function, or an assignment of its value, after 'dispatch'
// error: 14:22: expected a clause of 'dispatch' before identifier 'priority'
// error: 16:22: expected a clause of 'dispatch' before identifier 'nocontext'
