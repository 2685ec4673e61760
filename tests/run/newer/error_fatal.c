// A fatal 'error at(execution)' in device code ends the program [8.5].
// exit: 1
// stderr: failed: CUDA_ERROR
int main(void)
{
	int n = 1;

	#pragma omp target map(tofrom: n)
	{
		if (n) {
			#pragma omp error at(execution) message("the end")
		}
		n = 0;
	}
	return n;
}
