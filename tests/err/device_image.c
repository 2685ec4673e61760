/* Variables of the device that no bytes in its memory can stand for. */
// error: 4:26: initialiser of a device variable is not a constant
#pragma omp declare target
long double _Complex z = 1.0;
#pragma omp end declare target
