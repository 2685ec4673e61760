/*
 * flow.c: the control flow of one function as a drawing (SVG).
 *
 * A node is a block that its scheme named, with the unnamed blocks that only it leads to; an
 * unnamed block where several nodes meet is a node of its own.  So a control loop shows as the
 * papers draw it.  Nodes lie in ranks by the longest way down from the entry; edges that skip a
 * rank go round on the right, edges back on the left.  For a few dozen nodes.
 */
#include <stdlib.h>
#include <string.h>

#include "view/compare.h"

enum { HEIGHT = 40, RANK_GAP = 36, NODE_GAP = 14, CHANNEL = 12, MARGIN = 14 };

struct edge {
	int from, to;
};

struct node {
	bool first; /* it begins with the block of its index */
	int rank, x, width;
	unsigned lines;
	bool barrier, exits;
	VEC(uint32_t) places; /* lines of the source, each once */
};

struct flow {
	struct arena *a;
	const struct ptx_function *f;
	int n;                  /* blocks */
	int *leader;            /* by block: the block its node begins with */
	int *order;             /* by block: place in reverse postorder, -1: none */
	struct node *nodes;     /* by block; those with leader[i] == i */
	VEC(struct edge) edges; /* between nodes, each once */
	int *skips, *backs;     /* by edge: channel number, -1: straight */
	int nskips, nbacks, nranks, width;
};

static int
block_index(const struct flow *w, uint32_t id)
{
	for (int i = 0; i < w->n; i++)
		if (w->f->blocks.v[i].id == id)
			return i;
	return -1;
}

/* Calls visit for each edge between blocks. */
static void
each_edge(struct flow *w, void (*visit)(struct flow *, int from, int to))
{
	for (int i = 0; i < w->n; i++) {
		const struct ptx_block *b = &w->f->blocks.v[i];

		for (size_t k = 0; k < b->to.n; k++) {
			int to = block_index(w, b->to.v[k]);

			if (to >= 0)
				visit(w, i, to);
		}
	}
}

/* ---- nodes ---- */

static void
spread(struct flow *w, int from, int to)
{
	if (w->leader[to] < 0 && w->leader[from] >= 0)
		w->leader[to] = w->leader[from];
}

/* An unnamed block that two nodes lead to begins one itself. */
static void
part(struct flow *w, int from, int to)
{
	if (w->leader[from] >= 0 && w->leader[to] != to && w->leader[to] != w->leader[from])
		w->nodes[to].first = true; /* a leader from the next round on */
}

static void
find_leaders(struct flow *w)
{
	for (int i = 0; i < w->n; i++)
		w->nodes[i].first = i == 0 || w->f->blocks.v[i].named;
	for (int round = 0, again = 1; again && round <= w->n; round++) {
		for (int i = 0; i < w->n; i++)
			w->leader[i] = w->nodes[i].first ? i : -1;
		for (int i = 0; i < w->n; i++)
			each_edge(w, spread);
		int before = 0, after = 0;
		for (int i = 0; i < w->n; i++)
			before += w->nodes[i].first;
		each_edge(w, part);
		for (int i = 0; i < w->n; i++)
			after += w->nodes[i].first;
		again = after > before;
	}
}

static void
add_place(struct flow *w, struct node *n, uint32_t line)
{
	for (size_t i = 0; i < n->places.n; i++)
		if (n->places.v[i] == line)
			return;
	vec_push(w->a, &n->places, line);
}

static void
describe_nodes(struct flow *w)
{
	for (size_t i = 0; i < w->f->lines.n; i++) {
		const struct ptx_line *line = &w->f->lines.v[i];
		int at = line->block < 0 ? -1 : w->leader[line->block];
		struct node *n = at < 0 ? NULL : &w->nodes[at];

		if (!n || line->kind == PTX_BLANK || line->kind == PTX_LOC ||
			line->kind == PTX_LABEL)
			continue;
		n->lines++;
		n->barrier |= line->kind == PTX_BARRIER;
		n->exits |= w->f->blocks.v[line->block].exits;
		if (line->place.line && line->place.file == w->f->place.file)
			add_place(w, n, line->place.line);
	}
}

