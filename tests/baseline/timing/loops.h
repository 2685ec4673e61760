/*
 * loops.h: kernels that are one loop, for timing models: KERNEL(name, size, body of iteration i).
 *
 * The same text is OpenMP, CUDA and the host's reference (loops.c, loops.cu): out, x and y are arrays of n
 * doubles, perm a permutation of 0..n-1, counter 65,536 ints.  n is a power of two; M(i) is i modulo n.
 */

/* what a launch costs */
KERNEL(nothing, 5, if (n < 0) out[i] = 0;)

/* atomics */
KERNEL(atomic_one, 16, ADD(&counter[0], 1);)
KERNEL(atomic_eight, 16, ADD(&counter[perm[i] & 7], 1);)
KERNEL(atomic_ring, 18, ADD(&counter[i & 1023], 1);)
KERNEL(atomic_random, 16, ADD(&counter[perm[i] & 1023], 1);)
KERNEL(atomic_own, 16, ADD(&counter[i & 65535], i);)
KERNEL(atomic_lane, 15, ADD(&counter[i >> 5], 1);)
KERNEL(atomic_real, 15, ADD(&out[perm[i] & 255], 0.5);)
KERNEL(atomic_fetch, 15, int old; FETCH(old, &counter[i & 63], 1); out[i] = old < 0;)

/* divergence */
KERNEL(diverge_half, 16, double v = x[i]; if (i & 1) { for (int k = 0; k < 16; k++) v = v * 0.7 + 0.1; }
	else { for (int k = 0; k < 16; k++) v = v * 0.5 - 0.3; } out[i] = v;)
KERNEL(diverge_warp, 16, double v = x[i]; if (i & 32) { for (int k = 0; k < 16; k++) v = v * 0.7 + 0.1; }
	else { for (int k = 0; k < 16; k++) v = v * 0.5 - 0.3; } out[i] = v;)
KERNEL(diverge_eight, 15, double v = x[i], w = y[i]; switch (perm[i] & 7) { case 0: v = v / w; break; case 1: v = sqrt(v); break;
	case 2: v = v * w + 1; break; case 3: v = v - w * w; break; case 4: v = 1 / (v + w); break; case 5: v = sqrt(w) + v; break;
	case 6: v = fabs(v - w); break; default: v = v * v * v; } out[i] = v;)
KERNEL(collatz, 14, int steps = 0; unsigned v = perm[i] + 1u; for (; v != 1; steps++) v = v & 1 ? 3 * v + 1 : v / 2; out[i] = steps;)
KERNEL(mandelbrot, 13, double re = 3 * x[i] - 2, im = 2 * y[i] - 1, a = 0, b = 0; int k = 0;
	for (; k < 64 && a * a + b * b < 4; k++) { double t = a * a - b * b + re; b = 2 * a * b + im; a = t; } out[i] = k;)
KERNEL(lane_loop, 15, double v = 0; for (int k = 0; k <= (i & 31); k++) v += x[M(i + k)]; out[i] = v;)

/* where data lies */
KERNEL(copy, 22, out[i] = x[i];)
KERNEL(axpy, 20, out[i] = 2 * x[i] + y[i];)
KERNEL(gather, 18, out[i] = x[perm[i]];)
KERNEL(gather_twice, 17, out[i] = x[perm[perm[i]]];)
KERNEL(scatter, 18, out[perm[i]] = x[i];)
KERNEL(transpose, 18, out[i] = x[M(i * 512 + i / (n / 512))];)
KERNEL(chase, 13, int p = i; for (int k = 0; k < 16; k++) p = perm[p]; out[i] = p;)
KERNEL(stencil_nine, 17, double v = 0; for (int k = -4; k <= 4; k++) v += x[M(i + k)]; out[i] = v / 9;)
KERNEL(row_sums, 12, double v = 0; for (int k = 0; k < 32; k++) v += x[M(i * 32 + k)]; out[i] = v;)
KERNEL(column_sums, 14, double v = 0; for (int k = 0; k < 32; k++) v += x[M(i + k * 128)]; out[i] = v;)

/* long arithmetic */
KERNEL(horner, 15, double v = x[i], p = 0; for (int k = 0; k < 32; k++) p = p * v + 0.25; out[i] = p;)
KERNEL(horner_float, 16, float v = (float)x[i], p = 0; for (int k = 0; k < 64; k++) p = p * v + 0.25f; out[i] = p;)
KERNEL(four_chains, 15, double v = x[i], a = v, b = v + 1, c = v + 2, d = v + 3;
	for (int k = 0; k < 16; k++) { a = a * v + 1; b = b * v + 2; c = c * v + 3; d = d * v + 4; } out[i] = a + b + c + d;)
