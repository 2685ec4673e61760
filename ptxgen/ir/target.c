/*
 * target.c: the architectures that we write for, one row each.
 *
 * .version is the lowest that has every instruction we emit for the row: a driver refuses PTX that
 * is newer than itself.  6.0 brings brx.idx, shfl.sync and barrier.sync (PTX ISA, release notes);
 * sm_90 came with 7.8.
 */
#include "ir/target.h"

#include <stddef.h>

static const struct target targets[] = {
	{
		.arch = 35,
		.ptx_version = "6.0",
		.shared_bytes = 49152,
		.device_sync = true,
	},
	{
		.arch = 70,
		.ptx_version = "6.0",
		.shared_bytes = 49152,
		.device_sync = true,
		.independent_threads = true,
		.atom_add_f64 = true,
		.nanosleep = true,
		.fence = true,
	},
	{
		.arch = 90,
		.ptx_version = "7.8",
		.shared_bytes = 49152,
		.independent_threads = true,
		.atom_add_f64 = true,
		.nanosleep = true,
		.fence = true,
	},
};

const struct target *
target_find(int arch)
{
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		if (targets[i].arch == arch)
			return &targets[i];
	return NULL;
}