static void
add_edge(struct flow *w, int from, int to)
{
	struct edge e = { w->leader[from], w->leader[to] };

	if (e.from < 0 || e.to < 0 || e.from == e.to)
		return;
	for (size_t i = 0; i < w->edges.n; i++)
		if (w->edges.v[i].from == e.from && w->edges.v[i].to == e.to)
			return;
	vec_push(w->a, &w->edges, e);
}

/* ---- ranks ---- */

static void
visit(struct flow *w, int node, bool *seen, int *next)
{
	seen[node] = true;
	for (size_t i = w->edges.n; i-- > 0;)
		if (w->edges.v[i].from == node && !seen[w->edges.v[i].to])
			visit(w, w->edges.v[i].to, seen, next);
	w->order[node] = --*next;
}

static bool
goes_back(const struct flow *w, const struct edge *e)
{
	return w->order[e->to] <= w->order[e->from];
}

static void
rank_nodes(struct flow *w)
{
	int next = w->n;

	for (int i = 0; i < w->n; i++)
		w->order[i] = -1;
	visit(w, 0, NEWN(w->a, bool, w->n), &next);
	for (int round = 0; round < w->n; round++)
		for (size_t i = 0; i < w->edges.n; i++) {
			const struct edge *e = &w->edges.v[i];

			if (!goes_back(w, e) && w->nodes[e->to].rank <= w->nodes[e->from].rank)
				w->nodes[e->to].rank = w->nodes[e->from].rank + 1;
		}
	for (int i = 0; i < w->n; i++)
		if (w->leader[i] == i && w->order[i] >= 0 && w->nodes[i].rank >= w->nranks)
			w->nranks = w->nodes[i].rank + 1;
}

static bool
is_drawn(const struct flow *w, int i)
{
	return w->leader[i] == i && w->order[i] >= 0;
}

static void
place_nodes(struct flow *w)
{
	int *used = NEWN(w->a, int, w->nranks);

	for (int i = 0; i < w->n; i++) {
		struct node *n = &w->nodes[i];

		if (!is_drawn(w, i))
			continue;
		n->width = 8 * (int)strlen(w->f->blocks.v[i].label) + 22;
		n->width = n->width < 104 ? 104 : n->width;
		n->x = used[n->rank];
		used[n->rank] += n->width + NODE_GAP;
		if (used[n->rank] - NODE_GAP > w->width)
			w->width = used[n->rank] - NODE_GAP;
	}
	for (int i = 0; i < w->n; i++)
		if (is_drawn(w, i))
			w->nodes[i].x += (w->width - (used[w->nodes[i].rank] - NODE_GAP)) / 2;
}

static void
route_edges(struct flow *w)
{
	w->skips = NEWN(w->a, int, w->edges.n + 1);
	w->backs = NEWN(w->a, int, w->edges.n + 1);
	for (size_t i = 0; i < w->edges.n; i++) {
		const struct edge *e = &w->edges.v[i];

		w->skips[i] = w->backs[i] = -1;
		if (goes_back(w, e))
			w->backs[i] = w->nbacks++;
		else if (w->nodes[e->to].rank > w->nodes[e->from].rank + 1)
			w->skips[i] = w->nskips++;
	}
}

/* ---- drawing ---- */

static int
left(const struct flow *w, const struct node *n)
{
	return MARGIN + w->nbacks * CHANNEL + n->x;
}

static int
top(const struct node *n)
{
	return MARGIN + n->rank * (HEIGHT + RANK_GAP);
}

