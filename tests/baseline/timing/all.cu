/* all.cu: the kernels of this folder and of unseen/ as CUDA has them. */
#include "../unseen/all.cu"
#include "loops.cu"
#include "teams.cu"
