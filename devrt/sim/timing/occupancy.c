/*
 * occupancy.c: how many blocks an SM holds at once, exactly as NVIDIA's calculator counts (compute
 * capabilities 3.5, 7.0 and 9.0), and which resource sets the limit.  The launch checks, the
 * occupancy questions of the driver API and the timed machine all ask here.
 */
#include "timing/timing.h"

static int
round_up(int n, int unit)
{
	return (n + unit - 1) / unit * unit;
}

/* Return the warps that the registers allow.  They come in units of 256, from one of four banks. */
static int
warps_by_registers(const struct sim_model *m, int regs, int warps)
{
	int per_warp = round_up((regs > 0 ? regs : 1) * 32, 256);

	if (per_warp * round_up(warps, 4) > m->regs_per_sm)
		return 0;
	return m->regs_per_sm / 4 / per_warp * 4;
}

static void
lower(struct occupancy *o, int blocks, const char *limit)
{
	if (blocks < o->blocks)
		*o = (struct occupancy){ blocks, limit };
}

struct occupancy
occupancy(const struct sim_model *m, int threads, int regs, size_t shared)
{
	int reserved = m->cc_major >= 8 ? 1024 : 0, unit = m->cc_major >= 8 ? 128 : 256;
	int warps = round_up(threads, 32) / 32;
	struct occupancy o = { m->max_blocks_per_sm, "blocks" };

	if (threads < 1 || threads > m->max_threads_per_block)
		return (struct occupancy){ 0, "threads" };
	if (shared > m->shared_per_block_optin)
		return (struct occupancy){ 0, "shared memory" };
	int space = round_up((int)shared + reserved, unit);
	lower(&o, m->max_threads_per_sm / 32 / warps, "warps");
	lower(&o, warps_by_registers(m, regs, warps) / warps, "registers");
	if (space)
		lower(&o, (int)m->shared_per_sm / space, "shared memory");
	return o;
}

/* Return a block's registers.  The count is an estimate from the PTX, and an assembler would spill
 * before it let a block become unlaunchable through .maxntid; so it never exceeds what lets such a
 * block run. */
int
occupancy_registers(const struct sim_model *m, struct sim_func_info info)
{
	int most = info.max_threads ? m->regs_per_sm / round_up(info.max_threads, 128) : 255;

	most = most / 8 * 8 > 0 ? most / 8 * 8 : 8;
	most = most < 255 ? most : 255;
	return info.regs < most ? info.regs : most;
}
