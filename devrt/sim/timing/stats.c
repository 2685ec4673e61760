/*
 * stats.c: statistics of timed launches.  Numbers that come from the model are printed with two
 * digits, because its parameters are not known better; counts are exact.  The device's time is
 * never given below a microsecond.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timing/lines.h"
#include "timing/stats.h"

#define NAME_MAX_ 200

struct kernel_stats {
	struct kernel_stats *next;
	char name[NAME_MAX_], code[48];
	const struct sim_model *gpu;
	struct sim_dim3 grid, block;
	bool aside;               /* from a header, such as a program's test of itself */
	uint64_t launches, timed; /* timed: at least in part */
	struct lines *lines;      /* or NULL */
	struct timing_counts n;   /* sums, and what is the same for each launch */
};

struct copy_stats {
	struct copy_stats *next;
	const struct sim_model *gpu;
	uint64_t n[NCOPIES], bytes[NCOPIES];
	double us[NCOPIES];
};

struct stats {
	struct kernel_stats *kernels, **kernels_end;
	struct copy_stats *copies, **copies_end;
};

const char *
trust_name(enum trust t)
{
	static const char *const names[] = { "measured", "vendor's", "from the assembler",
		"derived", "recalled from a paper", "a guess" };
	return names[t];
}

double
timing_judged(const struct sim_model *gpu, const char *code)
{
	return strcmp(code, "PTX") ? gpu->timing->judged_machine : gpu->timing->judged_ptx;
}

void
timing_say_judged(const struct sim_model *gpu, const char *code, struct sim_log *out)
{
	double error = timing_judged(gpu, code);
	if (error > 0)
		sim_log_printf(out,
			"%s: error %.0f %% in the mean, on kernels that nothing was fitted to",
			code, error);
	else
		sim_log_printf(out,
			"%s: error not known, no whole kernel was compared with a real GPU's",
			code);
}

struct stats *
stats_new(void)
{
	struct stats *s = calloc(1, sizeof *s);
	if (!s)
		sim_out_of_memory();
	s->kernels_end = &s->kernels;
	s->copies_end = &s->copies;
	return s;
}

