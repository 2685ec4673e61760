/*
 * clock_test.c: %clock in timed launches: a micro-kernel that times itself gets the machine's
 * cycles, also where other warps of its team wait for it at a barrier or poll memory for what it
 * will write; and in plain launches, where a clock counts instructions.
 */
#include "core.h"
#include "timing/stats.h"

#define READ(to) "mov.u64 " to ", %clock64; "
#define OUT(k, v) "st.global.u64 [%a+" #k "], " v "; "

static const char kernels[] =
	".version 6.4\n.target sm_35\n.address_size 64\n"
	/* out[0]: cycles of eight dependent fma, from the first to one that waits for the last */
	".visible .entry chain(.param .u64 out, .param .u32 n)\n{\n"
	".reg .b32 %r<4>; .reg .f64 %d<4>; .reg .b64 %a, %t<4>;\n"
	"ld.param.u64 %a, [out]; ld.param.u32 %r1, [n]; cvt.rn.f64.u32 %d1, %r1; "
	"cvt.rzi.u32.f64 %r2, %d1;\n"
	"add.u32 %r2, %r2, 1; st.global.u32 [%a+32], %r2;\n" READ(
		"%t1") "\n"
		       "fma.rn.f64 %d1, %d1, %d1, %d1; fma.rn.f64 %d1, %d1, %d1, %d1; fma.rn.f64 %d1, %d1, %d1, %d1;\n"
		       "fma.rn.f64 %d1, %d1, %d1, %d1; fma.rn.f64 %d1, %d1, %d1, %d1; fma.rn.f64 %d1, %d1, %d1, %d1;\n"
		       "fma.rn.f64 %d1, %d1, %d1, %d1; fma.rn.f64 %d1, %d1, %d1, %d1; "
		       "add.f64 %d2, %d1, %d1;\n" READ("%t2") "sub.u64 %t2, %t2, %t1; " OUT(0,
			       "%t2") "st.global.f64 [%a+8], %d2; ret;\n}\n"
				      /* the first thread spins for n cycles; the others meet it at
                                         a barrier; out[tid] = cycles until then */
				      ".visible .entry spin(.param .u64 out, .param .u32 n)\n{\n"
				      ".reg .pred %p; .reg .b32 %r<4>; .reg .b64 %a, %t<4>;\n"
				      "ld.param.u64 %a, [out]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; "
				      "mad.wide.u32 %a, %r2, 8, %a;\n" READ(
					      "%t1") "setp.ne.u32 %p, %r2, 0; cvt.u64.u32 %t3, %r1; @%p bra W;\n"
						     "L: " READ(
							     "%t2") "sub.u64 %t2, %t2, %t1; setp.lt.u64 %p, %t2, %t3; @%p bra L;\n"
								    "W: bar.sync 0; " READ(
									    "%t2") "sub.u64 %t2, %t2, %t1; " OUT(0,
									    "%t2") "ret;\n}\n"
										   /* the last warp
                                                                                      waits n
                                                                                      cycles, then
                                                                                      writes a flag
                                                                                      for which the
                                                                                      others poll */
										   ".visible .entry poll(.param .u64 out, .param .u32 n)\n{\n"
										   ".reg .pred %p; .reg .b32 %r<5>; .reg .b64 %a, %t<4>; .shared .u32 flag;\n"
										   "ld.param.u64 %a, [out]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; "
										   "mad.wide.u32 %a, %r2, 8, %a;\n"
										   "mov.u32 %r3, 0; st.volatile.shared.u32 [flag], %r3; bar.sync 0;\n" READ(
											   "%t1") "setp.lt.u32 %p, %r2, 96; cvt.u64.u32 %t3, %r1; @%p bra W;\n"
												  "L: " READ(
													  "%t2") "sub.u64 %t2, %t2, %t1; setp.lt.u64 %p, %t2, %t3; @%p bra L;\n"
														 "mov.u32 %r3, 1; st.volatile.shared.u32 [flag], %r3;\n"
														 "W: ld.volatile.shared.u32 %r4, [flag]; setp.eq.u32 %p, %r4, 0; @%p bra W;\n" READ(
															 "%t2") "sub.u64 %t2, %t2, %t1; " OUT(0,
															 "%t2") "ret;\n}\n"
																/* the first and the last thing of a launch: clocks go on from one launch to the next */
																".visible .entry when(.param .u64 out, .param .u32 n)\n{\n"
																".reg .b64 %a, %t<3>; ld.param.u64 %a, [out]; " READ(
																	"%t1") "mov.u64 %t2, %globaltimer; " OUT(0,
																	"%t1")
																	OUT(8, "%t2") "ret;\n}\n";

