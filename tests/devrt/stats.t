#!/bin/sh
# DEVRT_STATS and DEVRT_TIMING: the table on stderr, the JSON, bad values; results stay the same.

B=${BUILD:-build}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export DEVRT_LIBDIR=build/lib
n=0

result() {	# STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else
		echo "not ok $n - $2"; sed 's/^/# /' "$tmp/err"; fi
}
has() { grep -q -- "$1" "$tmp/err"; result $? "${2:-says: $1}"; }

cat > "$tmp/p.c" <<'C'
#include <stdio.h>
static double a[4096], b[4096];
int main(void)
{
	double sum = 0;
	for (int i = 0; i < 4096; i++)
		b[i] = i;
	for (int k = 0; k < 2; k++) {
		#pragma omp target teams distribute parallel for map(to: b) map(from: a)
		for (int i = 0; i < 4096; i++)
			a[i] = 2 * b[i] + k;
	}
	for (int i = 0; i < 4096; i++)
		sum += a[i];
	printf("%.1f\n", sum);
	return 0;
}
C
"$B/bin/minicc" "$tmp/p.c" -o "$tmp/p" 2> "$tmp/err"; result $? 'compiles'
DEVRT_DEVICE=sim:v100 "$tmp/p" > "$tmp/plain" 2> "$tmp/err"
[ ! -s "$tmp/err" ]; result $? 'a plain run reports nothing'
for dev in k40 v100 h200; do
	DEVRT_DEVICE=sim:$dev DEVRT_STATS=1 "$tmp/p" > "$tmp/out" 2> "$tmp/err"
	cmp -s "$tmp/plain" "$tmp/out"; result $? "$dev: timed, the same results"
	has "^kernel main_l9[a-z_]* on a $dev: 2 x" "$dev: both launches in one row"
	has "^  time .* cycles"
	has "^model $dev: .*its weakest number is a guess" "$dev: names its weakest number"
	has '^  PTX: error ' "$dev: and how far off it is"
done
has '^  occupancy .* limited by the'
has '^  issue slots .* lost to'
has '^copies to the device (h200): 2, 66 kB'
DEVRT_DEVICE=sim:v100 DEVRT_STATS="$tmp/1.json" "$tmp/p" > "$tmp/out" 2> "$tmp/err"
[ ! -s "$tmp/err" ]; result $? 'JSON: nothing on stderr'
DEVRT_DEVICE=sim:v100 DEVRT_STATS="$tmp/2.json" "$tmp/p" > "$tmp/out" 2> "$tmp/err"
cmp "$tmp/1.json" "$tmp/2.json" > "$tmp/err" 2>&1; result $? 'the same numbers every time'
if perl -MJSON::PP -e 1 2> /dev/null; then
	perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>); my $k = $j->{kernels}[0];
		exit !($k->{launches} == 2 && $k->{cycles} > 1000 && $k->{instructions}{load} > 0)' \
		< "$tmp/1.json" 2> "$tmp/err"; result $? 'the JSON is JSON'
else
	n=$((n + 1)); echo "ok $n - the JSON is JSON # SKIP no JSON::PP"
fi

"$B/bin/minicc" examples/fig1.c -o "$tmp/aside" 2> "$tmp/err"
DEVRT_DEVICE=sim:v100 DEVRT_STATS=1 "$tmp/aside" > "$tmp/out" 2> "$tmp/err"
has '^kernel verdict_l20 .* from a header; [0-9]* cycles$' 'a kernel from a header is one line'
[ "$(grep -c '^  time' "$tmp/err")" = 1 ]; result $? 'and no more'

