#!/bin/sh
# Ended at any moment, or with no room to write: a file is there whole or not at all, and what was
# there before stays.  Only after SIGKILL a half-written file of another name (out.XXXXXX) may remain.
. tests/driver/lib.sh

cat >prog.c <<'X'
#include <math.h>
#include <stdio.h>
int main(void)
{
	double a[100];
	#pragma omp target teams distribute parallel for map(from: a)
	for (int i = 0; i < 100; i++)
		a[i] = sin(i) + pow(i, 2.5);
	printf("%g\n", a[99]);
	return 0;
}
X
try $MINICC prog.c -o whole
size=$(wc -c <whole)
try $MINICC -S prog.c -o whole.ptx
ptx_size=$(wc -c <whole.ptx)

# Kills a compilation after each delay.  $kept counts outputs that are neither old nor whole.
killed() { # SIGNAL WANTED_SIZE WORDS...
	signal=$1 wanted=$2
	shift 2
	kept=0 left=0 ended=0
	for delay in 0 0.002 0.005 0.01 0.02 0.03 0.04 0.06 0.08 0.1 0.15 0.2 0.3; do
		echo old >out
		$MINICC "$@" prog.c -o out >/dev/null 2>&1 &
		child=$!
		sleep $delay
		kill -s "$signal" $child 2>/dev/null && ended=$((ended + 1))
		wait $child 2>/dev/null
		now=$(wc -c <out)
		[ "$now" = 4 ] || [ "$now" = "$wanted" ] || kept=$((kept + 1))
		[ "$signal" = KILL ] && continue
		left=$((left + $(ls | grep -c '^out\.') + $(ls "$TMPDIR" | wc -l)))
	done
}

for signal in TERM KILL; do
	killed $signal "$size"
	is "SIG$signal: the executable is old or whole" "$kept" 0
	[ $signal = KILL ] || is "SIG$signal: nothing else is left" "$left" 0
	killed $signal "$ptx_size" -S
	is "SIG$signal: the PTX is old or whole" "$kept" 0
	ok "SIG$signal came in time at least once" [ $ended -gt 0 ]
done
sleep 1
rm -rf out out.* "$TMPDIR"/*

# No room: RLIMIT_FSIZE stands for a full disk
full() { # NAME BLOCKS WORDS...
	name=$1 blocks=$2
	shift 2
	echo old >out
	(ulimit -f "$blocks"; exec $MINICC "$@" prog.c -o out) >../out 2>../err
	is "$name: status" "$?" 1
	is "$name: the old file stays" "$(cat out)" old
	said "$name: a message" 'minicc: error: |[Nn]o space|too large|cannot write|final link failed'
	is "$name: nothing else is left" "$(ls | grep -c '^out\.')$(ls "$TMPDIR")" 0
}
full 'PTX and no room' 1 -S
full 'an object and no room' 4 -c
full 'an executable and no room' 40
full 'preprocessed text and no room' 1 -E
plan