void
stats_free(struct stats *s)
{
	for (struct kernel_stats *k = s->kernels, *next; k; k = next) {
		next = k->next;
		lines_free(k->lines);
		free(k);
	}
	for (struct copy_stats *c = s->copies, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	free(s);
}

/* ---- collecting ---- */

static bool
same_shape(struct sim_dim3 a, struct sim_dim3 b)
{
	return a.x == b.x && a.y == b.y && a.z == b.z;
}

static struct kernel_stats *
kernel_for(struct stats *s, const struct sim_model *gpu, const struct sim_launch *l)
{
	struct sim_func_info info = sim_func_info(l->func);
	struct kernel_stats *k = s->kernels;
	while (k &&
		(k->gpu != gpu || strncmp(k->name, info.name, NAME_MAX_ - 1) ||
			strncmp(k->code, info.code, sizeof k->code - 1) ||
			!same_shape(k->grid, l->grid) || !same_shape(k->block, l->block)))
		k = k->next;
	if (k)
		return k;
	k = calloc(1, sizeof *k);
	if (!k)
		sim_out_of_memory();
	strncpy(k->name, info.name, NAME_MAX_ - 1);
	strncpy(k->code, info.code, sizeof k->code - 1);
	k->gpu = gpu;
	k->aside = info.file && strlen(info.file) > 2 &&
		strcmp(info.file + strlen(info.file) - 2, ".h") == 0;
	k->grid = l->grid;
	k->block = l->block;
	*s->kernels_end = k;
	s->kernels_end = &k->next;
	return k;
}

/* clang-format off */
#define COUNTERS(X) \
	X(cycles) X(warp_instructions) X(thread_instructions) X(slots) TIMING_EVENTS(X) \
	X(teams) X(timed_teams) X(timed_instructions)
/* clang-format on */

void
timing_add(struct timing_counts *to, const struct timing_counts *n)
{
#define X(name) to->name += n->name;
	COUNTERS(X)
#undef X
	for (int i = 0; i < NOP_CLASSES; i++)
		to->issued[i] += n->issued[i];
	for (int i = 0; i < NSTALLS; i++)
		to->lost[i] += n->lost[i];
}

void
stats_launch(struct stats *s, const struct sim_model *gpu, const struct sim_launch *l,
	const struct timing_run *run)
{
	struct kernel_stats *k = kernel_for(s, gpu, l);
	const struct timing_counts *n = &run->counts;
	k->launches++;
	k->timed += n->timed_teams != 0;
	timing_add(&k->n, n);
	k->n.occupancy = n->occupancy;
	k->n.resident = n->resident;
	k->n.sms = n->sms;
	if (run->lines && !k->lines)
		k->lines = lines_new();
	if (run->lines)
		lines_add(k->lines, run->lines);
}

double
stats_copy(struct stats *s, const struct sim_model *gpu, enum copy_kind kind, size_t bytes,
	int piece)
{
	const struct timing_model *m = gpu->timing;
	double begin = piece > 1 ? 0 : piece && m->staged_us ? m->staged_us : m->copy_us;
	struct copy_stats *c = s->copies;
	while (c && c->gpu != gpu)
		c = c->next;
	if (!c) {
		c = calloc(1, sizeof *c);
		if (!c)
			sim_out_of_memory();
		c->gpu = gpu;
		*s->copies_end = c;
		s->copies_end = &c->next;
	}
	c->n[kind] += piece < 2;
	c->bytes[kind] += bytes;
	double gbs = kind == COPY_TO_HOST ? m->to_host_gbs : m->to_device_gbs;
	double us = kind == COPY_ON_DEVICE ? m->launch_us + 2 * (double)bytes / m->dram_read / 1e3 :
					     begin + (double)bytes / gbs / 1e3;
	c->us[kind] += us;
	return us;
}

/* ---- numbers as they may be printed ---- */

static double
rounded(double v, int digits)
{
	if (v <= 0)
		return 0;
	double unit = pow(10, floor(log10(v)) - digits + 1);
	return floor(v / unit + 0.5) * unit;
}

static double
device_us(const struct kernel_stats *k)
{
	return k->n.cycles * 1e3 / k->gpu->clock_khz;
}

static void
put_us(struct sim_log *out, double us)
{
	if (us < 1)
		sim_log_printf(out, "under 1 us");
	else
		sim_log_printf(out, "%.0f us", rounded(us, 2));
}

static void
put_bytes(struct sim_log *out, double bytes)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
	int u = 0;
	while (bytes >= 10000 && u < 4) {
		bytes /= 1000;
		u++;
	}
	sim_log_printf(out, "%.0f %s", bytes, units[u]);
}

static double
percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

static double
used_slots(const struct timing_counts *n)
{
	double lost = 0;
	for (int i = 0; i < NSTALLS; i++)
		lost += n->lost[i];
	return n->slots > lost ? n->slots - lost : 0;
}

/* ---- the table ---- */

static const char *
class_name(int c)
{
	static const char *const names[] = {
#define X(name, text) text,
		OP_CLASSES(X)
#undef X
	};
	return names[c];
}

static void
table_time(const struct kernel_stats *k, struct sim_log *out)
{
	const struct timing_model *m = k->gpu->timing;
	double each = 1.0 / (double)k->launches;
	sim_log_printf(out, "  time          %.0f cycles, ", rounded(k->n.cycles * each, 2));
	put_us(out, device_us(k) * each);
	sim_log_printf(out, " on the device");
	if (k->launches > 1)
		sim_log_printf(out, " a launch");
	sim_log_printf(out, "; from the host, launch and wait add ");
	put_us(out, m->sync_us);
	sim_log_printf(out, "\n");
}

static void
table_occupancy(const struct kernel_stats *k, struct sim_log *out)
{
	int warps = ((int)(k->block.x * k->block.y * k->block.z) + WARP - 1) / WARP * k->n.resident;
	int most = k->gpu->max_threads_per_sm / WARP;
	sim_log_printf(out,
		"  occupancy     %d of %d SMs, %d of %d warps in each (%d block%s), limited by the %s\n",
		k->n.sms, k->gpu->sms, warps, most, k->n.resident, k->n.resident == 1 ? "" : "s",
		k->n.occupancy.limit);
}

