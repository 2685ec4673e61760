#!/bin/sh
# Programs with target regions through the whole compiler: on a simulated device, on the host, from
# objects, from -emit-host, with every host compiler that is there.
. tests/driver/lib.sh

cp "$TOP/tests/driver/regions.c" .

runs() { # NAME PROGRAM
	for device in sim:v100 host; do
		DEVRT_DEVICE=$device "./$2" >../out 2>../err
		is "$1 ($device)" "$(cat ../out ../err)" right
	done
}

try $MINICC -Wno-lost-value regions.c -o prog
is 'it compiles' "$(cat ../err)$status" 0
runs 'from one command' prog
for scheme in ifmaster jumptable; do
	try $MINICC -scheme=$scheme regions.c -o prog
	is "-scheme=$scheme" "$status" 0
	DEVRT_DEVICE=sim:k40 ./prog >../out 2>../err
	is "-scheme=$scheme runs" "$(cat ../out ../err)" right
done
rm -f prog

try $MINICC -O2 -g -Wall -Wextra -std=gnu99 -c regions.c
is '-c with warnings on' "$status" 0
nok 'none of them about what we write' grep -q __devrt ../err
try $MINICC regions.o -o prog
runs 'from an object' prog
rm -f prog regions.o

try $MINICC -emit-host regions.c
ok '-emit-host has #include' grep -q '^#include <stdio.h>' regions.host.c
try cc -fopenmp -foffload=disable -I"$TOP/devrt/include" regions.host.c "$BUILD/lib/libdevrt.a" \
	-ldl -lm -lpthread -o prog
is 'and cc compiles it' "$status" 0
runs 'from -emit-host' prog
rm -f prog

if command -v clang >/dev/null; then
	MINICC_CC=clang try $MINICC -c regions.c
	is 'clang as the host compiler' "$status" 0
	MINICC_CC=clang try $MINICC -fno-openmp regions.c -o prog
	is 'clang without OpenMP for the host' "$status" 0
fi
rm -f prog regions.o regions.host.c

cat >weak.c <<'X'
#if PART == 1
__attribute__((weak)) int level = 7;
#pragma omp declare target(level)
int spare = 5;
#pragma omp declare target(spare)
#pragma omp declare target
__attribute__((weak)) int depth(int n) { return n + 9; }
int deeper(int n) { return depth(n) * 10; }
#pragma omp end declare target
#elif PART == 2
int level = 30;
#pragma omp declare target(level)
int spare __attribute__((weak)) = 6;
#pragma omp declare target(spare)
#pragma omp begin declare target
int depth(int n) { return n + 1; }
#pragma omp end declare target
#else
#include <stdio.h>
#pragma omp declare target
extern int level, spare;
int deeper(int n);
#pragma omp end declare target
int main(void)
{
	int both = 0;

	#pragma omp target map(from: both)
	both = level * 1000 + spare * 100 + deeper(4);
	puts(both == 30550 ? "right" : "wrong");
	return 0;
}
#endif
X
try $MINICC -DPART=1 -c weak.c -o one.o
try $MINICC -DPART=2 -c weak.c -o two.o
for order in 'one.o two.o' 'two.o one.o'; do
	try $MINICC weak.c $order -o prog
	runs "weak variables and functions give way to another file's ($order)" prog
done
rm -f prog one.o two.o weak.c

cat >sum.h <<'X'
static inline int header_region(int x)
{
	#pragma omp target map(tofrom: x)
	x *= 2;
	return x;
}
int sum(const int *a, int n);
X
cat >sum.c <<'X'
#include "sum.h"
int sum(const int *a, int n)
{
	int s = 0;
	#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(+: s)
	for (int i = 0; i < n; i++)
		s += a[i];
	return header_region(s);
}
X
cat >use.c <<'X'
#include <stdio.h>
#include "sum.h"
int main(void)
{
	int a[10] = { 0 };
	#pragma omp target map(from: a)
	for (int i = 0; i < 10; i++)
		a[i] = i;
	puts(sum(a, 10) == 90 && header_region(4) == 8 ? "right" : "wrong");
	return 0;
}
X
try $MINICC -c use.c sum.c
try $MINICC use.o sum.o -o prog
is 'regions in several objects and in a header' "$status" 0
runs 'several objects' prog
ar rcs libsum.a sum.o
try $MINICC use.o -L. -lsum -o prog
runs 'an archive' prog
try $MINICC -fPIC -shared sum.c -o libsum.so
try $MINICC use.c ./libsum.so -Wl,-rpath,. -o prog
runs 'a shared library' prog
try $MINICC -emit-host sum.c
nok 'a header with regions is written out' grep -q '#include "sum.h"' sum.host.c
DEVRT_DEVICE=host try $MINICC sum.c -run use.c
is '-run' "$(cat ../out)" right
rm -f prog sum.* use.* libsum.*

try $MINICC -S regions.c
ok '-S writes PTX for sm_70' grep -q '^\.target sm_70' regions.ptx
try $MINICC -S -arch=sm_35 regions.c -o -
ok '-S -arch=sm_35 -o -' grep -q '^\.target sm_35' ../out
MINICC_CC=$(command -v cc) try $MINICC -S regions.c -o other.ptx
is 'the same again' "$(cmp regions.ptx other.ptx)" ''
rm -f other.ptx regions.ptx
echo 'int x;' >plain.c
try $MINICC -S plain.c -o -
said 'a source without device code' "'plain.c' has no device code"

sed 's/int wrong;/&\nint *outside;/; s/y += 41;/outside[0] = y;/' regions.c >line.c
try $MINICC -g -c line.c
ok 'debug lines speak of the source' sh -c "objdump --dwarf=decodedline line.o | grep -q '^line.c .*$(grep -n 'twice(table' line.c | cut -d: -f1)'"
plan
