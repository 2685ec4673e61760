void f(int *p)
{
#pragma omp target iterator map(
// error: 3:20: expected a clause of 'target' before identifier 'iterator'
// error: 7:1: expected '}' before end of file
// A clause of another kind of directive that ends with the file: nothing behind it is read.