# 50 barriers of 100 threads, which do not fill their warps: the waiting that the simulator replays is short.
cat > "$tmp/w.c" <<'C'
int main(void)
{
	static int a[100];
	#pragma omp target teams num_teams(1) map(a)
	#pragma omp parallel num_threads(100)
	for (int i = 0; i < 50; i++) {
		#pragma omp barrier
		a[i]++;
	}
	return 0;
}
C
"$B/bin/minicc" "$tmp/w.c" -o "$tmp/w" 2> "$tmp/err"; result $? 'a program of barriers compiles'
DEVRT_DEVICE=sim:v100 DEVRT_STATS="$tmp/w.json" "$tmp/w" > "$tmp/out" 2> "$tmp/err"
cycles=$(sed -n 's/.*"cycles": *\([0-9]*\).*/\1/p' "$tmp/w.json" | head -1)
echo "cycles: $cycles" > "$tmp/err"
[ "${cycles:-0}" -gt 1000 ] && [ "$cycles" -lt 200000 ]; result $? 'a barrier in shared memory is no long wait'
DEVRT_DEVICE=sim:v100 DEVRT_INFO=32 "$tmp/p" > "$tmp/out" 2> "$tmp/err"
has 'device 0: in all 2 copies to device, 65536 bytes; 2 from device, 65536 bytes'
DEVRT_DEVICE=sim:k40@1490 DEVRT_STATS=1 "$tmp/p" > "$tmp/out" 2> "$tmp/err"; has 'at 1490 MHz' 'another clock'
DEVRT_DEVICE=sim:v100 DEVRT_TIMING=1 "$tmp/p" > "$tmp/out" 2> "$tmp/err"
[ ! -s "$tmp/err" ]; result $? 'DEVRT_TIMING=1 prints nothing'
DEVRT_DEVICE=sim:v100 DEVRT_TIMING=yes "$tmp/p" > "$tmp/out" 2> "$tmp/err"
[ $? = 1 ]; result $? 'DEVRT_TIMING=yes is refused'; has 'DEVRT_TIMING=yes: expected 0 or 1'

