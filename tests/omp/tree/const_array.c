/* Constants are only copied to the device. */
void f(int *out)
{
	static const double weights[3] = { 1, 2, 3 };
	const int k = 4;
#pragma omp target
	out[0] = (int)weights[1] + k;
}
