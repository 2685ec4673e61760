#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <ctype.h>
#include <stdint.h>
#include <limits.h>
#include <omp.h>
#include <time.h>
#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <complex.h>
#include <wchar.h>
#include <unistd.h>
static int cmp(const void *a, const void *b){(void)a;(void)b;return 0;}
int main(void){ char b[64]="12"; int v[4]={3,1,2,0}; double d=1; float f=1; long l=1; void *p=0; (void)l;(void)p;(void)f;(void)v;
#pragma omp target map(tofrom: b, v, d)
{ f=sqrtf(f)+sinf(f)+rsqrtf(f); }
}
