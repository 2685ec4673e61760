// initialisers of device variables that name what is not on the device
extern int host;
static int here(void) { return 1; }

#pragma omp declare target
int *p = &host;
int (*good)(void) = here;
#pragma omp end declare target
// error: 6:10: 'host' has no address on the device: put it under '#pragma omp declare target'
