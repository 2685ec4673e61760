/*
 * suite_test.c: nvcc's own PTX (tests/baseline) run through the driver API and compared with the
 * host: fourteen kernels of the suite and both forms of Bertolli's Figure 12.  The kernels' sizes
 * are constants of theirs (N, K3), so small grids are launched, which touch only the first rows.
 * All of it runs twice: plainly, and timed.
 */
#include <math.h>
#include "driver.h"

enum { N = 4096, K3 = 256, PLANE = K3 * K3, LEN = 4 * PLANE };
static const int M = N * N;

static struct {
	CUdeviceptr a, b, c, w, idx;
	double *ha, *hb, *hc, *hw, *want;
	int *hidx;
	CUmodule module;
	CUevent from, to;
	const char *what; /* image and device, for test names */
	bool timed;
} s;

static char *
slurp(const char *file)
{
	FILE *in = fopen(file, "rb");
	char *text = NULL;
	size_t cap = 0;

	if (!in || getdelim(&text, &cap, '\0', in) < 0) {
		printf("Bail out! cannot read %s\n", file);
		exit(1);
	}
	fclose(in);
	return text;
}

static bool
load(const char *file)
{
	char log[4096] = "";
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)sizeof log };
	char *text = slurp(file);
	bool good = is(cu.cuModuleLoadDataEx(&s.module, text, 2, options, values), CUDA_SUCCESS,
		file);

	if (!good)
		diag("%s", log);
	free(text);
	return good;
}

/* A kernel of a few blocks: microseconds, not nothing and not a second. */
static void
took_time(const char *kernel)
{
	float ms = 0;

	cu.cuEventRecord(s.to, NULL);
	cu.cuEventElapsedTime(&ms, s.from, s.to);
	if (!ok(ms > 1e-4 && ms < 100, "%s: %s takes its time", s.what, kernel))
		diag("%g ms", ms);
}

static void
run(const char *kernel, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
	void **params)
{
	CUfunction f;
	CUresult err = cu.cuModuleGetFunction(&f, s.module, kernel);

	cu.cuMemcpyHtoD_v2(s.a, s.ha, LEN * sizeof(double));
	cu.cuEventRecord(s.from, NULL);
	if (!err)
		err = cu.cuLaunchKernel(f, gx, gy, gz, bx, by, 1, 0, NULL, params, NULL);
	if (!err)
		err = cu.cuCtxSynchronize();
	if (err)
		diag("%s: error %d: %s", kernel, err, cu.last_message());
	if (s.timed)
		took_time(kernel);
}

/* Device array a against s.want, whole, so that stray writes are seen too. */
static void
compare(const char *kernel, double tolerance)
{
	double *got = malloc(LEN * sizeof *got);
	int wrong = 0;

	cu.cuMemcpyDtoH_v2(got, s.a, LEN * sizeof *got);
	for (int i = 0; i < LEN; i++)
		if (!(fabs(got[i] - s.want[i]) <= tolerance * fabs(s.want[i])) && !wrong++)
			diag("%s: a[%d] is %.17g, expected %.17g", kernel, i, got[i], s.want[i]);
	ok(!wrong, "%s: %s", s.what, kernel);
	free(got);
}

static void
fresh(void)
{
	memcpy(s.want, s.ha, LEN * sizeof *s.want);
}

static void
setup(void)
{
	s.ha = malloc(LEN * sizeof(double));
	s.hb = malloc(LEN * sizeof(double));
	s.hc = malloc(LEN * sizeof(double));
	s.hw = malloc(LEN * sizeof(double));
	s.want = malloc(LEN * sizeof(double));
	s.hidx = malloc(LEN * sizeof(int));
	for (int i = 0; i < LEN; i++) {
		s.ha[i] = -1;
		s.hb[i] = 1.0 + i % 97 * 0.01;
		s.hc[i] = 2.0 - i % 31 * 0.02;
		s.hw[i] = 0.5 + i % 7 * 0.1;
		s.hidx[i] = i < 1024 ? 1023 - i : 0;
	}
}

static void
device_arrays(void)
{
	cu.cuMemAlloc_v2(&s.a, LEN * sizeof(double));
	cu.cuMemAlloc_v2(&s.b, LEN * sizeof(double));
	cu.cuMemAlloc_v2(&s.c, LEN * sizeof(double));
	cu.cuMemAlloc_v2(&s.w, LEN * sizeof(double));
	cu.cuMemAlloc_v2(&s.idx, LEN * sizeof(int));
	cu.cuMemcpyHtoD_v2(s.b, s.hb, LEN * sizeof(double));
	cu.cuMemcpyHtoD_v2(s.c, s.hc, LEN * sizeof(double));
	cu.cuMemcpyHtoD_v2(s.w, s.hw, LEN * sizeof(double));
	cu.cuMemcpyHtoD_v2(s.idx, s.hidx, LEN * sizeof(int));
}

