/* all.cu: the kernels of the lessons' mini-apps as CUDA has them, in the sizes that bench-gpu asks for. */
#define NX HYDRO
#define NY HYDRO
#include "../../../lessons/18-hydro/hydro.cu"
#undef NX
#undef NY
#include "../../../lessons/19-transport/transport.cu"
#define N LEAF
#include "../../../lessons/15-miniapp/leaf.cu"
