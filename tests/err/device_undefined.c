// calls and addresses of functions that cannot be there on the device (OpenMP 5.2 [7.8])
#include <stdlib.h>

static int nowhere(int);
int on_host(int);
#pragma omp declare target enter(on_host) device_type(host)

void f(int *a)
{
	#pragma omp target
	{
		int (*p)(int) = nowhere;
		int (*q)(const char *) = system;

		a[0] = nowhere(3) + p(4);
		a[1] = undeclared(3);
		a[2] = on_host(q(""));
	}
}
// warning: 16:10: implicit declaration of function 'undeclared' [-Wimplicit-function-declaration]
// error: 12:19: 'nowhere' has no address on the device: it is not defined in this file and not 'declare target'
// error: 13:28: 'system' has no address on the device: it is not defined in this file and not 'declare target'
// error: 15:10: device code calls 'nowhere', which is not defined in this file and not 'declare target'
// error: 16:10: device code calls 'undeclared', which is neither declared nor defined here: define it above, or include the header that declares it
// error: 17:10: device code calls 'on_host', which is not defined in this file and not 'declare target'
