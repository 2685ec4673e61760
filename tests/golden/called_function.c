// args: -scheme=generic -arch=sm_70
// A function that other files call: its region is published with the frame when the caller is the
// master of a waiting team, else the thread executes it alone.
#pragma omp declare target
int
elsewhere(int n)
{
	#pragma omp parallel
	{
		#pragma omp atomic
		n++;
	}
	return n;
}
#pragma omp end declare target