static bool
launch(struct sim_device *dev, struct sim_module *m, const char *name, unsigned teams,
	unsigned threads, uint64_t out, uint32_t n, bool timed)
{
	struct {
		uint64_t a;
		uint32_t n;
	} params = { out, n };
	struct timing_run t;
	struct sim_launch l = {
		.func = sim_module_entry(m, name),
		.grid = { teams, 1, 1 },
		.block = { threads, 1, 1 },
		.params = &params,
		.timing = timed ? &t.hooks : NULL,
	};
	struct sim_result r;
	timing_init(&t, dev->model->timing);
	sim_run(dev, &l, &r);
	bool good = ok(!r.status, "%s on %s with %u teams of %u threads", name, dev->model->name,
		teams, threads);
	if (!good)
		diag("%s", r.message.text ? r.message.text : "failed");
	sim_log_free(&r.message);
	return good;
}

static void
test_device(struct sim_device *dev, double fma)
{
	struct sim_module *m = load_text(dev, kernels);
	uint64_t out = sim_alloc(dev, 8 * 1024);
	uint64_t *v = sim_host_view(dev, out, 8 * 1024), first[128];
	if (!ok(m != NULL, "kernels load")) {
		diag("%s", core.log.text);
		return;
	}
	launch(dev, m, "chain", 1, 32, out, 1, true);
	if (!ok(v[0] >= 8 * fma && v[0] < 8 * fma + 25, "eight dependent fma take %g cycles each",
		    fma))
		diag("%llu cycles", (unsigned long long)v[0]);

	launch(dev, m, "spin", 1, 128, out, 20000, true);
	memcpy(first, v, sizeof first);
	bool all = true;
	for (int i = 0; i < 128; i++)
		all &= v[i] >= 19900 && v[i] < 21500;
	if (!ok(all, "warps that wait at a barrier for one that spins"))
		diag("%llu %llu %llu cycles", (unsigned long long)v[0], (unsigned long long)v[32],
			(unsigned long long)v[96]);
	launch(dev, m, "spin", 1, 128, out, 20000, true);
	ok(!memcmp(first, v, sizeof first), "the same times again");
	launch(dev, m, "spin", 300, 64, out, 3000, true);

	launch(dev, m, "poll", 1, 128, out, 10000, true);
	all = true;
	for (int i = 0; i < 128; i++)
		all &= v[i] >= 10000 && v[i] < 12000;
	if (!ok(all, "warps that poll for what one that spins will write"))
		diag("%llu %llu cycles", (unsigned long long)v[0], (unsigned long long)v[96]);

	launch(dev, m, "when", 1, 1, out, 0, true);
	uint64_t before = v[0];
	double ns = (double)v[1], khz = dev->model->clock_khz;
	ok(fabs(ns - (double)before * 1e6 / khz) < 100, "%%globaltimer counts nanoseconds");
	launch(dev, m, "chain", 1, 32, out, 1, true);
	launch(dev, m, "when", 1, 1, out, 0, true);
	ok(v[0] > before, "clocks go on from launch to launch");
	launch(dev, m, "spin", 1, 64, out, 100, false);
	ok(v[0] >= 100, "a plain run counts instructions");
	launch(dev, m, "chain", 1, 32, out, 1, false);
	if (!ok(v[0] == 10, "all that one warp executes without a stop"))
		diag("%llu instructions", (unsigned long long)v[0]);
	sim_module_unload(m);
}

int
main(void)
{
	open_devices();
	test_device(core.k40, 10);
	test_device(core.v100, 8);
	close_devices();
	return done();
}
