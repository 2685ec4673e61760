// A program's shape: a structure of pointers to structures with pointers, mapped deep with enter data
// and used through several functions; parts updated alone; unmapped in another order.
// may-refuse: inspector
#include <stdio.h>
#include <stdlib.h>

typedef struct { double *data; size_t len; int tag; } field;
typedef struct { field *fields; int nfields; double scale; const char *name; } state;

static state *create(int nfields, size_t len)
{
	state *s = malloc(sizeof *s);

	*s = (state){ malloc(nfields * sizeof(field)), nfields, 0.5, "state" };
	for (int f = 0; f < nfields; f++) {
		s->fields[f] = (field){ malloc(len * sizeof(double)), len, f };
		for (size_t i = 0; i < len; i++)
			s->fields[f].data[i] = f + i;
	}
	return s;
}

static void to_device(state *s)
{
	#pragma omp target enter data map(to: s[0:1])
	#pragma omp target enter data map(to: s->fields[0:s->nfields])
	for (int f = 0; f < s->nfields; f++) {
		#pragma omp target enter data map(to: s->fields[f].data[0:s->fields[f].len])
	}
}

static void from_device(state *s)
{
	for (int f = 0; f < s->nfields; f++) {
		#pragma omp target exit data map(from: s->fields[f].data[0:s->fields[f].len])
	}
	#pragma omp target exit data map(release: s->fields[0:s->nfields])
	#pragma omp target exit data map(release: s[0:1])
}

static void scale(state *s)
{
	#pragma omp target teams distribute
	for (int f = 0; f < s->nfields; f++) {
		field *fd = &s->fields[f];

		#pragma omp parallel for
		for (size_t i = 0; i < fd->len; i++)
			fd->data[i] = fd->data[i] * s->scale + fd->tag;
	}
}

static double checksum(state *s, int f)
{
	double sum = 0;

	#pragma omp target parallel for reduction(+: sum) map(tofrom: sum)
	for (size_t i = 0; i < s->fields[f].len; i++)
		sum += s->fields[f].data[i];
	return sum;
}

int main(void)
{
	state *s = create(5, 50);
	double *d;

	to_device(s);
	scale(s);
	s->scale = 2;
	#pragma omp target update to(s->scale)
	scale(s);
	printf("%g %g\n", checksum(s, 0), checksum(s, 4));
	s->fields[2].data[7] = 1000;
	#pragma omp target update to(s->fields[2].data[7:1])
	d = s->fields[3].data;
	#pragma omp target update from(d[10:5])
	printf("%g %g\n", checksum(s, 2), d[10]);
	from_device(s);
	for (int f = 0; f < s->nfields; f++)
		printf("%g ", s->fields[f].data[49]);
	printf("%s\n", s->name);
	for (int f = 0; f < s->nfields; f++)
		free(s->fields[f].data);
	free(s->fields);
	free(s);
	return 0;
}
