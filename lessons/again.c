/*
 * main() of a lesson's program that is to run AGAIN times (15) in one process, so that the first launches, on a GPU
 * that is still slow, do not count.  Compiled together with the program by on-gpu, with -Dmain=lesson_main.
 */
#undef main
#include <stdlib.h>

int lesson_main(int argc, char **argv);

int
main(int argc, char **argv)
{
	const char *text = getenv("AGAIN");
	int status = 0;

	for (int n = text ? atoi(text) : 15; n > 0; n--)
		status |= lesson_main(argc, argv);
	return status;
}
