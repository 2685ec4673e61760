/*
 * timeline_svg.c: the timeline as a picture.  One row for each warp, time from left to right; a
 * moment's colour is what the warp did most in it.  Colours are of Okabe and Ito's palette, which
 * the colour-blind can tell apart; heights differ too, so that the picture survives a grey printer:
 * what works is high, what waits for memory is half as high, what idles is a line.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timing/timeline_int.h"

#define WIDTH 1040.0 /* of the plot */
#define LEFT 70.0
#define TOP 74.0
#define ROW 20.0
#define BINS 2080 /* half a pixel each */

struct look {
	const char *colour;
	double height;
};

static struct look
look_of(enum activity a)
{
	static const struct look looks[NACTIVITIES] = {
		[ACT_SEQUENTIAL] = { "#e69f00", 16 },
		[ACT_PARALLEL] = { "#0072b2", 16 },
		[ACT_CONTROL] = { "#cc79a7", 12 },
		[ACT_CHILD] = { "#009e73", 12 },
		[ACT_MEMORY] = { "#56b4e9", 8 },
		[ACT_IDLE] = { "#666666", 2 },
	};
	return looks[a];
}

struct bin {
	double time[NACTIVITIES];
	const char *phase;
	double longest;
};

static void
fill_bins(const struct timeline *t, const struct line *l, struct bin *bins)
{
	double scale = BINS / (t->to - t->from);
	for (size_t i = 0; i < l->n; i++) {
		const struct span *s = &l->span[i];
		double a = (s->from - t->from) * scale, b = (s->to - t->from) * scale;
		for (int k = (int)a; k < BINS && k <= (int)b; k++) {
			double from = a > k ? a : k, to = b < k + 1 ? b : k + 1;
			if (to <= from)
				continue;
			bins[k].time[s->what] += to - from;
			if (s->what != ACT_IDLE && to - from > bins[k].longest) {
				bins[k].longest = to - from;
				bins[k].phase = s->phase;
			}
		}
	}
}

/* Return what most of the bin was, or -1: the warp was not there. */
static int
most(const struct bin *b)
{
	int best = -1;
	for (int a = 0; a < NACTIVITIES; a++)
		if (b->time[a] > 0 && (best < 0 || b->time[a] > b->time[best]))
			best = a;
	return best;
}

static void
rectangle(struct sim_log *out, double x, double w, double y, int what, const char *phase,
	bool named)
{
	struct look k = look_of((enum activity)what);
	sim_log_printf(out,
		"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.0f\" fill=\"%s\"><title>%s%s%s"
		"</title></rect>\n",
		x, y + (ROW - k.height) / 2, w, k.height, k.colour,
		phase && what != ACT_IDLE ? phase : "", phase && what != ACT_IDLE ? ": " : "",
		activity_name((enum activity)what));
	if (named && phase && w > 7 * (double)strlen(phase) && what < ACT_MEMORY)
		sim_log_printf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"in%d\">%s</text>\n",
			x + w / 2, y + ROW / 2 + 3.5, what, phase);
}

static void
draw_row(const struct timeline *t, uint32_t warp, struct bin *bins, struct sim_log *out)
{
	double y = TOP + warp * ROW;
	memset(bins, 0, BINS * sizeof *bins);
	fill_bins(t, &t->warp[warp], bins);
	sim_log_printf(out, "<text x=\"%.0f\" y=\"%.1f\" class=\"row\">warp %u</text>\n", LEFT - 8,
		y + ROW / 2 + 4, warp);
	for (int i = 0; i < BINS;) {
		int what = most(&bins[i]), end = i + 1;
		while (end < BINS && most(&bins[end]) == what && bins[end].phase == bins[i].phase)
			end++;
		if (what >= 0)
			rectangle(out, LEFT + i * WIDTH / BINS, (end - i) * WIDTH / BINS, y, what,
				bins[i].phase, true);
		i = end;
	}
}

