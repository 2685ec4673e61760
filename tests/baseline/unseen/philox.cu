K philox_fill(uint4 *R out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned a = i, b = 0, c = 7, d = 0, k0 = 0xcafe, k1 = 0xbabe;

	if (i >= n)
		return;
	for (int round = 0; round < 10; round++) {
		unsigned long long p = (unsigned long long)a * 0xD2511F53u, q = (unsigned long long)c * 0xCD9E8D57u;

		a = (unsigned)(q >> 32) ^ b ^ k0;
		b = (unsigned)q;
		c = (unsigned)(p >> 32) ^ d ^ k1;
		d = (unsigned)p;
		k0 += 0x9E3779B9u;
		k1 += 0xBB67AE85u;
	}
	out[i] = make_uint4(a, b, c, d);
}
