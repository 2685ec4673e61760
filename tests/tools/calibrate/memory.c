/*
 * memory.c: DRAM's bandwidth with full SMs and with few warps on each, kernels of open programs that
 * others have timed, and the host's side.
 */
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"

/* GB/s of `arrays` arrays of n doubles, blocks of s.threads with s.shared bytes. */
static double
stream(struct bench *b, const char *body, int arrays, uint32_t n, struct shape s)
{
	char *ptx = stream_kernel(body);
	CUdeviceptr p[4];
	size_t step = b->bytes / 4 / 4096 * 4096;
	CUmodule m = load(b, ptx);
	CUfunction f;
	for (int i = 0; i < 4; i++)
		p[i] = b->buffer + (size_t)i * step;
	void *params[] = { &p[0], &p[1], &p[2], &p[3], &n };
	TRY(b->cuModuleGetFunction(&f, m, "k"));
	if (s.shared > 48 << 10)
		TRY(b->cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
			(int)s.shared));
	s.teams = (n + s.threads - 1) / s.threads;
	launch(b, f, s, params); /* so that L2 is as in the middle of many */
	double us = best_launch(b, f, s, params);
	TRY(b->cuModuleUnload(m));
	free(ptx);
	return (double)arrays * 8 * n / us / 1e3;
}

static const char scale[] = "ld.global.nc.f64 %e1, [%d7]; mul.f64 %e1, %e1, 0d3FF3333333333333; "
			    "st.global.f64 [%d6], %e1;";

static const char read_only[] = "ld.global.nc.f64 %e1, [%d7]; "
				"setp.neu.f64 %p, %e1, 0d405EC00000000000; @%p bra $END; "
				"st.global.f64 [%d6], %e1;";

struct stream_row {
	const char *row;
	enum part part;
	const char *body;
	int arrays; /* that are read or written, each once */
};

static void
measure_streams(struct bench *b, const char *section, const struct stream_row *all, size_t n)
{
	uint32_t length = b->simulated && b->card != H200 ? 1 << 21 : 1 << 24;
	for (size_t i = 0; i < n; i++)
		result(b, section, all[i].row, all[i].part,
			stream(b, all[i].body, all[i].arrays, length,
				(struct shape){ 0, 1024, 0 }));
}

static const char triad4[] = "ld.global.nc.f64 %e1, [%d7]; ld.global.nc.f64 %e2, [%d8]; "
			     "ld.global.nc.f64 %e3, [%d9]; fma.rn.f64 %e1, %e1, %e3, %e2; "
			     "st.global.f64 [%d6], %e1;";

static void
measure_bandwidth(struct bench *b)
{
	static const struct stream_row all[] = {
		{ "read", FIT, read_only, 1 },
		{ "write", FIT, "st.global.f64 [%d6], 0d3FCD70A3D70A3D71;", 1 },
		{ "scale", FIT, scale, 2 },
		{ "STREAM triad", JUDGE,
			"ld.global.nc.f64 %e1, [%d7]; ld.global.nc.f64 %e2, [%d8]; "
			"fma.rn.f64 %e1, %e1, 0d4008000000000000, %e2; st.global.f64 [%d6], %e1;",
			3 },
		{ "triad of four arrays", JUDGE, triad4, 4 },
	};
	measure_streams(b, "DRAM, GB/s", all, sizeof all / sizeof *all);
}

/* A kernel of RRZE's with few warps on an SM: from four on, two blocks of half the warps each. */
static void
measure_curve(struct bench *b, const char *section, const struct stream_row *k)
{
	unsigned room = b->card == V100 ? 96 << 10 : b->card == H200 ? 227 << 10 : 48 << 10;
	char row[80];
	for (unsigned warps = 1, fit = 1; warps <= 64; warps *= 2, fit = !fit) {
		unsigned blocks = warps < 4 ? 1 : 2;
		struct shape s = { 0, warps / blocks * 32, room / blocks - 2048 };
		snprintf(row, sizeof row, "%s, %u warp%s on each SM", k->row, warps,
			warps > 1 ? "s" : "");
		result(b, section, row, fit ? k->part : JUDGE,
			stream(b, k->body, k->arrays,
				b->card == H200 ? 1 << 23 : 1 << 20 << (warps > 8), s));
	}
}

