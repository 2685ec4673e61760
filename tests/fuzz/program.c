/*
 * program.c: fuzz target: a whole C program to PTX and host C.  Its first byte picks architecture,
 * scheme and optimisation.
 */
#include "compile.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	if (size > 0 && (!strstr(text, "include") || !strchr(text, '/')))
		fuzz_compile(text + 1, true, data[0]);
	free(text);
	return 0;
}
