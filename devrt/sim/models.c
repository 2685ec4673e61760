/*
 * models.c: the machines that the simulator can be.  Numbers a program can ask for and limits that
 * launches are checked against; nothing here is about time.
 *
 * Sources: [board] NVIDIA Tesla K40 board specification BD-06902-001; [volta] NVIDIA Volta tuning
 * guide; [occ] the limits in NVIDIA's occupancy calculator header (compute capabilities 3.5, 7.0,
 * 9.0); [meas] measured on such a card; [spec] the product's data sheet; [cpg] CUDA C programming
 * guide, table of compute capabilities.
 */
#include "sim.h"

#define KIB(n) ((size_t)(n) << 10)
#define GIB(n) ((size_t)(n) << 30)

static const struct sim_model k40 = {
	.name = "k40",
	.gpu_name = "Tesla K40 (simulated)",
	.cc_major = 3,
	.cc_minor = 5,
	.sms = 15,                         /* [board] 2,880 cores of 192 an SM */
	.max_threads_per_block = 1024,     /* [cpg] */
	.max_threads_per_sm = 2048,        /* [occ] */
	.max_blocks_per_sm = 16,           /* [occ] */
	.regs_per_sm = 65536,              /* [occ] */
	.shared_per_block = KIB(48),       /* [occ] */
	.shared_per_block_optin = KIB(48), /* [occ] no opt-in on Kepler */
	.shared_per_sm = KIB(48),          /* [occ] of 16, 32, 48 */
	.global_bytes = GIB(12),           /* [board] */
	.const_bytes = KIB(64),            /* [cpg] */
	.clock_khz = 745000,               /* [board] base clock, as shipped */
	.independent_threads = false,      /* [volta] only from 7.0 on */
	.cdp1 = true,
	.cdp2 = false,
	.l2_bytes = 1536 << 10,   /* [board] */
	.mem_bus_bits = 384,      /* [board] */
	.mem_clock_khz = 3004000, /* [board] 6.008 GT/s, double rate */
};

static const struct sim_model v100 = {
	.name = "v100",
	.gpu_name = "Tesla V100-SXM2-16GB (simulated)",
	.cc_major = 7,
	.cc_minor = 0,
	.sms = 80,                         /* [meas] */
	.max_threads_per_block = 1024,     /* [cpg] */
	.max_threads_per_sm = 2048,        /* [occ] */
	.max_blocks_per_sm = 32,           /* [occ] */
	.regs_per_sm = 65536,              /* [occ] */
	.shared_per_block = KIB(48),       /* [occ] */
	.shared_per_block_optin = KIB(96), /* [occ] */
	.shared_per_sm = KIB(96),          /* [occ] of 0, 8, 16, 32, 64, 96 */
	.global_bytes = GIB(16),           /* [spec] */
	.const_bytes = KIB(64),            /* [cpg] */
	.clock_khz = 1530000,              /* [spec] boost: 15.7 TFLOP/s, 10,240 a clock */
	.independent_threads = true,       /* [volta] */
	.cdp1 = true,
	.cdp2 = true,
	.l2_bytes = 6 << 20,     /* [volta] */
	.mem_bus_bits = 4096,    /* [meas] */
	.mem_clock_khz = 877000, /* [meas] */
};

static const struct sim_model h200 = {
	.name = "h200",
	.gpu_name = "NVIDIA H200 (simulated)",
	.cc_major = 9,
	.cc_minor = 0,
	.sms = 132,                               /* [meas] */
	.max_threads_per_block = 1024,            /* [cpg] */
	.max_threads_per_sm = 2048,               /* [occ] */
	.max_blocks_per_sm = 32,                  /* [occ] */
	.regs_per_sm = 65536,                     /* [occ] */
	.shared_per_block = KIB(48),              /* [occ] */
	.shared_per_block_optin = KIB(227),       /* [occ] */
	.shared_per_sm = KIB(228),                /* [occ] */
	.global_bytes = (size_t)141 * 1000000000, /* [spec] */
	.const_bytes = KIB(64),                   /* [cpg] */
	.clock_khz = 1980000,                     /* [meas] under load */
	.independent_threads = true,
	.cdp1 = false,
	.cdp2 = true,             /* [cpg] device-side synchronise ends before 9.0 */
	.pageable = true,         /* [cpg] since 7.5, with NVIDIA's open kernel modules */
	.l2_bytes = 60 << 20,     /* [meas] */
	.mem_bus_bits = 6144,     /* [spec] */
	.mem_clock_khz = 3201000, /* [meas] */
};

const struct sim_model *const sim_models[] = { &k40, &v100, &h200, NULL };
