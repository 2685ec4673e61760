// data.c in CUDA: memory on the device is allocated once, copies are cudaMemcpy from memory as malloc gives it,
// independent work goes to streams.  to256M, from256M with pinned memory as well: what the bus takes.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

enum { REPS = 31, FEW = 5, N = 1 << 20, REGIONS = 8, SPIN = 300000, PARTS = 4 };
static const size_t LARGE = (size_t)1 << 25;

static double now() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }

template <class F> static void timed(const char *name, int n, const double &sum, F f)
{
	double t[REPS];

	for (int r = -3; r < n; r++) {
		double begin = now();
		f();
		t[r < 0 ? 0 : r] = now() - begin;
	}
	std::sort(t, t + n);
	printf("%-12s %12.2f %.10g\n", name, t[n / 2] * 1e6, sum);
}

__global__ void add_one(double *a, int n) { for (int i = 0; i < n; i++) a[i] += 1; }
__global__ void two(double *a, const double *v) { *a = v[0] + v[11]; }
__global__ void chain(double *a) { double x = *a; for (int k = 0; k < SPIN; k++) x = x * 0.5 + 1; *a = x; }

__global__ void inc(double *x, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
		x[i] += 1;
}

__device__ void add_up(double v, double *to)
{
	__shared__ double part[32];

	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x < 32) {
		v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
		for (int d = 16; d; d /= 2)
			v += __shfl_down_sync(~0u, v, d);
		if (!threadIdx.x)
			atomicAdd(to, v);
	}
	__syncthreads();
}

__global__ void sums3(const double *x, double *out)
{
	double s = 0, t = 0, u = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) {
		s += x[i];
		t += x[i] * x[i];
		u += x[i] * 0.5;
	}
	add_up(s, out);
	add_up(t, out + 1);
	add_up(u, out + 2);
}

__global__ void most(const double *x, double *out)
{
	double s = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
		s = fmax(s, x[i]);
	for (int d = 16; d; d /= 2)
		s = fmax(s, __shfl_down_sync(~0u, s, d));
	if (threadIdx.x % 32 == 0)
		atomicMax((unsigned long long *)out, (unsigned long long)__double_as_longlong(s)); /* none is negative */
}

int main()
{
	double *x = (double *)malloc(LARGE * 8), *d, *small, h[12] = { 0 }, result = 0, *pinned;
	cudaStream_t s[REGIONS];

	for (size_t i = 0; i < LARGE; i++)
		x[i] = (double)(i % 7);
	cudaMalloc(&d, LARGE * 8);
	cudaMalloc(&small, 4096);
	for (auto &one : s)
		cudaStreamCreate(&one);
	auto to = [&](int n) { cudaMemcpy(small, h, n * 8, cudaMemcpyHostToDevice); };
	auto from = [&](int n) { cudaMemcpy(h, small, n * 8, cudaMemcpyDeviceToHost); };

	timed("empty1", REPS, h[0], [&] { to(1); add_one<<<1, 1>>>(small, 0); from(1); });
	timed("empty8", REPS, h[0], [&] { to(8); add_one<<<1, 1>>>(small, 0); from(8); });
	timed("add8", REPS, result, [&] {
		to(8);
		add_one<<<1, 1>>>(small, 8);
		from(8);
		result = 0;
		for (int i = 0; i < 8; i++)
			result += h[i];
	});
	h[0] = h[11] = 0;
	timed("array96to", REPS, h[0], [&] {
		to(12);
		two<<<1, 1>>>(small + 16, small);
		cudaMemcpy(&result, small + 16, 8, cudaMemcpyDeviceToHost);
	});
	cudaMemcpy(d, x, N * 8, cudaMemcpyHostToDevice);
	timed("sums3", REPS, result, [&] {
		h[0] = h[1] = h[2] = 0;
		to(3);
		sums3<<<264, 512>>>(d, small);
		from(3);
		result = h[0] + h[1] + h[2];
	});
	timed("max", REPS, h[0], [&] {
		h[0] = 0;
		to(1);
		most<<<264, 512>>>(d, small);
		from(1);
	});
	cudaMemset(small, 0, 4096);
	h[0] = 0;
	timed("region1", FEW, h[0], [&] { chain<<<1, 1, 0, s[0]>>>(small); cudaStreamSynchronize(s[0]); });
	timed("nowait8", FEW, h[0], [&] {
		for (int i = 0; i < REGIONS; i++)
			chain<<<1, 1, 0, s[i]>>>(small + 32 * i);
		cudaDeviceSynchronize();
	});
	auto whole = [&](void *to, const void *from, cudaMemcpyKind kind) { cudaMemcpy(to, from, LARGE * 8, kind); };
	auto ends = [&] { result = x[1] + x[LARGE - 1]; };

	timed("to256M", FEW, x[1], [&] { whole(d, x, cudaMemcpyHostToDevice); });
	timed("from256M", FEW, x[1], [&] { whole(x, d, cudaMemcpyDeviceToHost); });
	timed("tofrom256M", FEW, result, [&] {
		whole(d, x, cudaMemcpyHostToDevice);
		inc<<<1056, 256>>>(d, LARGE);
		whole(x, d, cudaMemcpyDeviceToHost);
		ends();
	});
	timed("four64M", FEW, result, [&] {
		size_t n = LARGE / PARTS;

		for (int p = 0; p < PARTS; p++) {
			cudaMemcpyAsync(d + n * p, x + n * p, n * 8, cudaMemcpyHostToDevice, s[p]);
			inc<<<1056, 256, 0, s[p]>>>(d + n * p, n);
			cudaMemcpyAsync(x + n * p, d + n * p, n * 8, cudaMemcpyDeviceToHost, s[p]);
		}
		cudaDeviceSynchronize();
		ends();
	});
	cudaMallocHost(&pinned, LARGE * 8);
	timed("to256Mpin", FEW, x[1], [&] { whole(d, pinned, cudaMemcpyHostToDevice); });
	timed("from256Mpin", FEW, x[1], [&] { whole(pinned, d, cudaMemcpyDeviceToHost); });
	return cudaGetLastError() != cudaSuccess;
}
