/*
 * device.c: the device that calibrate measures: opened through a driver's library, launched on,
 * timed.
 */
#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "calibrate.h"

void
fail(const char *what, int error)
{
	fprintf(stderr, "calibrate: %s gives %d\n", what, error);
	exit(1);
}

/* What $PTXAS makes of a text. */
static char *
assemble(struct bench *b, const char *ptx)
{
	char from[] = "/tmp/calibrate.XXXXXX", to[40], command[600];
	const char *ptxas = getenv("PTXAS");
	int fd = mkstemp(from);
	FILE *f = fdopen(fd, "w");
	snprintf(to, sizeof to, "%s.o", from);
	snprintf(command, sizeof command, "%s -arch=sm_%d %s -o %s", ptxas ? ptxas : "ptxas", b->sm,
		from, to);
	if (!f || fputs(ptx, f) < 0 || fclose(f) || system(command))
		fail(command, -1);
	char *cubin = slurp(to);
	remove(from);
	remove(to);
	return cubin;
}

CUmodule
load(struct bench *b, const char *ptx)
{
	bool cubin = b->machine && !b->simulated;
	char *image = cubin ? assemble(b, ptx) : NULL;
	CUmodule m;
	TRY(b->cuModuleLoadData(&m, image ? image : ptx));
	free(image);
	return m;
}

/* Microseconds of one launch. */
double
launch(struct bench *b, CUfunction f, struct shape s, void **params)
{
	float ms;
	TRY(b->cuEventRecord(b->from, NULL));
	TRY(b->cuLaunchKernel(f, s.teams, 1, 1, s.threads, 1, 1, s.shared, NULL, params, NULL));
	TRY(b->cuEventRecord(b->to, NULL));
	TRY(b->cuCtxSynchronize());
	TRY(b->cuEventSynchronize(b->to));
	TRY(b->cuEventElapsedTime(&ms, b->from, b->to));
	return ms * 1e3;
}

double
best_launch(struct bench *b, CUfunction f, struct shape s, void **params)
{
	double best = launch(b, f, s, params);
	for (int i = 0; !b->simulated && i < 8; i++) {
		double t = launch(b, f, s, params);
		best = t < best ? t : best;
	}
	return best;
}

void
result(struct bench *b, const char *section, const char *row, enum part part, double value)
{
	const char *name = part == FIT ? "fit" : "judge";
	printf("%s\t%s\t%s\t%.4g\n", section, row, name, value);
	fflush(stdout);
	if (b->store)
		fprintf(b->store, "%s\t%s\t%s\t%.4g\n", section, row, name, value);
}

/* "NVIDIA H200" becomes h200, "Tesla V100-SXM2-16GB" v100-sxm2-16gb. */
static void
short_name(char *out, size_t size, const char *title)
{
	static const char *const makers[] = { "NVIDIA ", "Tesla " };
	size_t n = 0;
	for (int i = 0; i < 2; i++)
		if (!strncmp(title, makers[i], strlen(makers[i])))
			title += strlen(makers[i]);
	for (; *title && *title != '(' && n + 1 < size; title++)
		out[n++] = isalnum((unsigned char)*title) ? (char)tolower((unsigned char)*title) :
							    '-';
	while (n && out[n - 1] == '-')
		n--;
	out[n] = '\0';
}

static void
open_store(struct bench *b, const char *folder, const char *title)
{
	char card[80], date[20], path[400];
	time_t now = time(NULL);
	short_name(card, sizeof card, title);
	strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
	snprintf(path, sizeof path, "%s/%s.%s.%s.tsv", folder, b->rows, card, date);
	if (!(b->store = fopen(path, "w"))) {
		perror(path);
		exit(1);
	}
	fprintf(b->store,
		"# calibrate on %s (%s), %d SMs, %.0f MHz, %s\n"
		"# section\trow\tpart\tvalue\n",
		title, b->simulated ? "simulated" : "real", b->sms, b->mhz, date);
	fprintf(stderr, "calibrate: rows go to %s\n", path);
}

static void
load_calls(struct bench *b, const char *name)
{
	const char *path = getenv("CALIBRATE_LIB");
	ptxsimSetOption_fn *set;
	void *lib = dlopen(!b->simulated ? "libcuda.so.1" :
			path             ? path :
					   "build/lib/libptxsim.so",
		RTLD_NOW);
	if (!lib) {
		fprintf(stderr, "calibrate: %s\n", dlerror());
		exit(1);
	}
#define X(f) \
	if (!(*(void **)&b->f = dlsym(lib, #f))) \
		fail(#f, -1);
	CALLS(X)
#undef X
	*(void **)&set = dlsym(lib, "ptxsimSetOption");
	if (b->simulated &&
		(set("devices", name + 4) || set("timing", "1") ||
			(b->machine && set("code", "machine"))))
		fail("ptxsimSetOption", 1);
}

void
open_device(struct bench *b, const char *name, const char *store)
{
	static const char *const cards[] = { "k40", "v100", "h200" };
	CUdevice dev;
	CUcontext ctx;
	char title[100];
	int khz;
	b->simulated = !strncmp(name, "sim:", 4);
	b->card = H200;
	for (int i = 0; b->simulated && i < NCARDS; i++)
		if (!strncmp(name + 4, cards[i], strlen(cards[i])))
			b->card = (enum card)i;
	load_calls(b, name);
	TRY(b->cuInit(0));
	TRY(b->cuDeviceGet(&dev, b->simulated ? 0 : atoi(name + 5)));
	TRY(b->cuCtxCreate_v2(&ctx, 0, dev));
	TRY(b->cuDeviceGetName(title, sizeof title, dev));
	TRY(b->cuDeviceGetAttribute(&khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE, dev));
	TRY(b->cuDeviceGetAttribute(&b->sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, dev));
	b->mhz = khz / 1e3;
	for (int k = 0; k < 2; k++) {
		int n;
		TRY(b->cuDeviceGetAttribute(&n,
			k ? CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR :
			    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
			dev));
		b->sm = b->sm * 10 + n;
	}
	b->bytes = b->simulated && b->card != H200 ? (size_t)160 << 20 : (size_t)600 << 20;
	TRY(b->cuMemAlloc_v2(&b->buffer, b->bytes));
	TRY(b->cuMemsetD8_v2(b->buffer, 0, b->bytes));
	TRY(b->cuEventCreate(&b->from, 0));
	TRY(b->cuEventCreate(&b->to, 0));
	printf("# %s: %s, %d SMs, %.0f MHz\n", name, title, b->sms, b->mhz);
	if (store)
		open_store(b, store, title);
}
