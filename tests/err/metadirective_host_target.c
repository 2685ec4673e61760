/* The function is compiled for the device, where a metadirective's choice for the host has no kernel. */
#pragma omp begin declare target
static int where(void)
{
	int at = 7;

	#pragma omp metadirective when(device={kind(host)}: target map(at)) otherwise(nothing)
	at = 1;
	#pragma omp metadirective when(device={kind(host)}: target update to(at)) otherwise(barrier)
	return at;
}
#pragma omp end declare target

int main(void)
{
	int at;

	#pragma omp target map(from: at)
	at = where();
	#pragma omp metadirective when(device={kind(host)}: target map(at)) otherwise(nothing)
	at++;
	return at;
}
// error: 7:54: 'target' for the host in a function that the device has, too: expected the metadirective in a function of the host
// error: 9:54: 'target update' for the host in a function that the device has, too: expected the metadirective in a function of the host
