/*
 * replay.c: launches that were recorded, with the code that was frozen with them, on a GPU or a simulated one.
 *
 *     replay [-rN] DEVICE LIST FILE...      FILE: PTX or cubins
 *
 * LIST has a line "kernel NAME SIZE CODE" and a line for each launch behind it: launch ENTRY, seven numbers
 * (grid, block, dynamic shared bytes), and the parameters, each as pieces with '/' between: #BYTES in hexadecimal,
 * ARRAY+OFFSET, or ?N, room of its own that is 0.  Input is made as bench.c makes it.  All launches of a kernel run
 * N times (2), so that the last finds its data in L2 where a program would; for each kernel a line says NAME, SIZE,
 * CODE, launches, and of the last time cycles, instructions of warps and of threads (0 on a real GPU, where a
 * profiler sees the launches in this order).
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "replay.h"

enum { LINE = 4096, LAUNCHES = 4096, PARAMETERS = 32, ROOMS = 16, ROOM = 4 << 20 };

struct launch {
	char entry[200];
	unsigned shape[7];
	unsigned char bytes[PARAMETERS][256];
};

struct counts counts;
static unsigned long long rooms[ROOMS];

static void
wrong(const char *what)
{
	fprintf(stderr, "replay: %s\n", what);
	exit(2);
}

static unsigned long long
room(int i)
{
	static char zeros[ROOM];

	if (i < 0 || i >= ROOMS)
		wrong("too many rooms");
	if (!rooms[i])
		rooms[i] = cuda_alloc(ROOM);
	cuda_to(rooms[i], zeros, ROOM);
	return rooms[i];
}

static unsigned long long
address_of(const char *piece)
{
	struct bench_image image;
	size_t n = strcspn(piece, "+");

	if (*piece == '?')
		return room(atoi(piece + 1));
	for (int i = 0; bench_nth_array(i, &image); i++)
		if (!strncmp(image.name, piece, n) && !image.name[n])
			return image.address + strtoull(piece + n + 1, NULL, 10);
	wrong(piece);
	return 0;
}

static void
read_parameter(unsigned char *to, char *text)
{
	for (char *piece = strtok(text, "/"); piece; piece = strtok(NULL, "/")) {
		if (*piece != '#') {
			unsigned long long address = address_of(piece);

			memcpy(to, &address, sizeof address);
			to += sizeof address;
			continue;
		}
		for (piece++; piece[0] && piece[1]; piece += 2)
			*to++ = (unsigned char)strtoul((char[]){ piece[0], piece[1], 0 }, NULL, 16);
	}
}

static void
read_launch(struct launch *l, char *line)
{
	char *words[PARAMETERS + 10], *save;
	int n = 0;

	for (char *w = strtok_r(line, " \n", &save); w && n < PARAMETERS + 9;
		w = strtok_r(NULL, " \n", &save))
		words[n++] = w;
	if (n < 9)
		wrong("a launch is too short");
	snprintf(l->entry, sizeof l->entry, "%s", words[1]);
	for (int i = 0; i < 7; i++)
		l->shape[i] = (unsigned)strtoul(words[2 + i], NULL, 10);
	for (int i = 9; i < n; i++)
		read_parameter(l->bytes[i - 9], words[i]);
}

static void
run(const char *title, const struct launch *l, int n, int times)
{
	char name[100], code[100];
	int size;

	while (times--) {
		memset(&counts, 0, sizeof counts);
		for (int i = 0; i < n; i++) {
			void *arguments[PARAMETERS];

			for (int k = 0; k < PARAMETERS; k++)
				arguments[k] = (void *)l[i].bytes[k];
			cuda_launch(l[i].entry, l[i].shape, arguments);
		}
		cuda_wait();
	}
	if (sscanf(title, "kernel %99s %d %99s", name, &size, code) == 3)
		printf("%s\t%d\t%s\t%d\t%.0f\t%llu\t%llu\n", name, size, code, n, counts.cycles,
			counts.warps, counts.threads);
	fflush(stdout);
}

static bool
set_up(const char *title)
{
	char name[100];
	int size;

	if (sscanf(title, "kernel %99s %d", name, &size) != 2)
		return false;
	for (int i = 0; benches[i]; i++)
		if (!strcmp(benches[i]->name, name)) {
			benches[i]->setup(benches[i]->size[size]);
			return true;
		}
	return false;
}

int
main(int argc, char **argv)
{
	static struct launch launches[LAUNCHES];
	static char line[LINE], title[LINE];
	int n = 0, at = 1, times = 2;

	if (at < argc && !strncmp(argv[at], "-r", 2))
		times = atoi(argv[at++] + 2);
	if (argc < at + 3)
		wrong("usage: replay [-c] DEVICE LIST FILE...");
	FILE *list = fopen(argv[at + 1], "r");
	if (!list)
		wrong(argv[at + 1]);
	cuda_open(argv[at]);
	for (int i = at + 2; i < argc; i++)
		cuda_load(argv[i]);
	for (bool more = true; more;) {
		more = fgets(line, sizeof line, list);
		if (more && strncmp(line, "kernel ", 7)) {
			if (n == LAUNCHES)
				wrong("too many launches");
			memset(&launches[n], 0, sizeof launches[n]);
			read_launch(&launches[n++], line);
			continue;
		}
		if (n)
			run(title, launches, n, times);
		if (*title)
			bench_release();
		n = 0;
		strcpy(title, line);
		if (more && !set_up(title))
			wrong(title);
	}
	return 0;
}
