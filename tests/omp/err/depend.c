void f(int *a, int s)
{
#pragma omp target depend(s) map(s)
	s++;
#pragma omp target depend(in s)
	s++;
#pragma omp target depend(out, s)
	s++;
#pragma omp target enter data map(to: s) depend(inn: s)
#pragma omp target exit data map(from: s) depend(in:)
#pragma omp target update to(s) depend()
#pragma omp taskwait depend
#pragma omp task depend(iterator(i = 0:3): a[i])
	s++;
#pragma omp task depend(iterator(i = 0:3), sink: a[i])
	s++;
#pragma omp for ordered(1)
	for (int i = 1; i < 9; i++) {
#pragma omp ordered depend(in: a[i])
#pragma omp ordered depend(source: i)
#pragma omp ordered doacross(sink)
	}
}
// error: 3:27: expected 'in', 'out', 'inout', 'mutexinoutset', 'inoutset' or 'depobj' before identifier 's'
// error: 5:30: expected ':' before identifier 's'
// error: 7:30: expected ':' before ','
// error: 9:49: expected 'in', 'out', 'inout', 'mutexinoutset', 'inoutset' or 'depobj' before identifier 'inn'
// error: 10:53: expected identifier before ')'
// error: 11:40: expected 'in', 'out', 'inout', 'mutexinoutset', 'inoutset' or 'depobj' before ')'
// error: 12:28: expected '(' before end of the directive
// error: 13:42: expected ',' before ':'
// error: 15:44: expected 'in', 'out', 'inout', 'mutexinoutset', 'inoutset' or 'depobj' before identifier 'sink'
// error: 19:28: expected 'source' or 'sink' before identifier 'in'
// error: 20:34: expected ')' before ':'
// error: 21:34: expected ':' before ')'