/* ---- one-dimensional kernels ---- */

static void
vectors(void)
{
	const double *b = s.hb, *c = s.hc;
	double three = 3.0;
	void *abc[] = { &s.a, &s.b, &s.c, &three };
	void *abi[] = { &s.a, &s.b, &s.idx };

	fresh();
	for (int i = 0; i < 1024; i++)
		s.want[i] = fma(three, c[i], b[i]);
	run("_Z5triadPdPKdS1_d", 4, 1, 1, 256, 1, abc);
	compare("triad", 0);
	for (int i = 0; i < 1024; i++)
		s.want[i] = b[i] + c[i];
	run("_Z6vecaddPdPKdS1_", 4, 1, 1, 256, 1, abc);
	compare("vecadd", 0);
	for (int i = 0; i < 1024; i++)
		s.want[i] = sqrt(b[i]) + sqrt(c[i]);
	run("_Z3vasPdPKdS1_", 4, 1, 1, 256, 1, abc);
	compare("vas", 0);
	for (int i = 0; i < 1024; i++)
		s.want[i] = b[1023 - i];
	run("_Z3revPdPKdPKi", 4, 1, 1, 256, 1, abi);
	compare("rev", 0);
	fresh();
	for (int i = 0; i < 256; i++) {
		s.want[i] = b[i];
		for (int k = 0; k < 128; k++)
			s.want[i] = fma(s.want[i], c[i], 0.5);
	}
	run("_Z4compPdPKdS1_", 1, 1, 1, 256, 1, abc);
	compare("comp", 0);
}

static void
rows_and_columns(void)
{
	const double *b = s.hb, *c = s.hc;
	int lengths[32];
	CUdeviceptr rl;
	void *abcr[] = { &s.a, &s.b, &s.c, &rl };

	cu.cuMemAlloc_v2(&rl, sizeof lengths);
	for (int i = 0; i < 32; i++)
		lengths[i] = i % 6;
	cu.cuMemcpyHtoD_v2(rl, lengths, sizeof lengths);
	fresh();
	for (int i = 0; i < 32; i++)
		for (int j = 0; j < lengths[i]; j++)
			s.want[j * N + i] = b[j * N + i] + c[j * N + i];
	run("_Z3colPdPKdS1_PKi", 1, 1, 1, 32, 1, abcr);
	compare("col (divergent loop)", 0);
	cu.cuMemFree_v2(rl);
	fresh();
	for (int i = 0; i < 32; i++) {
		s.want[i] = 0;
		for (int j = 0; j < N; j++)
			s.want[i] = fma(b[i * N + j], c[j], s.want[i]);
	}
	run("_Z2mvPdPKdS1_", 1, 1, 1, 32, 1, abcr);
	compare("mv", 1e-13);
	fresh();
	for (int i = 0; i < 3 * N; i++)
		s.want[i] = b[i] * (b[i / N * N] * 2.0);
	run("_Z4rowsPdPKd", 3, 1, 1, 64, 1, abcr);
	compare("rows", 1e-15);
}

/* ---- stencils: rows 1 to 8, columns 1 to 32 ---- */

#define INNER \
	for (int i = 1; i <= 8; i++) \
		for (int j = 1; j <= 32; j++)

static void
stencils_2d(void)
{
	const double *b = s.hb, *c = s.hc, *w = s.hw;
	void *ab[] = { &s.a, &s.b, &s.c, &s.w };

	fresh();
	INNER
	{
		const double *p = b + i * N + j;
		s.want[i * N + j] = 0.2 * (p[0] + p[-1] + p[1] + p[-N] + p[N]);
	}
	run("_Z2s5PdPKd", 1, 1, 1, 32, 8, ab);
	compare("s5", 1e-14);
	INNER
	{
		const double *p = b + i * N + j;
		s.want[i * N + j] = 0.1 *
			(p[0] + p[-1] + p[1] + p[-N] + p[N] + p[-N - 1] + p[-N + 1] + p[N - 1] +
				p[N + 1]);
	}
	run("_Z2s9PdPKd", 1, 1, 1, 32, 8, ab);
	compare("s9", 1e-14);
	fresh();
	INNER
	{
		int o = i * N + j;
		double sum = (1.0 + (w[o + N] + w[o]) + (w[o + 1] + w[o])) * b[o] -
			(w[o + N] * b[o + N] + w[o] * b[o - N]) -
			(w[o + 1] * b[o + 1] + w[o] * b[o - 1]);
		s.want[o] = 0.9 * s.want[o] + 0.1 * (c[o] - sum);
	}
	run("_Z5chebyPdPKdS1_S1_", 1, 1, 1, 32, 8, ab);
	compare("cheby", 1e-12);
}

static double
sum27(const double *p)
{
	double sum = 0;

	for (int x = -1; x <= 1; x++)
		for (int y = -1; y <= 1; y++)
			for (int z = -1; z <= 1; z++)
				sum += p[x * PLANE + y * K3 + z];
	return sum;
}

