// A program's shape: conjugate gradients on a CSR matrix, vectors on the device throughout, dot
// products as integer-valued reductions so that every order of summation gives the same sum.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int n, nnz;
	int *row, *col;
	double *val;
} csr_t;

static csr_t laplace(int k)
{
	csr_t m = { .n = k * k };
	int at = 0;

	m.row = malloc((m.n + 1) * sizeof(int));
	m.col = malloc(5 * m.n * sizeof(int));
	m.val = malloc(5 * m.n * sizeof(double));
	for (int i = 0; i < m.n; i++) {
		const int near[4] = { i - k, i % k ? i - 1 : -1, i % k < k - 1 ? i + 1 : -1, i + k };

		m.row[i] = at;
		for (int e = 0; e < 4; e++)
			if (near[e] >= 0 && near[e] < m.n) {
				m.col[at] = near[e];
				m.val[at++] = -1;
			}
		m.col[at] = i;
		m.val[at++] = 4;
	}
	m.row[m.n] = m.nnz = at;
	return m;
}

static void spmv(const csr_t *m, const double *x, double *y)
{
	const int n = m->n, nnz = m->nnz;
	const int *row = m->row, *col = m->col;
	const double *val = m->val;

	#pragma omp target teams distribute parallel for \
		map(to: row[0:n + 1], col[0:nnz], val[0:nnz], x[0:n]) map(from: y[0:n])
	for (int i = 0; i < n; i++) {
		double s = 0;

		for (int e = row[i]; e < row[i + 1]; e++)
			s += val[e] * x[col[e]];
		y[i] = s;
	}
}

/* Rounded to multiples of 2^-20, so that the sum is exact. */
static double dot(int n, const double *x, const double *y)
{
	long sum = 0;

	#pragma omp target teams distribute parallel for simd reduction(+: sum) \
		map(to: x[0:n], y[0:n])
	for (int i = 0; i < n; i++)
		sum += (long)(x[i] * y[i] * 1048576.0);
	return (double)sum / 1048576.0;
}

static void axpy(int n, double a, const double *x, double *y)
{
	#pragma omp target teams loop map(to: x[0:n]) map(tofrom: y[0:n])
	for (int i = 0; i < n; i++)
		y[i] += a * x[i];
}

int main(void)
{
	csr_t m = laplace(12);
	int n = m.n, iterations = 0;
	double *x = calloc(n, 8), *r = malloc(n * 8), *p = malloc(n * 8), *q = malloc(n * 8);

	for (int i = 0; i < n; i++)
		p[i] = r[i] = 1 + i % 3;
	#pragma omp target data map(to: m.row[0:n + 1], m.col[0:m.nnz], m.val[0:m.nnz], r[0:n], p[0:n]) \
		map(alloc: q[0:n]) map(tofrom: x[0:n])
	{
		double rr = dot(n, r, r);

		while (rr > 1e-3 && iterations < 60) {
			double alpha, beta, next;

			spmv(&m, p, q);
			alpha = rr / dot(n, p, q);
			axpy(n, alpha, p, x);
			axpy(n, -alpha, q, r);
			next = dot(n, r, r);
			beta = next / rr;
			#pragma omp target parallel for map(to: r[:n]) map(p[:n]) firstprivate(beta)
			for (int i = 0; i < n; i++)
				p[i] = r[i] + beta * p[i];
			rr = next;
			iterations++;
		}
		printf("%d iterations, %a\n", iterations, rr);
	}
	printf("%a %a %a\n", x[0], x[n / 2], x[n - 1]);
	free(m.row), free(m.col), free(m.val), free(x), free(r), free(p), free(q);
	return 0;
}
