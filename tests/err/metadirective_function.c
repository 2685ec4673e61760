/* A function that is found to be for the device when its metadirective has become the host's choice. */
static int threads(void)
{
	int n = 0;

	#pragma omp metadirective when(device={kind(nohost)}: parallel num_threads(2)) otherwise(nothing)
	n++;
	return n;
}

static int marked_before(void);
#pragma omp declare target enter(marked_before)
static int marked_before(void)
{
	int n = 0;

	#pragma omp metadirective when(device={kind(nohost)}: parallel num_threads(1)) otherwise(nothing)
	n++;
	return n;
}

static int the_same(void)
{
	int n = 0;

	#pragma omp metadirective when(device={kind(any)}: parallel num_threads(1)) otherwise(nothing)
	n++;
	return n;
}

static int for_the_host(void)
{
	int n = 0;

	#pragma omp metadirective when(device={kind(nohost)}: parallel num_threads(2)) otherwise(nothing)
	n++;
	return n;
}

int main(void)
{
	int n;

	#pragma omp target map(from: n)
	n = threads() + marked_before() + the_same() + threads();
	return n + for_the_host();
}
// error: 2:12: a metadirective of 'threads' was read as the host's: expected '#pragma omp declare target' before the function, which device code calls
