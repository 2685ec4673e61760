/* Variables of the device that no bytes in its memory can stand for. */
// error: 4:26: device variable 'z' cannot begin with this '_Complex long double'
#pragma omp declare target
long double _Complex z = 1.0;
#pragma omp end declare target
