/*
 * app.h: a bench includes a whole mini-app of a lesson, which has a main() of its own and fields that are no bench arrays.
 *
 * The mini-app makes the input on the host; FIELD(f) gives its field f an image on the device, as ARRAY does.
 */
#include "bench.h"

#define main static __attribute__((unused)) of_the_lesson
#define FIELD(f) bench_field(#f, &(f), sizeof(f))