static void
draw_edge(const struct flow *w, size_t i, FILE *out)
{
	const struct node *from = &w->nodes[w->edges.v[i].from], *to = &w->nodes[w->edges.v[i].to];
	int x1 = left(w, from) + from->width / 2, y1 = top(from) + HEIGHT;
	int x2 = left(w, to) + to->width / 2, y2 = top(to), side;

	if (w->backs[i] < 0 && w->skips[i] < 0) {
		fprintf(out, "<path d=\"M%d %d C%d %d %d %d %d %d\"/>\n", x1, y1, x1,
			y1 + RANK_GAP / 2, x2, y2 - RANK_GAP / 2 - 4, x2, y2 - 4);
		return;
	}
	if (w->backs[i] >= 0) {
		side = MARGIN + (w->nbacks - 1 - w->backs[i]) * CHANNEL;
		x1 -= 18;
		x2 -= 18;
	} else {
		side = MARGIN + w->nbacks * CHANNEL + w->width + CHANNEL + w->skips[i] * CHANNEL;
		x1 += 18;
		x2 += 18;
	}
	fprintf(out, "<path%s d=\"M%d %d C%d %d %d %d %d %d L%d %d C%d %d %d %d %d %d\"/>\n",
		w->backs[i] >= 0 ? " class=\"back\"" : "", x1, y1, x1, y1 + 18, side, y1 + 2, side,
		y1 + 20 * (w->backs[i] < 0), side, y2 - 20 * (w->backs[i] < 0), side, y2 - 14, x2,
		y2 - 22, x2, y2 - 4);
}

static void
draw_node(const struct flow *w, int i, FILE *out)
{
	const struct node *n = &w->nodes[i];
	const char *label = w->f->blocks.v[i].label;
	int x = left(w, n), y = top(n);

	if (i == 0 && !w->f->blocks.v[i].named)
		label = "entry";
	fprintf(out, "<g class=\"node%s%s\" data-lines=\"", n->barrier ? " barrier" : "",
		n->exits ? " exits" : "");
	for (size_t k = 0; k < n->places.n; k++)
		fprintf(out, "%s%u", k ? " " : "", n->places.v[k]);
	fprintf(out, "\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\"/>", x, y,
		n->width, HEIGHT);
	fprintf(out, "<text x=\"%d\" y=\"%d\">", x + n->width / 2, y + 17);
	view_quote(out, label, strlen(label));
	fprintf(out, "</text><text class=\"small\" x=\"%d\" y=\"%d\">%u line%s%s</text></g>\n",
		x + n->width / 2, y + 32, n->lines, n->lines == 1 ? "" : "s",
		n->barrier ? ", barrier" : "");
}

static void
draw(const struct flow *w, FILE *out)
{
	int width = 2 * MARGIN + w->nbacks * CHANNEL + w->width + (w->nskips + 1) * CHANNEL;
	int height = 2 * MARGIN + w->nranks * (HEIGHT + RANK_GAP) - RANK_GAP;

	fprintf(out,
		"<svg class=\"flow\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
		"role=\"img\" aria-label=\"control flow of ",
		width, height, width, height);
	view_quote(out, w->f->name, strlen(w->f->name));
	fputs("\">\n", out);
	for (size_t i = 0; i < w->edges.n; i++)
		if (is_drawn(w, w->edges.v[i].from))
			draw_edge(w, i, out);
	for (int i = 0; i < w->n; i++)
		if (is_drawn(w, i))
			draw_node(w, i, out);
	fputs("</svg>\n", out);
}

void
view_flow(struct arena *scratch, const struct ptx_function *f, FILE *out)
{
	struct flow w = { .a = scratch, .f = f, .n = (int)f->blocks.n };

	if (w.n == 0)
		return;
	w.leader = NEWN(scratch, int, w.n);
	w.order = NEWN(scratch, int, w.n);
	w.nodes = NEWN(scratch, struct node, w.n);
	find_leaders(&w);
	describe_nodes(&w);
	each_edge(&w, add_edge);
	rank_nodes(&w);
	place_nodes(&w);
	route_edges(&w);
	draw(&w, out);
}
