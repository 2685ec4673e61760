/*
 * bertolli.c: Bertolli et al. 2014, Table 2 from nvcc's PTX of Figure 12's two hand-written
 * kernels: by how many per cent the control loop is dearer than if-master.
 *
 * The paper leaves the sequential work of Figure 12 open and gives one absolute time: if-master
 * with 256 blocks of 256 threads, 122.021 ms for all tests, of which it says there were 10^6.
 * That would be 0.12 us a test, less than one barrier; 10^3 are the only power of ten with which
 * the time fits the percentages.  So there are two tables: with K = 100 of these kernels' loops,
 * as the paper has it, and with as many of them as take 122 us, so that the sequential parts are
 * as heavy as the paper's.  One number is taken from the paper for the second, none of its
 * percentages.
 */
#include <stdlib.h>

#include "calibrate.h"

#define PAPER_US 122.021

/* One turn of the kernel's outermost loop, microseconds. */
static double
fig12(struct bench *b, CUmodule m, const char *kernel, uint32_t K, struct shape s)
{
	uint32_t n = 16384, L = 1, few = 1, many = 3;
	CUdeviceptr p[3];
	CUfunction f;
	for (int i = 0; i < 3; i++)
		p[i] = b->buffer + (size_t)i * n * 8;
	void *one[] = { &p[0], &p[1], &p[2], &n, &L, &K, &few };
	void *three[] = { &p[0], &p[1], &p[2], &n, &L, &K, &many };
	TRY(b->cuModuleGetFunction(&f, m, kernel));
	launch(b, f, s, one);
	return (best_launch(b, f, s, three) - best_launch(b, f, s, one)) / 2;
}

static void
table2(struct bench *b, CUmodule m, const char *section, uint32_t K)
{
	char row[80];
	for (unsigned threads = 32; threads <= 256; threads *= 2)
		for (unsigned blocks = 1; blocks <= 256; blocks *= 2) {
			struct shape s = { blocks, threads, 0 };
			double a = fig12(b, m, "fig12_ifmaster", K, s),
			       c = fig12(b, m, "fig12_controlloop", K, s);
			snprintf(row, sizeof row, "%u threads, %u block%s", threads, blocks,
				blocks > 1 ? "s" : "");
			result(b, section, row, JUDGE, 100 * (c - a) / a);
		}
}

/*
 * The K with which if-master takes the paper's time: it takes a constant and so much more for
 * each.
 */
static uint32_t
heavy(struct bench *b, CUmodule m)
{
	struct shape s = { 256, 256, 0 };
	double some = fig12(b, m, "fig12_ifmaster", 100, s),
	       more = fig12(b, m, "fig12_ifmaster", 200, s);
	return (uint32_t)(100 + (PAPER_US - some) / (more - some) * 100 + 0.5);
}

void
measure_bertolli(struct bench *b)
{
	char *ptx = slurp("tests/baseline/fig12.nvcc-11.8.sm_35.ptx"), section[80];
	CUmodule m;
	TRY(b->cuModuleLoadData(&m, ptx));
	table2(b, m, "Table 2, %, K = 100", 100);
	uint32_t K = heavy(b, m);
	snprintf(section, sizeof section, "Table 2, %%, K = %u", (unsigned)K);
	table2(b, m, section, K);
	TRY(b->cuModuleUnload(m));
	free(ptx);
}
