/*
 * The temperature of a plate, its rows divided into slabs: one for each device.
 *
 * Shows: device(n) nowait, depend; memory of a device (omp_target_alloc); rows that neighbours need, the halo, copied
 * from device to device (omp_target_memcpy).
 * Usage: slabs [wait | depend | host] [times]
 *	wait	all devices sweep, the host waits for all, and copies the halo rows
 *	depend	sweeps and copies are tasks that wait for what they need, and the host waits once
 *	host	as wait, but each row goes by way of the host
 */
#include "verdict.h"
#include <stdlib.h>
#include <string.h>

#ifndef ROWS
#define ROWS 256
#endif
#ifndef COLS
#define COLS 128
#endif
#ifndef WORK
#define WORK 1
#endif
enum { SWEEPS = 4, MOST = 16 };

/* Rows first to first + rows - 1 of the plate; in its arrays these are rows 1 to rows, between two of the neighbours. */
struct slab {
	int device, first, rows;
	float *field[2];
	char swept, halo[2];    /* what tasks depend on: the rows of the slab, the halo above and that below */
};

static float plate[ROWS + 2][COLS], host[2][ROWS + 2][COLS];

#define ROW (COLS * sizeof(float))

#pragma omp declare target
/* A new temperature: the mean of the neighbours, and then what burns there, in WORK steps. */
static float
burn(float mean)
{
	for (int k = 1; k < WORK; k++)
		mean = mean * 0.5f + 0.25f;
	return mean;
}
#pragma omp end declare target

static void
sweep_on_host(float (*to)[COLS], float (*from)[COLS])
{
	for (int i = 1; i <= ROWS; i++)
		for (int j = 1; j < COLS - 1; j++)
			to[i][j] = burn(0.25f * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]));
}

/* A task: it ends some time after the call. */
static void
sweep(struct slab *s, int round)
{
	float *from = s->field[round % 2], *to = s->field[(round + 1) % 2];
	int rows = s->rows;

	#pragma omp target teams distribute parallel for collapse(2) nowait device(s->device) \
		is_device_ptr(from, to) firstprivate(rows) depend(inout: s->swept) depend(in: s->halo[0], s->halo[1])
	for (int i = 1; i <= rows; i++)
		for (int j = 1; j < COLS - 1; j++)
			to[i * COLS + j] = burn(0.25f * (from[(i - 1) * COLS + j] + from[(i + 1) * COLS + j]
				+ from[i * COLS + j - 1] + from[i * COLS + j + 1]));
}

/* One row from device to device, or by way of the host; row 0 is the halo above, row rows + 1 that below. */
static void
copy_row(struct slab *to, int row, const struct slab *from, int source, int field, int by_host)
{
	static float buffer[COLS];
	int home = omp_get_initial_device();

	if (by_host) {
		omp_target_memcpy(buffer, from->field[field], ROW, 0, source * ROW, home, from->device);
		omp_target_memcpy(to->field[field], buffer, ROW, row * ROW, 0, to->device, home);
	} else {
		omp_target_memcpy(to->field[field], from->field[field], ROW, row * ROW, source * ROW, to->device, from->device);
	}
}

/* What two neighbours owe each other. */
static void
exchange(struct slab *above, struct slab *below, int field, int by_host)
{
	copy_row(below, 0, above, above->rows, field, by_host);
	copy_row(above, above->rows + 1, below, 1, field, by_host);
}

/* The same as a task, which waits for the sweep that makes the row, and for the sweep that has read the old halo. */
static void
copy_row_later(struct slab *to, int row, struct slab *from, int source, int field)
{
	char *swept = &from->swept, *halo = &to->halo[row != 0];
	omp_depend_t order[2];

	#pragma omp depobj(order[0]) depend(in: swept[0])
	#pragma omp depobj(order[1]) depend(out: halo[0])
	omp_target_memcpy_async(to->field[field], from->field[field], ROW, row * ROW, source * ROW, to->device, from->device, 2, order);
	#pragma omp depobj(order[0]) destroy
	#pragma omp depobj(order[1]) destroy
}

static void
exchange_later(struct slab *above, struct slab *below, int field)
{
	copy_row_later(below, 0, above, above->rows, field);
	copy_row_later(above, above->rows + 1, below, 1, field);
}

static void
compute(struct slab *slabs, int n, const char *way)
{
	int by_host = strcmp(way, "host") == 0, depend = strcmp(way, "depend") == 0;

	for (int round = 0; round < SWEEPS; round++) {
		int field = (round + 1) % 2;

		for (int k = 0; k < n; k++)
			sweep(&slabs[k], round);
		if (!depend) {
			#pragma omp taskwait
		}
		for (int k = 0; k + 1 < n; k++) {
			if (depend)
				exchange_later(&slabs[k], &slabs[k + 1], field);
			else
				exchange(&slabs[k], &slabs[k + 1], field, by_host);
		}
	}
	#pragma omp taskwait
}

/* Divides the plate, and copies each slab with its halo to its device. */
static void
divide(struct slab *slabs, int n)
{
	for (int k = 0; k < n; k++) {
		struct slab *s = &slabs[k];

		s->device = omp_get_num_devices() > 0 ? k : omp_get_initial_device();
		s->first = 1 + ROWS * k / n;
		s->rows = ROWS * (k + 1) / n - ROWS * k / n;
		for (int f = 0; f < 2; f++) {
			s->field[f] = omp_target_alloc((s->rows + 2) * ROW, s->device);
			omp_target_memcpy(s->field[f], plate[s->first - 1], (s->rows + 2) * ROW, 0, 0, s->device,
				omp_get_initial_device());
		}
	}
}

static void
gather(struct slab *slabs, int n)
{
	for (int k = 0; k < n; k++) {
		struct slab *s = &slabs[k];

		omp_target_memcpy(plate[s->first], s->field[SWEEPS % 2], s->rows * ROW, 0, ROW, omp_get_initial_device(), s->device);
		omp_target_free(s->field[0], s->device);
		omp_target_free(s->field[1], s->device);
	}
}

int
main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "wait";
	struct slab slabs[MOST];
	int n = omp_get_num_devices(), times = argc > 2;
	double start;
	long wrong = 0;

	n = n < 1 ? 1 : n > MOST ? MOST : n;
	for (int i = 0; i < ROWS + 2; i++)
		for (int j = 0; j < COLS; j++)
			plate[i][j] = host[0][i][j] = host[1][i][j] = (i * 7 + j * 3) % 64;
	for (int round = 0; round < SWEEPS; round++)
		sweep_on_host(host[(round + 1) % 2], host[round % 2]);
	divide(slabs, n);
	start = times ? omp_get_wtime() : 0;
	compute(slabs, n, way);
	if (times)
		printf("%.0f us, ", 1e6 * (omp_get_wtime() - start));
	gather(slabs, n);
	for (int i = 1; i <= ROWS; i++)
		for (int j = 0; j < COLS; j++)
			wrong += plate[i][j] != host[SWEEPS % 2][i][j];
	printf("%d slabs, ", n);
	return verdict("slabs", wrong, (long)ROWS * COLS);
}