KERNEL(hash, 16, unsigned h = i; for (int k = 0; k < 24; k++) { h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h << 7; } out[i] = h & 1023;)
KERNEL(integer_division, 14, int v = perm[i] + 100000, d = (i & 63) + 3; for (int k = 0; k < 6; k++) v = v / d + v % d + 7919; out[i] = v;)
KERNEL(long_division, 13, unsigned long long v = 0x123456789abcull + perm[i], d = (i & 63) + 3;
	for (int k = 0; k < 4; k++) v = v / d * 1000003 + v % d; out[i] = (double)(v & 65535);)
KERNEL(power_modulo, 12, unsigned long long v = perm[i] + 2, p = 1; for (int k = 0; k < 12; k++) { p = p * v % 1000003; v = v * v % 1000003; } out[i] = p;)
KERNEL(real_division, 15, double v = x[i] + 1; for (int k = 0; k < 6; k++) v = y[i] / v + 1; out[i] = v;)
KERNEL(square_roots, 14, double v = x[i]; for (int k = 0; k < 6; k++) v = sqrt(v + k); out[i] = v;)
KERNEL(bit_tricks, 15, unsigned v = perm[i] * 2654435761u; int s = 0;
	for (int k = 0; k < 8; k++) { s += __builtin_popcount(v) + __builtin_clz(v | 1); v = v * 5 + 1; } out[i] = s;)

/* functions of <math.h> */
KERNEL(exponentials, 14, out[i] = exp(x[i]) + exp(-y[i]);)
KERNEL(logarithms, 14, out[i] = log(x[i] + 0.5) * log(y[i] + 2);)
KERNEL(sines, 14, out[i] = sin(10 * x[i]) + cos(7 * y[i]);)
KERNEL(powers, 13, out[i] = pow(x[i] + 0.5, 3 * y[i]);)
KERNEL(hyperbolic, 13, out[i] = tanh(x[i]) + cbrt(y[i]);)
KERNEL(sines_float, 15, float v = (float)x[i]; out[i] = sinf(5 * v) + expf(v) * logf(v + 2);)
KERNEL(option, 13, double s = 50 + 50 * x[i], k = 60 + 30 * y[i], d = (log(s / k) + 0.06) / 0.3, e = d - 0.3;
	out[i] = s * 0.5 * erfc(-d * 0.7071067811865476) - k * exp(-0.03) * 0.5 * erfc(-e * 0.7071067811865476);)

/* those of suite.c, smaller; a row has W elements */
KERNEL(triad, 22, out[i] = x[i] + 3.0 * y[i];)
KERNEL(vecadd, 17, out[i] = x[i] + y[i];)
KERNEL(vecaddsqrt, 16, out[i] = sqrt(x[i]) + sqrt(y[i]);)
KERNEL(revindirect, 18, out[i] = x[n - 1 - i + 0 * perm[i]];)
KERNEL(colindirect, 8, for (int k = 0; k < 64 + (perm[i] & 63); k++) counter[k * n + i] = k + perm[i];)
KERNEL(densematvec, 8, double v = 0; for (int k = 0; k < n; k++) v += x[M(i * 16 + k)] * y[k]; out[i] = v;)
KERNEL(compute, 14, double v = x[i], w = y[i]; for (int k = 0; k < 128; k++) v = v * w + 0.5; out[i] = v;)
KERNEL2(stencil5, 17, out[i * W + j] = 0.2 * (x[i * W + j] + x[i * W + j - 1] + x[i * W + j + 1] + x[(i - 1) * W + j] + x[(i + 1) * W + j]);)
KERNEL2(stencil9, 16, out[i * W + j] = 0.1 * (x[i * W + j] + x[i * W + j - 1] + x[i * W + j + 1] + x[(i - 1) * W + j] + x[(i + 1) * W + j] +
	x[(i - 1) * W + j - 1] + x[(i - 1) * W + j + 1] + x[(i + 1) * W + j - 1] + x[(i + 1) * W + j + 1]);)
KERNEL2(cheby, 16, int o = i * W + j; double s = (1.0 + (y[o + W] + y[o]) + (y[o + 1] + y[o])) * x[o] -
	(y[o + W] * x[o + W] + y[o] * x[o - W]) - (y[o + 1] * x[o + 1] + y[o] * x[o - 1]); out[o] = 0.9 * out[o] + 0.1 * (y[o] - s);)
KERNEL3(stencil7_3d, 16, int o = (i * W + j) * W + k;
	out[o] = 0.1 * (x[o] + x[o - 1] + x[o + 1] + x[o - W] + x[o + W] + x[o - W * W] + x[o + W * W]);)
KERNEL3(stencil27_3d, 15, double s = 0; for (int a = -1; a <= 1; a++) for (int b = -1; b <= 1; b++) for (int c = -1; c <= 1; c++)
	s += x[((i + a) * W + j + b) * W + k + c]; out[(i * W + j) * W + k] = s * 0.037;)
