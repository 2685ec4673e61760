/* search: where a pattern of 12 letters occurs in a text of four letters; counted, and marked. */
#include "bench.h"
#include <string.h>

enum { LENGTH = 12 };
static int n;
static char *text, *pattern, *mark;
static int *count;

static void
setup(int size)
{
	uint32_t seed = 6;

	n = size;
	ARRAY(text, n + LENGTH);
	ARRAY(pattern, LENGTH);
	ARRAY(mark, n);
	ARRAY(count, 1);
	for (int i = 0; i < n; i++)
		text[i] = "acgt"[next_random(&seed) >> 9 & 3];
	for (int i = 0; i < LENGTH; i++)
		pattern[i] = "acgtacgatgca"[i];
	for (int i = 0; i < n; i += 1001)
		memcpy(text + i, pattern, i + LENGTH <= n ? LENGTH : 0);
	to_device(text);
	to_device(pattern);
}

#ifdef CUDA
static void
search(void)
{
	LAUNCH(search_text, BLOCKS(n), 256, D(mark), D(count), D(text), D(pattern), V(n));
}
#else
static void
search_text(char *mark, int *count, const char *text, const char *pattern, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		int k = 0;

		while (k < LENGTH && text[i + k] == pattern[k])
			k++;
		mark[i] = k == LENGTH;
		if (k == LENGTH) {
			#pragma omp atomic
			++*count;
		}
	}
}

static void
search(void)
{
	search_text(mark, count, text, pattern, n);
}
#endif

static void
step(void)
{
	*count = 0;
	to_device(count);
	search();
}

static bool
check(void)
{
	int expected = 0;
	bool right = true;

	from_device(mark);
	from_device(count);
	for (int i = 0; i < n; i++) {
		bool here = !memcmp(text + i, pattern, LENGTH);

		expected += here;
		right = right && mark[i] == here;
	}
	return right && *count == expected;
}

const struct bench search_bench = { "search", { 1 << 15, 1 << 16, 1 << 25 }, setup, step, check };
