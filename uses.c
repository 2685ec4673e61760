#include "parts.h"
int part(int);
int main(void) { return parts + part(1); }
