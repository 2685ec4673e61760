/* all.cu: the kernels of this folder, of unseen/, later/ and further/ as CUDA has them. */
#include "../unseen/all.cu"
#include "../later/all.cu"
#include "../further/all.cu"
#include "loops.cu"
#include "teams.cu"