static void
stencils_3d(void)
{
	void *ab[] = { &s.a, &s.b };

	fresh();
	for (int i = 1; i <= 2; i++)
		for (int j = 1; j <= 2; j++)
			for (int k = 1; k < K3 - 1; k++) {
				const double *p = s.hb + (i * K3 + j) * K3 + k;
				s.want[(i * K3 + j) * K3 + k] = 0.1 *
					(p[0] + p[-1] + p[1] + p[-K3] + p[K3] + p[-PLANE] +
						p[PLANE]);
			}
	run("_Z2s7PdPKd", 1, 2, 2, 256, 1, ab);
	compare("s7", 1e-14);
	for (int i = 1; i <= 2; i++)
		for (int j = 1; j <= 2; j++)
			for (int k = 1; k < K3 - 1; k++)
				s.want[(i * K3 + j) * K3 + k] = sum27(s.hb + (i * K3 + j) * K3 +
									k) *
					0.037;
	run("_Z3s27PdPKd", 1, 2, 2, 256, 1, ab);
	compare("s27", 1e-14);
}

/* Shuffles, shared memory, a barrier and an atomic; always over M elements. */
static void
dot(void)
{
	double *h = malloc((size_t)M * sizeof *h), got = 0;
	long double want = 0;
	CUdeviceptr big, out;
	void *params[] = { &out, &big, &big };

	for (int i = 0; i < M; i++) {
		h[i] = 1.0 + i % 97 * 0.01;
		want += (long double)h[i] * h[i];
	}
	cu.cuMemAlloc_v2(&big, (size_t)M * sizeof *h);
	cu.cuMemAlloc_v2(&out, sizeof got);
	cu.cuMemsetD8_v2(out, 0, sizeof got);
	cu.cuMemcpyHtoD_v2(big, h, (size_t)M * sizeof *h);
	run("_Z3dotPdPKdS1_", 8, 1, 1, 256, 1, params);
	cu.cuMemcpyDtoH_v2(&got, out, sizeof got);
	if (!ok(fabsl(got - want) <= 1e-12L * want, "%s: dot", s.what))
		diag("%.17g, expected %.17Lg", got, want);
	cu.cuMemFree_v2(big);
	cu.cuMemFree_v2(out);
	free(h);
}

/* ---- Figure 12 ---- */

static void
fig12_host(int n, int teams, int L, int K, int tests)
{
	int share = n / teams;

	fresh();
	for (int t = 0; t < teams; t++) {
		double beta = 0, *c = s.want + t * share;

		for (int it = 0; it < tests; it++) {
			for (int i = 0; i < L * K; i++)
				beta = beta * 0.5 + 0.01 * (i % K);
			for (int i = 0; i < share; i++)
				c[i] += beta * s.hb[t * share + i] + s.hc[t * share + i];
			for (int i = 0; i < L * K; i++)
				beta = beta * 0.25 + c[0] * 1e-9;
		}
	}
}

static void
fig12(void)
{
	int n = 4000, L = 3, K = 5, tests = 4;
	void *params[] = { &s.b, &s.c, &s.a, &n, &L, &K, &tests };

	fig12_host(n, 5, L, K, tests);
	run("fig12_ifmaster", 5, 1, 1, 128, 1, params);
	compare("fig12 if-master", 1e-12);
	run("fig12_controlloop", 5, 1, 1, 128, 1, params);
	compare("fig12 control loop", 1e-12);
}

static void
everything(int device, const char *arch, bool with_dot)
{
	char what[64], file[100];
	CUcontext ctx;

	snprintf(what, sizeof what, "%s on a %s%s", arch, device ? "v100" : "k40",
		s.timed ? ", timed" : "");
	s.what = what;
	cu.cuCtxCreate_v2(&ctx, 0, device);
	cu.cuEventCreate(&s.from, 0);
	cu.cuEventCreate(&s.to, 0);
	device_arrays();
	snprintf(file, sizeof file, "tests/baseline/suite.nvcc-11.8.%s.ptx", arch);
	if (load(file)) {
		vectors();
		rows_and_columns();
		stencils_2d();
		stencils_3d();
		if (with_dot)
			dot();
	}
	snprintf(file, sizeof file, "tests/baseline/fig12.nvcc-11.8.%s.ptx", arch);
	if (load(file))
		fig12();
	cu.cuCtxDestroy_v2(ctx);
}

int
main(void)
{
	open_driver();
	cu.set_option("devices", "k40,v100");
	cu.cuInit(0);
	setup();
	everything(0, "sm_35", true);
	everything(1, "sm_35", false);
	everything(1, "sm_70", true);
	s.timed = true;
	cu.set_option("timing", "1");
	everything(0, "sm_35", true);
	everything(1, "sm_70", true);
	return done();
}
