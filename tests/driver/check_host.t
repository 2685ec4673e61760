#!/bin/sh
# -fcheck-host: the same findings with gcc and clang, with and without optimisation, and in a file without OpenMP that is
# compiled alone; what is said without addr2line; nothing in other programs.
. tests/driver/lib.sh
DEVRT_DEVICE=sim:v100 DEVRT_CHECK=map
export DEVRT_DEVICE DEVRT_CHECK

cat >main.c <<'X'
#include <string.h>
int look(const int *a);
int main(void)
{
	int a[8] = { 0 }, b[8];
	#pragma omp target enter data map(to: a)
	#pragma omp target
	a[2]++;
	memcpy(b, a, sizeof a);
	#pragma omp target exit data map(release: a)
	return look(a) + b[2];
}
X
printf 'int look(const int *a)\n{\n\treturn a[2];\n}\n' >look.c
for cc in gcc clang; do
	command -v $cc >/dev/null || continue
	for level in -O0 -O2; do
		try env MINICC_CC=$cc "$MINICC" -fcheck-host -Wno-lost-value $level -c main.c look.c
		is "$cc $level compiles" "$status $(cat ../err)" '0 '
		try env MINICC_CC=$cc "$MINICC" main.o look.o -o prog
		try ./prog
		is "$cc $level: status" "$status" 1
		said "$cc $level: a read through memcpy" "^main.c:9: map: the host reads the old value of 'a\[2\]'"
		said "$cc $level: a read in another file" "^look.c:3: map: the host reads the old value of 'a\[2\]'"
	done
done
mkdir bin && ln -s "$(command -v sh)" bin
try env PATH="$PWD/bin" ./prog
said 'an address where addr2line is missing' "prog[+]0x[0-9a-f]* [(]addr2line knows no line[)]: map: the host reads the old value of 'a\[2\]'"
try env DEVRT_CHECK= ./prog
is 'without DEVRT_CHECK it is a program as any other' "$status $(cat ../err)" '0 '
"$MINICC" -Wno-lost-value main.c look.c -o plain
nok 'without the option none of it is in the program' grep -q '__tsan\|__asan' plain
plan