/* Return a step of 1, 2 or 5 times a power of ten that gives at most ten marks, and no part of a
 * cycle. */
static double
step_for(double range)
{
	double unit = pow(10, floor(log10(range / 10)));
	double r = range / 10 / unit;
	return fmax(1, unit * (r <= 1 ? 1 : r <= 2 ? 2 : r <= 5 ? 5 : 10));
}

static void
draw_axis(const struct timeline *t, struct sim_log *out)
{
	double range = t->to - t->from, step = step_for(range), bottom = TOP + t->nwarps * ROW;
	for (double c = 0; c <= range; c += step) {
		double x = LEFT + c / range * WIDTH;
		sim_log_printf(out,
			"<line x1=\"%.1f\" y1=\"%.0f\" x2=\"%.1f\" y2=\"%.0f\" class=\"grid\"/>\n"
			"<text x=\"%.1f\" y=\"%.0f\" class=\"tick\">%.0f</text>\n",
			x, TOP, x, bottom + 5, x, bottom + 18, c);
	}
	sim_log_printf(out,
		"<text x=\"%.0f\" y=\"%.0f\" class=\"tick\">cycles of the SM's clock, %d MHz"
		"</text>\n",
		LEFT + WIDTH / 2, bottom + 36, t->gpu->clock_khz / 1000);
}

static void
draw_legend(struct sim_log *out)
{
	double x = LEFT;
	for (int a = 0; a < NACTIVITIES; a++) {
		struct look k = look_of((enum activity)a);
		sim_log_printf(out,
			"<rect x=\"%.0f\" y=\"%.1f\" width=\"24\" height=\"%.0f\" fill=\"%s\"/>"
			"<text x=\"%.0f\" y=\"58\" class=\"key\">%s</text>\n",
			x, 54 - k.height / 2, k.height, k.colour, x + 30,
			activity_name((enum activity)a));
		x += 52 + 6.5 * (double)strlen(activity_name((enum activity)a));
	}
}

void
timeline_svg(const struct timeline *t, struct sim_log *out)
{
	double height = TOP + t->nwarps * ROW + 48, width = LEFT + WIDTH + 20;
	struct bin *bins = malloc(BINS * sizeof *bins);
	if (!bins)
		sim_out_of_memory();
	sim_log_printf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		"viewBox=\"0 0 %.0f %.0f\" data-cycles=\"%.0f\" font-family=\"sans-serif\" "
		"font-size=\"12\">\n<style>"
		".row{text-anchor:end}.tick{text-anchor:middle}.grid{stroke:#bbb;stroke-width:.5}"
		".back{fill:#fff}.in0,.in1,.in2{text-anchor:middle;font-size:10px;fill:#000}"
		".in1{fill:#fff}.head{font-size:15px;font-weight:bold}\n"
		"@media (prefers-color-scheme:dark){.back{fill:#16171a}.row,.tick,.key,.head{fill:#e4e5e8}"
		".grid{stroke:#555}}</style>\n"
		"<rect width=\"100%%\" height=\"100%%\" class=\"back\"/>\n",
		width, height, width, height, t->to - t->from);
	sim_log_printf(out,
		"<text x=\"%.0f\" y=\"24\" class=\"head\">%s: team %llu of %llu, %u threads, "
		"on a simulated %s</text>\n",
		LEFT, t->kernel, (unsigned long long)t->sink.team, (unsigned long long)t->teams,
		t->threads, t->gpu->name);
	sim_log_printf(out, "<text x=\"%.0f\" y=\"40\" class=\"key\">", LEFT);
	timing_say_judged(t->gpu, t->code, out);
	sim_log_printf(out, "</text>\n");
	draw_legend(out);
	draw_axis(t, out);
	for (uint32_t i = 0; i < t->nwarps; i++)
		draw_row(t, i, bins, out);
	sim_log_printf(out, "</svg>\n");
	free(bins);
}
