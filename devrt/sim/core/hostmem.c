/*
 * hostmem.c: memory of the program around the simulator, for launches that may use it (sim_launch's
 * host_memory): heterogeneous memory management as Linux and newer GPUs do it.  An address that is
 * none of the device's is looked up among the process's mappings, with their protection.
 */
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/core.h"

#define AHEAD (1u << 20) /* bytes */

/*
 * Mappings without a gap and with the right protection are one range: base and size get the one
 * that holds addr.
 */
static bool
find_range(FILE *maps, uint64_t addr, bool write, uint64_t *base, uint64_t *size)
{
	unsigned long first, end, from = 0, to = 0;
	char line[PATH_MAX + 100], mode[5];

	while (fgets(line, sizeof line, maps)) {
		if (sscanf(line, "%lx-%lx %4s", &first, &end, mode) != 3)
			continue;
		bool may = mode[0] == 'r' && (!write || mode[1] == 'w');
		if (!may || first != to) {
			if (addr - from < to - from)
				break;
			from = first;
		}
		to = may ? end : first;
	}
	*base = from;
	*size = to - from;
	return addr - from < to - from;
}

bool
host_memory_find(uint64_t addr, bool write, uint64_t *base, uint64_t *size)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	bool found = maps && find_range(maps, addr, write, base, size);

	if (maps)
		fclose(maps);
	return found;
}

static bool
has_pages(uint64_t first, uint64_t end)
{
	return first && msync((void *)(uintptr_t)first, end - first, MS_ASYNC) == 0;
}

bool
host_memory_has(struct host_pages *known, uint64_t addr, size_t bytes)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), first = addr / page * page,
		 end = (addr + bytes + page - 1) / page * page;

	if (first >= known->first && end <= known->end)
		return true;
	if (has_pages(first, end + AHEAD)) /* the next one asked for is often there */
		end += AHEAD;
	else if (!has_pages(first, end))
		return false;
	*known = (struct host_pages){ first, end };
	return true;
}
