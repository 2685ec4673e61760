/* front.c: fuzz target: any bytes as a C source for preprocessor and parser. */
#include "compile.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	if (!strstr(text, "include") || !strchr(text, '/')) /* no way to the machine's files */
		fuzz_compile(text, false, 0);
	free(text);
	return 0;
}