static void
table_instructions(const struct kernel_stats *k, struct sim_log *out)
{
	const struct timing_counts *n = &k->n;
	sim_log_printf(out,
		"  instructions  %llu of warps, %llu of threads (%.0f of 32 lanes busy)\n",
		(unsigned long long)n->warp_instructions,
		(unsigned long long)n->thread_instructions,
		n->warp_instructions ?
			(double)n->thread_instructions / (double)n->warp_instructions :
			0);
	const char *sep = "                ";
	for (int c = 0; c < NOP_CLASSES; c++) {
		double p = percent((double)n->issued[c], (double)n->warp_instructions);
		if (p >= 1) {
			sim_log_printf(out, "%s%s %.0f %%", sep, class_name(c), p);
			sep = ", ";
		}
	}
	sim_log_printf(out, "\n");
}

static void
table_slots(const struct kernel_stats *k, struct sim_log *out)
{
	sim_log_printf(out, "  issue slots   %.0f %% used; lost to",
		percent(used_slots(&k->n), k->n.slots));
	for (int i = 0; i < NSTALLS; i++)
		if ((i != STALL_CHILD || k->n.children) && (i != STALL_FETCH || k->n.lost[i] > 0))
			sim_log_printf(out, "%s %s %.0f %%", i ? "," : "",
				stall_name((enum stall)i), percent(k->n.lost[i], k->n.slots));
	sim_log_printf(out, "\n");
}

static void
table_memory(const struct kernel_stats *k, struct sim_log *out)
{
	const struct timing_counts *n = &k->n;
	double moved = 32.0 * (double)(n->dram_read + n->dram_written), us = device_us(k);
	sim_log_printf(out, "  memory        asked for ");
	put_bytes(out, (double)n->global_bytes);
	sim_log_printf(out, " global, ");
	put_bytes(out, (double)n->shared_bytes);
	sim_log_printf(out, " shared, ");
	put_bytes(out, (double)n->local_bytes);
	sim_log_printf(out, " local\n                L1 ");
	put_bytes(out, 32.0 * (double)n->l1_sectors);
	sim_log_printf(out, " (%.0f %% hits), L2 ",
		percent((double)n->l1_hits, (double)n->l1_sectors));
	put_bytes(out, 32.0 * (double)n->l2_sectors);
	sim_log_printf(out, " (%.0f %% hits), DRAM ",
		percent((double)n->l2_hits, (double)n->l2_sectors));
	put_bytes(out, 32.0 * (double)n->dram_read);
	sim_log_printf(out, " read, ");
	put_bytes(out, 32.0 * (double)n->dram_written);
	sim_log_printf(out, " written");
	if (us > 1 && moved > 0)
		sim_log_printf(out, ", %.0f GB/s", rounded(moved / us / 1e3, 2));
	sim_log_printf(out, "\n");
	if (n->accesses)
		sim_log_printf(out,
			"                %.1f sectors of 32 bytes an access; %llu shared-memory conflicts, "
			"%llu atomics\n",
			(double)n->access_sectors / (double)n->accesses,
			(unsigned long long)n->shared_conflicts, (unsigned long long)n->atomics);
	if (n->retries)
		sim_log_printf(out, "                %llu tries more, as another warp was first\n",
			(unsigned long long)n->retries);
}

/* Say what stands for the rest, or nothing where all was timed. */
static void
table_sample(const struct kernel_stats *k, struct sim_log *out)
{
	const struct timing_counts *n = &k->n;
	if (n->timed_instructions == n->warp_instructions)
		return;
	sim_log_printf(out,
		"  sampled       timed %llu of %llu launches, %llu of %llu teams, %.2g %% of the instructions\n",
		(unsigned long long)k->timed, (unsigned long long)k->launches,
		(unsigned long long)n->timed_teams, (unsigned long long)n->teams,
		percent((double)n->timed_instructions, (double)n->warp_instructions));
}

