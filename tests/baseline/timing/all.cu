/* all.cu: the kernels of this folder, of unseen/ and of later/ as CUDA has them. */
#include "../unseen/all.cu"
#include "../later/all.cu"
#include "loops.cu"
#include "teams.cu"
