/* What units.c and units_other.c know of each other. */
struct conf { int n; const char *name; double *p; };

#pragma omp declare target
extern double coeff[3];
extern struct conf conf;
double poly(double x);
int scale(int x);
int other_hidden(void);
#ifdef __minicc__
extern int other[];             /* gcc maps no array of unknown size */
#else
extern int other[4];
#endif
#pragma omp end declare target

extern int linked[4];
#pragma omp declare target link(linked)

int from_two(void);
int sum_linked(void);
