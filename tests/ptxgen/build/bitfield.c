// bit-fields: read with two shifts, written by read, mask, or
struct b { unsigned lo : 3; signed hi : 7; };
void f(struct b *p, int *a)
{
	#pragma omp target is_device_ptr(p, a)
	{
		p->hi = a[0];
		a[1] = p->lo;
	}
}
