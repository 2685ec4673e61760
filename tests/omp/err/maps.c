struct b { int bits : 3; int *p; };
extern int unknown[];
void g(void);
void f(int n, int *a, struct b s)
{
	int arr[10];
#pragma omp target map(a[0:])
	a[0] = 1;
#pragma omp target map(release: arr)
	arr[0] = 1;
#pragma omp target enter data map(from: arr)
#pragma omp target exit data map(to: arr)
#pragma omp target map(s.bits)
	;
#pragma omp target map(arr[5:6])
	arr[5] = 1;
#pragma omp target map(arr[0:-1])
	arr[0] = 1;
#pragma omp target map(n[0:1])
	n = 1;
#pragma omp target map(unknown)
	;
#pragma omp target
	unknown[0] = 1;
#pragma omp target map(mapper(x) to: arr)
	;
#pragma omp target is_device_ptr(n)
	n = 1;
#pragma omp target map(g)
	;
#pragma omp target map(arr[0:4:2])
	;
}
// error: 7:25: expected a length in the section of 'a', whose extent is unknown
// error: 9:20: this map type is not allowed on 'target': expected to, from, tofrom or alloc
// error: 11:31: this map type is not allowed on 'target enter data': expected to or alloc
// error: 12:30: this map type is not allowed on 'target exit data': expected from, release or delete
// error: 13:24: bit-field 's.bits' cannot be mapped
// error: 15:27: array section outside the array's 10 elements
// error: 17:27: the length of an array section must not be negative
// error: 19:25: '[' after a list item of type 'int', which is neither array nor pointer
// error: 21:24: expected a section: the extent of 'unknown' is unknown
// error: 25:38: no mapper 'x' for type 'int [10]' is declared
// error: 27:34: expected a pointer in 'is_device_ptr', 'n' has type 'int'
// error: 29:24: expected a variable in the list, 'g' is none
// error: 31:24: a section with a stride is allowed in 'to' and 'from' of 'target update' only
// error: 24:2: the extent of 'unknown' is unknown: expected a 'map' of a section of it
