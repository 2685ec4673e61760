/*
 * The plate of slabs.c, one slab for each process (rank) of an MPI program: on one host or on several.
 *
 * Shows: a rank with a device of its own; halo rows that go from the device to the host (target update), to the other
 * rank (MPI_Sendrecv), and to its device.
 * Usage: mpirun -n 2 ranks
 */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 256, COLS = 128, SWEEPS = 4 };

/* Row i of the plate, as it is at first. */
static void
fill(float *row, int i)
{
	for (int j = 0; j < COLS; j++)
		row[j] = (i * 7 + j * 3) % 64;
}

/* Halo rows of a field whose rows are 0 to rows + 1, with the ranks above and below; MPI_PROC_NULL is nobody. */
static void
exchange(float *u, int rows, int above, int below)
{
	int last = (rows + 1) * COLS;

	#pragma omp target update from(u[COLS:COLS], u[rows * COLS:COLS])
	MPI_Sendrecv(&u[COLS], COLS, MPI_FLOAT, above, 0, &u[last], COLS, MPI_FLOAT, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Sendrecv(&u[rows * COLS], COLS, MPI_FLOAT, below, 1, u, COLS, MPI_FLOAT, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	#pragma omp target update to(u[0:COLS], u[last:COLS])
}

static void
sweep(float *restrict to, const float *restrict from, int rows)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 1; i <= rows; i++)
		for (int j = 1; j < COLS - 1; j++)
			to[i * COLS + j] = 0.25f * (from[(i - 1) * COLS + j] + from[(i + 1) * COLS + j]
				+ from[i * COLS + j - 1] + from[i * COLS + j + 1]);
}

/* The slab that begins at row first of the plate, after all sweeps, in the first of the two fields. */
static void
compute(float *u, float *v, int first, int rows, int above, int below)
{
	int cells = (rows + 2) * COLS;

	for (int i = 0; i < rows + 2; i++) {
		fill(&u[i * COLS], first - 1 + i);
		fill(&v[i * COLS], first - 1 + i);
	}
	#pragma omp target data map(tofrom: u[0:cells]) map(to: v[0:cells])
	for (int round = 0; round < SWEEPS; round += 2) {
		sweep(v, u, rows);
		exchange(v, rows, above, below);
		sweep(u, v, rows);
		exchange(u, rows, above, below);
	}
}

int
main(int argc, char **argv)
{
	int rank, ranks, wrong = 0, all_wrong;
	float *u = malloc((ROWS + 2) * COLS * sizeof *u), *v = malloc((ROWS + 2) * COLS * sizeof *v);
	float *all = malloc((ROWS + 2) * COLS * sizeof *all);

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (omp_get_num_devices() > 0)
		omp_set_default_device(rank % omp_get_num_devices());

	int first = 1 + ROWS * rank / ranks, rows = ROWS * (rank + 1) / ranks - ROWS * rank / ranks;
	compute(u, v, first, rows, rank > 0 ? rank - 1 : MPI_PROC_NULL, rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL);
	compute(all, v, 1, ROWS, MPI_PROC_NULL, MPI_PROC_NULL);        /* the whole plate, to compare with */
	for (int k = COLS; k < (rows + 1) * COLS; k++)
		wrong += u[k] != all[(first - 1) * COLS + k];
	MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("%d ranks, %d devices on the first host: %d of %d cells wrong\n", ranks, omp_get_num_devices(), all_wrong, ROWS * COLS);
	MPI_Finalize();
	return wrong != 0;
}