static void
table_kernel(const struct kernel_stats *k, bool folded, struct sim_log *out)
{
	sim_log_printf(out, "kernel %s on a %s: %llu x %u teams of %u threads", k->name,
		k->gpu->name, (unsigned long long)k->launches, k->grid.x * k->grid.y * k->grid.z,
		k->block.x * k->block.y * k->block.z);
	if (folded) {
		sim_log_printf(out, ", from a header; %.0f cycles\n",
			rounded(k->n.cycles / (double)k->launches, 2));
		return;
	}
	sim_log_printf(out, "\n");
	if (strcmp(k->code, "PTX"))
		sim_log_printf(out, "  code          %s\n", k->code);
	table_time(k, out);
	table_occupancy(k, out);
	table_instructions(k, out);
	table_slots(k, out);
	table_memory(k, out);
	sim_log_printf(out,
		"  control       %llu barriers, %llu branches, %.0f %% of them divergent",
		(unsigned long long)k->n.barriers, (unsigned long long)k->n.branches,
		percent((double)k->n.diverged, (double)k->n.branches));
	if (k->n.children)
		sim_log_printf(out, ", %llu child kernels", (unsigned long long)k->n.children);
	sim_log_printf(out, "\n");
	table_sample(k, out);
}

static void
table_copies(const struct copy_stats *c, struct sim_log *out)
{
	static const char *const names[] = { "to the device", "to the host", "on the device" };
	for (int i = 0; i < NCOPIES; i++) {
		if (!c->n[i])
			continue;
		sim_log_printf(out, "copies %s (%s): %llu, ", names[i], c->gpu->name,
			(unsigned long long)c->n[i]);
		put_bytes(out, (double)c->bytes[i]);
		sim_log_printf(out, ", ");
		put_us(out, c->us[i]);
		sim_log_printf(out, "\n");
	}
}

static bool
ran(const struct stats *s, const struct sim_model *gpu, bool machine)
{
	for (const struct kernel_stats *k = s->kernels; k; k = k->next)
		if (k->gpu == gpu && (strcmp(k->code, "PTX") != 0) == machine)
			return true;
	return false;
}

/* List the errors of the codes that ran on the model's GPU. */
static void
table_judged(const struct stats *s, const struct sim_model *gpu, struct sim_log *out)
{
	for (int machine = 0; machine < 2; machine++) {
		if (!ran(s, gpu, machine))
			continue;
		sim_log_printf(out, "  ");
		timing_say_judged(gpu, machine ? "machine code" : "PTX", out);
		sim_log_printf(out, ".\n");
	}
}

static void
table_model(const struct stats *s, const struct sim_model *gpu, struct sim_log *out)
{
	const struct timing_model *m = gpu->timing;
	sim_log_printf(out,
		"model %s: %s, %d SMs at %d MHz; its weakest number is %s (%s),\n"
		"  so compare schemes with it, and take no absolute time for more than two digits.\n",
		gpu->name, gpu->gpu_name, gpu->sms, gpu->clock_khz / 1000, trust_name(m->weakest),
		m->weakest_what);
	table_judged(s, gpu, out);
}

void
stats_table(const struct stats *s, struct sim_log *out)
{
	const struct sim_model *last = NULL;
	bool own = false;
	for (const struct kernel_stats *k = s->kernels; k; k = k->next)
		own |= !k->aside;
	sim_log_printf(out, "--- simulated GPU: statistics ---\n");
	for (int aside = 0; aside < 2; aside++)
		for (const struct kernel_stats *k = s->kernels; k; k = k->next)
			if (k->aside == aside)
				table_kernel(k, aside && own, out);
	for (const struct copy_stats *c = s->copies; c; c = c->next)
		table_copies(c, out);
	for (const struct kernel_stats *k = s->kernels; k; k = k->next) {
		if (k->gpu != last)
			table_model(s, k->gpu, out);
		last = k->gpu;
	}
	if (!s->kernels)
		sim_log_printf(out, "no kernel ran\n");
}

/* ---- JSON ---- */

