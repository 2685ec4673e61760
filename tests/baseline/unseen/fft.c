/* fft: a complex FFT of radix 2 in Stockham's order, a launch for each stage. */
#include "bench.h"

struct complex { double re, im; };

static int n;
static struct complex *input, *twiddle, *even, *odd, *output;

static void
setup(int size)
{
	uint32_t seed = 1;

	n = size;
	ARRAY(input, n);
	ARRAY(twiddle, n / 2);
	ARRAY(even, n);
	ARRAY(odd, n);
	for (int i = 0; i < n; i++)
		input[i] = (struct complex){ next_real(&seed), next_real(&seed) };
	for (int i = 0; i < n / 2; i++)
		twiddle[i] = (struct complex){ cos(-2 * M_PI * i / n), sin(-2 * M_PI * i / n) };
	to_device(input);
	to_device(twiddle);
}

#ifdef CUDA
static void
stage(struct complex *to, const struct complex *from, int m)
{
	LAUNCH(fft_stage, BLOCKS(n / 2), 256, D(to), D(from), D(twiddle), V(n), V(m));
}
#else
/* Butterflies of blocks of m: neighbours stay neighbours. */
static void
fft_stage(struct complex *to, const struct complex *from, const struct complex *w, int n, int m)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n / 2; i++) {
		int k = i & (m - 1), j = i - k;
		struct complex a = from[i], b = from[i + n / 2], t = w[j];
		double re = a.re - b.re, im = a.im - b.im;

		to[j + i] = (struct complex){ a.re + b.re, a.im + b.im };
		to[j + i + m] = (struct complex){ t.re * re - t.im * im, t.re * im + t.im * re };
	}
}

static void
stage(struct complex *to, const struct complex *from, int m)
{
	fft_stage(to, from, twiddle, n, m);
}
#endif

static void
step(void)
{
	struct complex *to = even, *from = input;

	for (int m = 1; m < n; m *= 2) {
		stage(to, from, m);
		output = to;
		from = to;
		to = to == even ? odd : even;
	}
}

/* Three frequencies by the definition. */
static bool
check(void)
{
	bool right = true;

	from_device(output);
	for (int k = 1; k < n; k += n / 3) {
		double re = 0, im = 0;

		for (int i = 0; i < n; i++) {
			int64_t at = (int64_t)i * k % n;
			double c = cos(-2 * M_PI * at / n), s = sin(-2 * M_PI * at / n);

			re += input[i].re * c - input[i].im * s;
			im += input[i].re * s + input[i].im * c;
		}
		right = right && close_to(output[k].re, re, 1e-8) && close_to(output[k].im, im, 1e-8);
	}
	return right;
}

const struct bench fft = { "fft", { 1 << 13, 1 << 14, 1 << 22 }, setup, step, check };
