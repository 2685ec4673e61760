/* Wider than the hardware's atomic operations. */
// error: 10:3: device code has no atomic access to __int128
int main(void)
{
	__int128 i = 0;

	#pragma omp target map(tofrom: i)
	{
		#pragma omp atomic
		i++;
	}
	return i != 1;
}
