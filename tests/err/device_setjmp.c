// jumps out of functions, the end of the program, frames
#include <setjmp.h>
#include <stdlib.h>

jmp_buf env;

void f(int *a)
{
	#pragma omp target
	{
		longjmp(env, 1);
		exit(3);
	}
}
// error: 11:3: device code cannot use longjmp
// error: 12:3: device code calls 'exit', which is not defined in this file and not 'declare target'
