#!/bin/sh
# Parallel regions of functions in other objects, compiled under the same scheme and under others: how
# many threads they get, and that they see the variables of whoever called them.
. tests/driver/lib.sh

cat >main.c <<'X'
#include <stdio.h>
#pragma omp declare target
void via(int n, int *out);
int fill(int n, int *a, int *threads);
#pragma omp end declare target

int main(void)
{
	int out[3] = { 0 };

	#pragma omp target map(tofrom: out)
	{
		int n[50];

		for (int i = 0; i < 50; i++)
			n[i] = 0;
		via(50, out);
		out[2] = fill(50, n, &out[1]);
	}
	printf("%d %d %d\n", out[0], out[1], out[2]);
	return 0;
}
X
cat >via.c <<'X'
#pragma omp declare target
int fill(int n, int *a, int *threads);

void via(int n, int *out)
{
	int mine[50], t = 0, sum = 0;

	for (int i = 0; i < n; i++)
		mine[i] = i;
	fill(n, mine, &t);
	for (int i = 0; i < n; i++)
		sum += mine[i];
	out[0] = sum;
	out[1] = t;
}
#pragma omp end declare target
X
cat >fill.c <<'X'
#include <omp.h>
#pragma omp declare target
int fill(int n, int *a, int *threads)
{
	int k = 0;

	#pragma omp parallel num_threads(8) reduction(+: k)
	{
		#pragma omp for
		for (int i = 0; i < n; i++) {
			a[i] += i;
			k++;
		}
		#pragma omp master
		*threads = omp_get_num_threads();
	}
	return k;
}
#pragma omp end declare target
X

prints() { # TEXT SCHEME-OF-main.c SCHEME-OF-via.c SCHEME-OF-fill.c
	for part in "main.c $2" "via.c $3" "fill.c $4"; do
		set -- "$1" $part
		try $MINICC $([ "$3" = auto ] || echo "-scheme=$3") -c "$2"
	done
	try $MINICC main.o via.o fill.o -o prog
	for device in sim:v100 sim:k40; do
		DEVRT_CHECK=all DEVRT_DEVICE=$device ./prog >../out 2>../err
		is "$NAME ($device)" "$(cat ../out ../err)" "$1"
	done
}

# What a launch asks for: stack_of FILE SCHEME
stack_of() {
	$MINICC "-scheme=$2" -emit-host $1 -o - | sed -n 's/.*\.stack_bytes = \([0-9]*\).*/\1/p'
}

NAME='all generic' prints '2450 8 50' generic generic generic
NAME='functions under the default' prints '2450 8 50' generic auto auto
NAME='the region under a scheme that does not divide it' prints '2450 1 50' generic generic jumptable
NAME='the variables under such a scheme' prints '2450 1 50' generic spmd generic
NAME='the kernel under such a scheme' prints '2450 1 50' switch generic generic
NAME='all under the default' prints '2450 1 50' auto auto auto

rm -f ./*.o prog
try $MINICC -Rpass-missed=scheme -S -o main.ptx main.c
ok 'the default says what it may miss' grep -q 'should this call come to parallel regions.*MC111' ../err
# The driver's 1 KB are not enough if they recurse, and nobody here knows.
ok 'stack for what functions of other objects may do' [ "$(stack_of main.c switch)" -ge 16384 ]
rm -f main.ptx main.c via.c fill.c

# in one file the default sees such calls
try $MINICC -Rpass=scheme "$TOP/tests/run/scheme/called_divides.c" -o prog
said 'the default divides regions of a recursion' "with scheme 'generic'"
is 'and its regions have their threads' "$(DEVRT_DEVICE=sim:v100 ./prog)" \
	'8 7 6 5 4 3 6 6 6 5 4 3 2 1 54'
rm -f prog
# What a called function keeps for its regions, and structures in its calls, are on the stack of its caller.
cat >stack.c <<'X2'
struct big { double v[100]; };
static struct big down(struct big b, int n)
{
	#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		b.v[i] += n;
	return n > 0 ? down(b, n - 1) : b;
}
int main(void)
{
	struct big b = { { 0 } };
	#pragma omp target map(tofrom: b)
	b = down(b, 3);
	return b.v[0] != 6;
}
X2
ok 'eight frames of at least three structures' [ "$(stack_of stack.c generic)" -ge $((16384 + 8 * 3 * 800)) ]

# a large array above a small recursion is there once; the recursion's own is there eight times, if a device has room
cat >deep.c <<'X2'
#include <stdio.h>
#pragma omp declare target
static int deep(int n)
{
	volatile char own[ROOM];

	own[n] = (char)n;
	return n ? deep(n - 1) + own[n] : own[0];
}
#pragma omp end declare target
int main(int argc, char **argv)
{
	int sum = argc + !argv;
	#pragma omp target map(tofrom: sum)
	{
		volatile char above[104000];

		above[sum] = 2;
		sum = deep(3) + above[sum];
	}
	printf("%d\n", sum);
	return 0;
}
X2
asked=$(stack_of '-DROOM=64 deep.c' generic)
ok "104,000 bytes above a recursion are asked for once ($asked)" [ "$asked" -gt 120000 -a "$asked" -lt 125000 ]
is 'and no more than there can be' "$(stack_of '-DROOM=70000 deep.c' generic)" 523712
try $MINICC -DROOM=12000 deep.c -o deep
for device in sim:k40 sim:v100 sim:h200; do
	is "a device of less memory gives what it has ($device)" "$(DEVRT_DEVICE=$device ./deep 2>&1)" 8
done

plan
