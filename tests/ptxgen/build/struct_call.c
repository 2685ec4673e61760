// structs by value: arguments are addresses, results go to a slot
struct v { double x, y; };
static struct v turn(struct v a) { struct v r = { -a.y, a.x }; return r; }
void f(struct v *p)
{
	#pragma omp target is_device_ptr(p)
	p[0] = turn(p[1]);
}
