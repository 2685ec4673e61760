/* What clauses exclude: each other, themselves, numbers and types. */
struct unknown;
extern struct unknown u;

void f(int n, double d, int *p)
{
	int a[8];

	#pragma omp target map(always, close, always, to: a)
	a[0] = n;
	#pragma omp target map(present present, to: a) map(u)
	a[0] = n;
	#pragma omp target update to(a, p[0:n]) from(p[0:n], n)
	#pragma omp target parallel
	{
		#pragma omp single copyprivate(n) nowait
		n = 1;
		#pragma omp for simd linear(d: 1) schedule(static, 0)
		for (int i = 0; i < 8; i++)
			a[i] = d;
		#pragma omp taskloop num_tasks(1) grainsize(2)
		for (int i = 0; i < 8; i++)
			a[i] = d;
	}
	#pragma omp target teams num_teams(-1) thread_limit(0)
	a[0] = n;
	#pragma omp target parallel num_threads(4 - 4)
	a[0] = n;
	#pragma omp metadirective when(device={kind(gpu)}: parallel) default(nothing) otherwise(single)
	a[1] = n;
	#pragma omp metadirective when(device={kind(gpu)}, device={arch(nvptx)}: parallel)
	a[1] = n;
	#pragma omp metadirective
	a[1] = n;
}

void g(int *a)
{
	#pragma omp metadirective when(devices={kind(gpu)}: parallel)
	a[1] = 1;
}

void h(int *a)
{
	#pragma omp metadirective otherwise(metadirective otherwise(parallel))
	a[1] = 1;
}

struct pair {
	int *p, n;
};

void i(struct pair *q)
{
	#pragma omp target update to(q->n, q->p[0:2]) from((*q).n, q->p[0 : 2], q->p[0:1])
}
// error: 9:40: modifier 'always' is given twice
// error: 11:33: modifier 'present' is given twice
// error: 11:53: 'u' cannot be mapped: its type 'struct unknown' is incomplete
// error: 13:47: 'p[0:n]' is in 'to' and in 'from': expected it in one of them
// error: 16:37: 'copyprivate' and 'nowait' exclude each other
// error: 18:54: expected a positive number in 'schedule'
// error: 18:31: 'd' has type 'double': expected an integer or a pointer in 'linear'
// error: 21:37: 'num_tasks' and 'grainsize' exclude each other
// error: 25:37: expected a positive number in 'num_teams'
// error: 25:54: expected a positive number in 'thread_limit'
// error: 27:42: expected a positive number in 'num_threads'
// error: 29:80: a second choice for the rest in a metadirective
// error: 31:53: selector set 'device' is given twice
// error: 33:2: expected 'when', 'default' or 'otherwise' in a metadirective
// error: 39:33: expected 'construct', 'device', 'target_device', 'implementation' or 'user' before identifier 'devices'
// error: 45:38: a metadirective cannot choose a metadirective
// error: 55:53: '(*q).n' is in 'to' and in 'from': expected it in one of them
// error: 55:61: 'q->p[0 : 2]' is in 'to' and in 'from': expected it in one of them