/*
 * What open programs do to memory, with their arithmetic: BabelStream's kernels, and what TeaLeaf's
 * conjugate gradients execute, on rows of 4,000 cells, without the sums over a block.
 */
static void
measure_programs(struct bench *b)
{
	static const char section[] = "open programs, GB/s";
	static const struct stream_row all[] = {
		{ "BabelStream copy", JUDGE,
			"ld.global.nc.f64 %e1, [%d7]; st.global.f64 [%d6], %e1;", 2 },
		{ "BabelStream mul", JUDGE, scale, 2 },
		{ "BabelStream add", JUDGE,
			"ld.global.nc.f64 %e1, [%d7]; ld.global.nc.f64 %e2, [%d8]; "
			"add.f64 %e1, %e1, %e2; st.global.f64 [%d6], %e1;",
			3 },
		{ "TeaLeaf cg_calc_p", JUDGE,
			"ld.global.f64 %e1, [%d6]; ld.global.nc.f64 %e2, [%d7]; "
			"fma.rn.f64 %e1, %e1, 0d3FE199999999999A, %e2; st.global.f64 [%d6], %e1;",
			3 },
		{ "TeaLeaf cg_calc_ur", JUDGE,
			"ld.global.f64 %e1, [%d6]; ld.global.f64 %e2, [%d7]; "
			"ld.global.nc.f64 %e3, [%d8]; ld.global.nc.f64 %e4, [%d9]; "
			"fma.rn.f64 %e1, %e3, 0d3FE199999999999A, %e1; st.global.f64 [%d6], %e1; "
			"fma.rn.f64 %e2, %e4, 0dBFE199999999999A, %e2; st.global.f64 [%d7], %e2;",
			6 },
		/* d7: the vector, d8 and d9: coefficients; from one row and one cell on */
		{ "TeaLeaf cg_calc_w", JUDGE,
			"ld.global.nc.f64 %e1, [%d7+32008]; "
			"ld.global.nc.f64 %e2, [%d8+32016]; ld.global.nc.f64 %e3, [%d8+32008]; "
			"ld.global.nc.f64 %e4, [%d9+64008]; ld.global.nc.f64 %e5, [%d9+32008]; "
			"add.f64 %e6, %e4, %e5; add.f64 %e7, %e2, %e3; add.f64 %e6, %e6, %e7; "
			"fma.rn.f64 %e6, %e6, %e1, %e1; neg.f64 %e6, %e6; "
			"ld.global.nc.f64 %e1, [%d7+32016]; ld.global.nc.f64 %e7, [%d7+32000]; "
			"fma.rn.f64 %e6, %e2, %e1, %e6; fma.rn.f64 %e6, %e3, %e7, %e6; "
			"ld.global.nc.f64 %e1, [%d7+64008]; ld.global.nc.f64 %e7, [%d7+8]; "
			"fma.rn.f64 %e6, %e4, %e1, %e6; fma.rn.f64 %e6, %e5, %e7, %e6; "
			"neg.f64 %e6, %e6; st.global.f64 [%d6], %e6;",
			4 },
	};
	static const struct stream_row curves[] = {
		{ "read", JUDGE, read_only, 1 },
		{ "triad of four arrays", JUDGE, triad4, 4 },
		{ "three points", JUDGE,
			"ld.global.nc.f64 %e1, [%d7]; ld.global.nc.f64 %e2, [%d7+8]; "
			"ld.global.nc.f64 %e3, [%d7+16]; mul.f64 %e1, %e1, 0d3FE0000000000000; "
			"sub.f64 %e1, %e1, %e2; fma.rn.f64 %e1, %e3, 0d3FE0000000000000, %e1; "
			"st.global.f64 [%d6], %e1;",
			2 },
		{ "five points", JUDGE,
			"ld.global.nc.f64 %e1, [%d7]; ld.global.nc.f64 %e2, [%d7+8]; "
			"ld.global.nc.f64 %e3, [%d7+16]; ld.global.nc.f64 %e4, [%d7+24]; "
			"ld.global.nc.f64 %e5, [%d7+32]; mul.f64 %e2, %e2, 0d3FD0000000000000; "
			"fma.rn.f64 %e1, %e1, 0d3FD0000000000000, %e2; sub.f64 %e1, %e1, %e3; "
			"fma.rn.f64 %e1, %e4, 0d3FE0000000000000, %e1; "
			"fma.rn.f64 %e1, %e5, 0d3FE0000000000000, %e1; st.global.f64 [%d6], %e1;",
			2 },
	};
	measure_streams(b, section, all, sizeof all / sizeof *all);
	for (size_t i = 0; b->card != K40 && i < sizeof curves / sizeof *curves; i++)
		measure_curve(b, section, &curves[i]);
}

