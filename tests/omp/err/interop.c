/* What interop does [14.1]. */
void f(void *obj)
{
#pragma omp interop nowait
#pragma omp interop init(targetsync, obj)
#pragma omp interop use(obj) map(obj)
#pragma omp target
#pragma omp interop use(obj)
	;
}
// error: 4:13: expected 'init', 'use' or 'destroy' on 'interop'
// error: 5:41: expected 'target' or 'targetsync' and ':' in 'init' before ')'
// error: 6:30: expected a clause of 'interop' before identifier 'map'
// error: 8:13: 'interop' is not supported in a target region
