// error: 1:1: x
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
