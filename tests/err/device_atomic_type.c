// _Atomic objects that the hardware has no access to (C11 6.2.6.1p9); initialising one, or taking its address, is none
// error: 15:10: device code has no atomic access to struct pair
// error: 16:3: device code has no atomic access to struct pair
// error: 17:11: device code has no atomic access to struct pair
// error: 18:4: device code has no atomic access to members that are not aligned
struct pair { int x, y; };
struct __attribute__((packed)) tight { char c; _Atomic int n; };

int f(struct pair *a, struct tight *t)
{
	#pragma omp target map(a[0:1], t[0:1])
	{
		_Atomic struct pair p = { 1, 2 }, *q = &p;

		a[0] = p;
		*q = a[0];
		a->x = (*q).y;
		t->n++;
	}
	return 0;
}
