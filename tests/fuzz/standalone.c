/*
 * standalone.c: a main for fuzz targets where there is no libFuzzer (gcc): mutates the seeds
 * blindly and calls the target.  Options, as far as they go, are libFuzzer's:
 *
 *	TARGET -max_total_time=SECONDS -seed=N -max_len=BYTES -artifact_prefix=PATH FOLDER_OR_FILE...
 *
 * A file alone, without -max_total_time, is run once: that is how a finding is looked at.  The
 * input at hand is kept in PATHcurrent, which stays when the target crashes.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seed {
	uint8_t *data;
	size_t size;
};

struct fuzzer {
	struct seed *seeds;
	size_t nseeds;
	long seconds;
	size_t max_len;
	uint64_t state;
	const char *prefix;
};

static size_t
random_below(struct fuzzer *f, size_t n)
{
	f->state = f->state * 6364136223846793005u + 1442695040888963407u;
	return n ? (size_t)(f->state >> 33) % n : 0;
}

/* ---- seeds ---- */

static void
add_file(struct fuzzer *f, const char *path)
{
	FILE *in = fopen(path, "rb");
	uint8_t *data = malloc(f->max_len);
	size_t size = in ? fread(data, 1, f->max_len, in) : 0;

	if (in)
		fclose(in);
	f->seeds = realloc(f->seeds, (f->nseeds + 1) * sizeof *f->seeds);
	f->seeds[f->nseeds++] = (struct seed){ data, size };
}

static void
add(struct fuzzer *f, const char *path)
{
	struct stat st;
	DIR *dir = stat(path, &st) == 0 && S_ISDIR(st.st_mode) ? opendir(path) : NULL;
	char name[4096];

	if (!dir) {
		add_file(f, path);
		return;
	}
	for (struct dirent *e; (e = readdir(dir));) {
		snprintf(name, sizeof name, "%s/%s", path, e->d_name);
		if (stat(name, &st) == 0 && S_ISREG(st.st_mode))
			add_file(f, name);
	}
	closedir(dir);
}

/* ---- mutation ---- */

/* Puts a piece of another seed in the place of a piece of this one. */
static size_t
splice(struct fuzzer *f, uint8_t *data, size_t size)
{
	const struct seed *other = &f->seeds[random_below(f, f->nseeds)];
	size_t at = random_below(f, size + 1),
	       gone = random_below(f, (size - at < 64 ? size - at : 64) + 1);
	size_t from = random_below(f, other->size), left = other->size - from;
	size_t n = random_below(f, (left < 64 ? left : 64) + 1);

	if (size - gone + n > f->max_len)
		return size;
	memmove(data + at + n, data + at + gone, size - at - gone);
	memcpy(data + at, other->data + from, n);
	return size - gone + n;
}

static size_t
mutate(struct fuzzer *f, uint8_t *data, size_t size)
{
	for (size_t i = random_below(f, 6) + 1; i > 0; i--)
		if (size && random_below(f, 3) == 0)
			data[random_below(f, size)] ^= (uint8_t)(1 << random_below(f, 8));
		else
			size = splice(f, data, size);
	return size;
}

static void
keep(const struct fuzzer *f, const uint8_t *data, size_t size)
{
	char path[4096];
	FILE *out;

	snprintf(path, sizeof path, "%scurrent", f->prefix);
	out = fopen(path, "wb");
	if (!out)
		return;
	fwrite(data, 1, size, out);
	fclose(out);
}

static long
fuzz(struct fuzzer *f)
{
	uint8_t *data = malloc(f->max_len + 1);
	time_t end = time(NULL) + f->seconds;
	long runs = 0;

	for (; time(NULL) < end; runs++) {
		const struct seed *s = &f->seeds[random_below(f, f->nseeds)];
		uint8_t *exact;
		size_t size = s->size;

		memcpy(data, s->data, size);
		size = mutate(f, data, size);
		keep(f, data, size);
		exact = malloc(size + !size); /* so that the sanitizer sees its end */
		memcpy(exact, data, size);
		alarm(20);
		LLVMFuzzerTestOneInput(exact, size);
		free(exact);
	}
	free(data);
	return runs;
}

int
main(int argc, char **argv)
{
	struct fuzzer f = { .max_len = 1 << 16, .state = 1, .prefix = "./" };

	for (int i = 1; i < argc; i++) {
		sscanf(argv[i], "-max_total_time=%ld", &f.seconds);
		sscanf(argv[i], "-max_len=%zu", &f.max_len);
		sscanf(argv[i], "-seed=%lu", &f.state);
		if (strncmp(argv[i], "-artifact_prefix=", 17) == 0)
			f.prefix = argv[i] + 17;
	}
	for (int i = 1; i < argc; i++)
		if (argv[i][0] != '-')
			add(&f, argv[i]);
	if (f.nseeds == 0)
		return 2;
	for (size_t i = 0; i < f.nseeds; i++)
		LLVMFuzzerTestOneInput(f.seeds[i].data, f.seeds[i].size);
	printf("Done %ld runs\n", fuzz(&f) + (long)f.nseeds);
	for (size_t i = 0; i < f.nseeds; i++)
		free(f.seeds[i].data);
	free(f.seeds);
	return 0;
}