void
measure_memory(struct bench *b)
{
	static const struct stream_row curve = { "scale", FIT, scale, 2 };
	measure_bandwidth(b);
	if (b->card != K40)
		measure_curve(b, "DRAM, GB/s", &curve);
	if (b->card != H200 || !b->simulated) /* none has been measured yet */
		measure_programs(b);
}

/* ---- the host's side ---- */

static double
null_kernels(struct bench *b)
{
	static const char ptx[] = ".version 6.4\n.target sm_35\n.address_size 64\n"
				  ".visible .entry k()\n{\n\tret;\n}\n";
	double best = 0;
	CUmodule m = load(b, ptx);
	CUfunction f;
	TRY(b->cuModuleGetFunction(&f, m, "k"));
	for (int round = 0; round < (b->simulated ? 1 : 5); round++) {
		float ms;
		TRY(b->cuEventRecord(b->from, NULL));
		for (int i = 0; i < 100; i++)
			TRY(b->cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
		TRY(b->cuEventRecord(b->to, NULL));
		TRY(b->cuCtxSynchronize());
		TRY(b->cuEventElapsedTime(&ms, b->from, b->to));
		best = !round || ms * 10 < best ? ms * 10 : best;
	}
	TRY(b->cuModuleUnload(m));
	return best;
}

/* Microseconds of one copy from ordinary, unpinned memory. */
static double
copy(struct bench *b, void *host, size_t bytes, bool to_host)
{
	float ms;
	TRY(b->cuEventRecord(b->from, NULL));
	if (to_host)
		TRY(b->cuMemcpyDtoH_v2(host, b->buffer, bytes));
	else
		TRY(b->cuMemcpyHtoD_v2(b->buffer, host, bytes));
	TRY(b->cuEventRecord(b->to, NULL));
	TRY(b->cuEventSynchronize(b->to));
	TRY(b->cuEventElapsedTime(&ms, b->from, b->to));
	return ms * 1e3;
}

void
measure_host(struct bench *b)
{
	result(b, "host", "null kernels in a row, us each", FIT, null_kernels(b));
	size_t bytes = 64 << 20;
	char *host = malloc(bytes);
	if (!host)
		fail("malloc", 0);
	memset(host, 1, bytes); /* each page is there, and is its own */
	copy(b, host, bytes, false);
	result(b, "host", "copy of 1 KB to the device, us", FIT, copy(b, host, 1024, false));
	result(b, "host", "copy of 64 MB to the device, GB/s", FIT,
		bytes / copy(b, host, bytes, false) / 1e3);
	result(b, "host", "copy of 64 MB from the device, GB/s", FIT,
		bytes / copy(b, host, bytes, true) / 1e3);
	free(host);
}
