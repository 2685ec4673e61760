/*
 * map.c: fuzz target: the bytes choose maps, unmaps and updates, which libdevrt does on the
 * simulator and the model of tests/devrt/map_steps.h beside it.  Aborts where they differ.
 */
#include <stdlib.h>
#include "tests/devrt/map_steps.h"

struct bytes {
	const uint8_t *at, *end;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned
next_byte(void *state)
{
	struct bytes *b = state;

	return b->at < b->end ? *b->at++ : 0;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes bytes = { data, data + size };
	struct model *m;

	setenv("DEVRT_DEVICE", "sim:k40,sim:v100", 0);
	setenv("DEVRT_LIBDIR", "build/lib", 0);
	m = model_new(next_byte, &bytes, 2);
	while (bytes.at < bytes.end) {
		if (!model_step(m) || !model_agrees(m))
			abort();
	}
	model_finish(m);
	if (!model_agrees(m))
		abort();
	free(m);
	return 0;
}
