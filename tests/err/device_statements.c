// statements that only the host compiler implements
void f(int *a)
{
	#pragma omp target
	{
		void *to = &&end;

		__asm__("nop");
		goto *to;
	end:
		a[0] = 1;
	}
}
// error: 6:14: device code cannot use addresses of labels
// error: 8:3: device code cannot contain inline assembly
// error: 9:3: device code cannot contain a computed goto