# Large launches are timed by a sample, of their teams or their loops, and small ones that repeat now and then.
cat > "$tmp/s.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[1]), launches = argc > 2 ? atoi(argv[2]) : 1, teams = argc > 3 ? atoi(argv[3]) : 640;
	double sum = 0;
	for (int k = 0; k < launches; k++) {
		#pragma omp target teams distribute parallel for reduction(+: sum) num_teams(teams) thread_limit(128)
		for (int i = 0; i < n; i++)
			sum += 1 / (1.0 + i);
	}
	printf("%.17g\n", sum);
	return 0;
}
C
"$B/bin/minicc" "$tmp/s.c" -o "$tmp/s" 2> "$tmp/err"; result $? 'a program to sample compiles'
# Rows that neighbours share: who is not timed must not bring all of them.
cat > "$tmp/rows.c" <<'C'
#include <stdio.h>
enum { ROW = 4096, N = 400 * ROW };
static double p[N], kx[N], ky[N], w[N];
int main(void)
{
	#pragma omp target teams distribute parallel for thread_limit(1024) map(to: p, kx, ky) map(from: w)
	for (int i = ROW; i < N - ROW; i++)
		w[i] = (1 + kx[i + 1] + kx[i] + ky[i + ROW] + ky[i]) * p[i] - kx[i + 1] * p[i + 1] - kx[i] * p[i - 1] -
			ky[i + ROW] * p[i + ROW] - ky[i] * p[i - ROW];
	printf("%g\n", w[ROW]);
	return 0;
}
C
"$B/bin/minicc" "$tmp/rows.c" -o "$tmp/rows" 2> "$tmp/err"; result $? 'another compiles'
# Teams of a generation use more than L2 has, and each line again and again: so a timed team must not have all of L2.
"$B/bin/minicc" -Iexamples examples/matvec.c -o "$tmp/matvec" 2> "$tmp/err"; result $? 'a third compiles'
# Arrays a little larger than L2: what a team finds there of its own depends on all the others.
cat > "$tmp/sweep.c" <<'C'
#include <stdio.h>
enum { TEAMS = 640, PART = 860, N = TEAMS * PART };
static double x[N], y[N];
int main(void)
{
	#pragma omp target teams distribute num_teams(TEAMS) thread_limit(128) map(to: x) map(tofrom: y)
	for (int t = 0; t < TEAMS; t++)
		for (int again = 0; again < 12; again++) {
			#pragma omp parallel for
			for (int i = PART * t; i < PART * (t + 1); i++)
				y[i] += x[i];
		}
	printf("%g\n", y[N - 1]);
	return 0;
}
C
"$B/bin/minicc" "$tmp/sweep.c" -o "$tmp/sweep" 2> "$tmp/err"; result $? 'a fourth compiles'
# A launch like those before it but for an argument, which says how often all threads go to one place.
cat > "$tmp/more.c" <<'C'
#include <stdio.h>
int main(void)
{
	int rounds[] = { 1, 1, 7 }, last = -1, sum = 0;
	for (int k = 0; k < 3; k++) {
		int times = rounds[k];
		#pragma omp target teams distribute parallel for num_teams(640) thread_limit(128) map(tofrom: last) reduction(+: sum)
		for (int i = 0; i < 640 * 128; i++) {
			unsigned x = (unsigned)i;
			for (int j = 0; j < 150; j++)
				x = x * 1664525 + (x >> 7);
			for (int j = 0; j < times; j++) {
				int old;
				#pragma omp atomic capture
				{ old = last; last = i; }
				sum += old == -2;
			}
			sum += x == 0;
		}
	}
	printf("%d %d\n", sum, last >= 0);
	return 0;
}
C
"$B/bin/minicc" "$tmp/more.c" -o "$tmp/more" 2> "$tmp/err"; result $? 'a fifth compiles'
for args in more sweep 9000000 '20000000 1 4' '900000 12' rows '1300 3000'; do
	case $args in rows|sweep|more) program=$args;; 1300*) program=matvec;; *) program=s;; esac
	for how in off auto; do
		DEVRT_DEVICE=sim:v100 DEVRT_SAMPLE=$how DEVRT_STATS="$tmp/$how.json" "$tmp/$program" $args > "$tmp/$how" 2> "$tmp/err"
	done
	[ "$args" != '900000 12' ] || cp "$tmp/auto.json" "$tmp/twelve.json"
	cmp -s "$tmp/off" "$tmp/auto"; result $? "sampled ($args), the same result"
	off=$(sed -n 's/.*"cycles": *\([0-9]*\).*/\1/p' "$tmp/off.json" | head -1)
	auto=$(sed -n 's/.*"cycles": *\([0-9]*\).*/\1/p' "$tmp/auto.json" | head -1)
	echo "all timed: $off cycles; sampled: $auto" > "$tmp/err"
	[ "$off" -gt 0 ] && [ $((auto * 100)) -le $((off * 103)) ] && [ $((auto * 100)) -ge $((off * 97)) ]
	result $? "sampled ($args), the same time within 3 %"
done
grep -q '"launches": 12, "timed_launches": [1-9],' "$tmp/twelve.json"; result $? 'the JSON says how many launches were timed'
DEVRT_DEVICE=sim:v100 DEVRT_STATS=1 "$tmp/s" 9000000 > "$tmp/out" 2> "$tmp/err"
has '^  sampled       timed 1 of 1 launches, 64 of 640 teams' 'the table says which teams were'
DEVRT_DEVICE=sim:v100 DEVRT_STATS=1 DEVRT_SAMPLE=few "$tmp/p" > "$tmp/out" 2> "$tmp/err"
[ $? = 1 ]; result $? 'DEVRT_SAMPLE=few is refused'; has 'DEVRT_SAMPLE=few: expected auto or off'
DEVRT_DEVICE=sim:k40@5 "$tmp/p" > "$tmp/out" 2> "$tmp/err"
grep -q 'k40@5' "$tmp/err"; result $? 'a clock of 5 MHz is refused'
echo "1..$n"
