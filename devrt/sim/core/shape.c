/* shape.c: which element or member of a variable an address is in, from its devrt_item_info.shape.
 * A walk ends where what was accessed is more than one element or member. */
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "sim.h"

/* Return behind a type; *size: its bytes, of an array of unknown length one element's. */
static const char *
read_type(const char *s, uint64_t *size)
{
	char *end;
	if (*s == '[') {
		uint64_t n = s[1] == ']' ? 1 : strtoull(s + 1, &end, 10);
		s = read_type(strchr(s, ']') + 1, size);
		*size *= n;
		return s;
	}
	*size = strtoull(s, &end, 10);
	for (int depth = 0; *end && (depth || *end == '{'); end++) {
		depth += (*end == '{') - (*end == '}');
		if (!depth)
			return end + 1;
	}
	return end;
}

uint64_t
shape_element(const char *type)
{
	uint64_t size;
	if (*type != '[')
		return 0;
	read_type(strchr(type, ']') + 1, &size);
	return size;
}

static void
walk_array(const char *type, int64_t offset, int64_t bytes, struct sim_log *out)
{
	int64_t each = (int64_t)shape_element(type), rest = offset % each;
	if (rest < 0)
		rest += each;
	sim_log_printf(out, "[%lld]", (long long)((offset - rest) / each));
	if (rest + bytes <= each)
		shape_walk(strchr(type, ']') + 1, rest, bytes, out);
}

static void
walk_members(const char *s, int64_t offset, int64_t bytes, struct sim_log *out)
{
	while (*s != '}') {
		const char *name = s + (*s == ' '), *colon = strchr(name, ':');
		char *type;
		uint64_t size;
		int64_t at = strtoll(colon + 1, &type, 10);
		s = read_type(++type, &size);
		if (offset >= at && offset + bytes <= at + (int64_t)size) {
			sim_log_printf(out, ".%.*s", (int)(colon - name), name);
			shape_walk(type, offset - at, bytes, out);
			return;
		}
	}
}

void
shape_walk(const char *type, int64_t offset, int64_t bytes, struct sim_log *out)
{
	char *end;
	if (*type == '[') {
		walk_array(type, offset, bytes, out);
		return;
	}
	strtoull(type, &end, 10);
	if (*end == '{')
		walk_members(end + 1, offset, bytes, out);
}
