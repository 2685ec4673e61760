// args: -scheme=spmd
// Each round's values get registers of their own, so that products of widened factors are one instruction.
void mix(unsigned *v)
{
	#pragma omp target map(v[0:2])
	{
		unsigned a = v[0], b = 7;

		for (int round = 0; round < 2; round++) {
			unsigned long long p = (unsigned long long)a * 0xD2511F53u;

			a = (unsigned)(p >> 32) ^ b;
			b = (unsigned)p;
		}
		v[0] = a;
		v[1] = b;
	}
}