static void
json_kernel(const struct kernel_stats *k, struct sim_log *out)
{
	const struct timing_counts *n = &k->n;
	sim_log_printf(out, "{ \"name\": ");
	sim_json_string(out, k->name, strlen(k->name));
	sim_log_printf(out,
		", \"device\": \"%s\", \"code\": \"%s\", \"launches\": %llu, \"timed_launches\": %llu,\n    \"grid\": [%u, %u, %u], "
		"\"block\": [%u, %u, %u],\n    \"cycles\": %.0f, \"microseconds\": %.3g, "
		"\"significant_digits\": 2,\n",
		k->gpu->name, k->code, (unsigned long long)k->launches,
		(unsigned long long)k->timed, k->grid.x, k->grid.y, k->grid.z, k->block.x,
		k->block.y, k->block.z, n->cycles, device_us(k));
	sim_log_printf(out,
		"    \"occupancy\": { \"blocks_per_sm\": %d, \"resident\": %d, \"limit\": \"%s\" },\n",
		n->occupancy.blocks, n->resident, n->occupancy.limit);
	sim_log_printf(out, "    \"instructions\": {");
	for (int c = 0; c < NOP_CLASSES; c++)
		sim_log_printf(out, "%s \"%s\": %llu", c ? "," : "", class_name(c),
			(unsigned long long)n->issued[c]);
	sim_log_printf(out, " },\n    \"issue_slots\": { \"all\": %.0f, \"used\": %.0f", n->slots,
		used_slots(n));
	for (int i = 0; i < NSTALLS; i++)
		sim_log_printf(out, ", \"%s\": %.0f", stall_name((enum stall)i), n->lost[i]);
	sim_log_printf(out, " },\n    \"counters\": {");
	const char *sep = "";
#define X(name) \
	sim_log_printf(out, "%s \"%s\": %.0f", sep, #name, (double)n->name); \
	sep = ",";
	COUNTERS(X)
#undef X
	sim_log_printf(out, " }");
	if (k->lines)
		lines_json(k->lines, out);
	sim_log_printf(out, " }");
}

static void
json_copy(const struct copy_stats *c, struct sim_log *out, bool *first)
{
	static const char *const names[] = { "to_device", "to_host", "on_device" };
	for (int i = 0; i < NCOPIES; i++) {
		if (!c->n[i])
			continue;
		sim_log_printf(out,
			"%s\n  { \"device\": \"%s\", \"kind\": \"%s\", \"copies\": %llu, \"bytes\": %llu, "
			"\"microseconds\": %.3g }",
			*first ? "" : ",", c->gpu->name, names[i], (unsigned long long)c->n[i],
			(unsigned long long)c->bytes[i], c->us[i]);
		*first = false;
	}
}

void
json_judged(double error, struct sim_log *out)
{
	if (error > 0)
		sim_log_printf(out, "%.0f", error);
	else
		sim_log_printf(out, "null");
}

static void
json_models(const struct stats *s, struct sim_log *out)
{
	const struct sim_model *last = NULL;
	const char *sep = "";
	for (const struct kernel_stats *k = s->kernels; k; k = k->next) {
		const struct timing_model *m = k->gpu->timing;
		if (k->gpu == last)
			continue;
		last = k->gpu;
		sim_log_printf(out,
			"%s\n  { \"name\": \"%s\", \"clock_khz\": %d, \"sms\": %d, \"weakest_trust\": "
			"\"%s\", \"weakest_parameter\": \"%s\",\n    \"judged_error_percent\": { "
			"\"ptx\": ",
			sep, k->gpu->name, k->gpu->clock_khz, k->gpu->sms, trust_name(m->weakest),
			m->weakest_what);
		json_judged(m->judged_ptx, out);
		sim_log_printf(out, ", \"machine_code\": ");
		json_judged(m->judged_machine, out);
		sim_log_printf(out, " } }");
		sep = ",";
	}
}

void
stats_json(const struct stats *s, struct sim_log *out)
{
	bool first = true;
	sim_log_printf(out, "{\n\"models\": [");
	json_models(s, out);
	sim_log_printf(out, "\n],\n\"kernels\": [");
	for (const struct kernel_stats *k = s->kernels; k; k = k->next) {
		sim_log_printf(out, k == s->kernels ? "\n  " : ",\n  ");
		json_kernel(k, out);
	}
	sim_log_printf(out, "\n],\n\"copies\": [");
	for (const struct copy_stats *c = s->copies; c; c = c->next)
		json_copy(c, out, &first);
	sim_log_printf(out, "\n]\n}\n");
}
