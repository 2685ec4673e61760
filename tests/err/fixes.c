struct s { int length; };
#pragma ompp target
int f(struct s *p, struct s q, double *x, int count)
{
	#pragma omp target teams distribut
	x[0] = 1;
	#pragma omp target map(x[0,3])
	x[0] = cuont;
	return p.length + q->length + q.lenght;
}
