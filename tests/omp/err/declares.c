#pragma omp requires atomic_default_mem_order(seq)
#pragma omp begin declare target to(x)
#pragma omp end declare target
void v(void);
#pragma omp declare variant(v) match(device={kind(gpu)})
void w(void);
// error: 1:47: expected 'seq_cst', 'acq_rel' or 'relaxed' before identifier 'seq'
// error: 2:37: 'x' undeclared
