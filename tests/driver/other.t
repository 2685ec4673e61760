#!/bin/sh
# Words of other compilers: with the meaning that they have here, or one warning, never an error; and what
# was meant where a word is misspelt.
. tests/driver/lib.sh

cat >region.c <<'X'
int main(void)
{
	int n = 41;

	#pragma omp target map(tofrom: n)
	n++;
	return n;
}
X

# Architectures of the images in the object.
archs() {
	strings -a region.o | sed -n 's/^\.target sm_\([0-9]*\).*/\1/p' | sort -u | tr '\n' ' '
}

means() { # ARCHITECTURES WARNINGS WORD...
	want="$1$2"
	shift 2
	try $MINICC "$@" -c region.c
	is "$*" "$(archs)$(grep -c 'warning: .* ignored' ../err)$(grep error ../err)" "$want"
	rm -f region.o
}

all='35 70 90 '
means '70 ' 0 --offload-arch=sm_70
means '35 70 ' 0 --offload-arch=sm_70 --offload-arch=sm_60
means '70 90 ' 0 --offload-arch=sm_80,sm_90a
means "$all" 0 --offload-arch=native
means "$all" 1 --offload-arch=gfx906
means '70 ' 0 --cuda-gpu-arch=sm_75
means '70 ' 0 -qtgtarch=sm_70
means '70 ' 1 -gpu=cc70,managed
means '90 ' 0 -gpu=cc90,maxregcount:64
means '70 ' 0 -Xopenmp-target -march=sm_86
means '35 ' 0 -fopenmp-targets=nvptx64 -Xopenmp-target=nvptx64 -march=sm_35
means "$all" 1 -Xopenmp-target -fother
means "$all" 1 -fopenmp-targets=x86_64-pc-linux-gnu,nvptx64-nvidia-cuda
means "$all" 0 -foffload=nvptx-none
means '70 ' 0 -foffload=nvptx-none=-march=sm_70
means "$all" 0 -foffload=-lm
means "$all" 1 -foffload=disable
means "$all" 0 -mp=gpu
means "$all" 1 -mp=multicore
for word in -mp -qopenmp -qsmp=omp -qoffload -homp -fiopenmp -fopenmp=libomp -mpopcnt; do
	means "$all" 0 $word
done
means "$all" 0 -h omp
means "$all" 1 -h display_opt
for word in -qreport -qopenmp-targets=spir64 -Mneginfo=mp -qsmp=noauto -qopt-report=2 --cuda-path=/usr --libomptarget-nvptx-bc-path=x; do
	means "$all" 1 $word
done
for words in -Minfo -Minfo=mp -hlist=m '-h list=m'; do
	try $MINICC $words -c region.c
	said "$words asks for remarks" 'remark: target region compiled with scheme'
done
rm -f region.o

# isa() in a context selector is the one architecture that -arch= names.
cat >isa.c <<'X'
int seventy(void) { return 70; }
#pragma omp declare variant(seventy) match(device={isa("sm_70")})
int any(void) { return 42; }

int main(void)
{
	int n = 0;

	#pragma omp target map(tofrom: n)
	{
		n = any();
		#pragma omp metadirective when(device={isa(sm_70)}: parallel num_threads(1)) otherwise(nothing)
		n++;
	}
	return n;
}
X
chosen() { # WARNINGS STATUS WORD...
	want="$1 $2"
	shift 2
	try env DEVRT_DEVICE=sim:v100 $MINICC "$@" -run isa.c
	is "isa with $*" "$(grep -c "warning: 'isa(sm_70)' never matches" ../err) $status" "$want"
}
chosen 0 71 -arch=sm_70
chosen 0 43 -arch=sm_35
chosen 2 43 -arch=sm_35,sm_70
rm -f isa.c

guess() { # WORD MEANT
	try $MINICC "$1" -c region.c
	said "$1" "unknown option '$1'.*; did you mean '$2'\\?"
}
guess -emithost -emit-host
guess -sheme=spmd -scheme
guess --hepl --help
guess -fdeterministc-reduction -fdeterministic-reduction
guess -Wunusde -Wunused
try $MINICC -nothing-like-it -c region.c
said 'no guess' "unknown option '-nothing-like-it'$"

# Coefficients of the device library stay in constant memory: a literal of double is two more instructions.
cat >exp.c <<'X'
#include <math.h>
void f(double *x)
{
	#pragma omp target map(x[0:1])
	x[0] = exp(x[0]);
}
X
try $MINICC -S exp.c -o -
is 'coefficients of exp from constant memory' "$(grep -c 'ld\.const\.f64' ../out)" 13

# nvcc's options about float, and gcc's -ffast-math.
cat >float.c <<'X'
#include <math.h>
void f(float *x)
{
	#pragma omp target map(x[0:3])
	x[0] = sqrtf(x[1] / x[2]) + x[0] * sinf(x[0]);
}
X
floats() { # WORD INSTRUCTION...
	try $MINICC "$1" -S float.c -o -
	is "$1: float" "$(grep -o '\(div\|sqrt\|fma\|sin\|add\)\.[a-z.]*f32' ../out | sort -u | tr '\n' ' ')" "$2"
}
cut='div.rn.f32 fma.rn.f32 sqrt.rn.f32 '
floats -prec-div=true "$cut"
floats -ftz=false "$cut"
floats -prec-div=false 'div.full.f32 fma.rn.f32 sqrt.rn.f32 '
floats --prec-sqrt=false 'div.rn.f32 fma.rn.f32 sqrt.approx.f32 '
floats -ftz=true 'div.rn.ftz.f32 fma.rn.ftz.f32 sqrt.rn.ftz.f32 '
fast='div.full.ftz.f32 fma.rn.ftz.f32 sin.approx.ftz.f32 sqrt.approx.ftz.f32 '
floats -use_fast_math "$fast"
floats -ffast-math "$fast"
try $MINICC -use_fast_math -fmad=false -S float.c -o -
ok '-fmad=false' sh -c '! grep -q "fma\.rn" ../out && grep -q "mul.rn.ftz.f32" ../out'
plan
