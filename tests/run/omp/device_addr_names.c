// use_device_addr of variables that are no arrays: host code in the block has the device's addresses.
#include <stdio.h>

#define ADDRESS(v) (&(v))

struct pair { int x, y; };

static void add(int *p, int n)
{
	#pragma omp target is_device_ptr(p)
	*p += n;
}

static void add_y(struct pair *p, int n)
{
	#pragma omp target is_device_ptr(p)
	p->y += n;
}

int main(void)
{
	int x = 1, on = 1;
	struct pair pair = { 2, 3 };

	#pragma omp target data map(x, pair) use_device_addr(x, pair)
	{
		int *p = ADDRESS(x), same = 0;
		struct pair *q = &pair;

		add(&x, 10);
		#pragma omp parallel num_threads(2) shared(x)
		#pragma omp single
		add(&(x), 100);
		add_y(q, 5);
		add(&pair.x, 7);
		#pragma omp target map(same) map(x)
		same = &x == p;
		#pragma omp target has_device_addr(x)
		x += 1000;
		printf("%d %zu\n", same, sizeof x);
	}
	printf("%d %d %d\n", x, pair.x, pair.y);
	#pragma omp target data map(x) use_device_addr(x) if(on > 5)
	printf("%d\n", x + *&x);
	return 0;
}
