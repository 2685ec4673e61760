static int host(void);
#pragma omp declare target
int (*function)(void) = host;
#pragma omp end declare target
int main(void)
{
#pragma omp target
	function();
	return 0;
}
// error: 3:25: 'host' has no address on the device: it is not defined in this file and not 'declare target'
