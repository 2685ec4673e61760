#!/bin/sh
# DEVRT_TIMELINE: SVG and Chrome's trace events of one team; bad values.

B=${BUILD:-build}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
export DEVRT_LIBDIR=build/lib DEVRT_DEVICE=sim:k40
n=0

result() {	# STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else
		echo "not ok $n - $2"; sed 's/^/# /' "$tmp/err"; fi
}
run() { DEVRT_TIMELINE=$1 "$tmp/p" > "$tmp/out" 2> "$tmp/err"; }

cat > "$tmp/p.c" <<'C'
#include <stdio.h>
int main(void)
{
	double x[256] = { 0 }, y = 1;
	#pragma omp target teams num_teams(2) thread_limit(128) map(tofrom: x) firstprivate(y)
	{
		for (int k = 0; k < 3; k++) {
			for (int i = 0; i < 300; i++)
				y = y * 0.5 + i;
			#pragma omp parallel for
			for (int i = 0; i < 256; i++)
				x[i] += y;
		}
	}
	printf("%g\n", x[7]);
	return 0;
}
C
"$B/bin/minicc" -scheme=jumptable "$tmp/p.c" -o "$tmp/p" 2> "$tmp/err"; result $? 'compiles'
run "$tmp/t.svg"; result $? 'svg'
[ ! -s "$tmp/err" ]; result $? 'nothing on stderr'
for word in '</svg>' 'team 0 of 2, 128 threads, on a simulated k40' 'warp 3' 'SEQ_REG1: sequential' \
	'PAR_REG1: parallel' 'idle at a barrier' 'cycles of the SM'; do
	grep -q "$word" "$tmp/t.svg"; result $? "the picture has: $word"
done
grep -q 'warp 4' "$tmp/t.svg"; [ $? = 1 ]; result $? 'four warps and no more'
cp "$tmp/t.svg" "$tmp/first.svg"
run "$tmp/t.svg"
cmp -s "$tmp/t.svg" "$tmp/first.svg"; result $? 'the same picture every time'
run "$tmp/t.json,launch=0,team=1"; result $? 'json of another team'
grep -q '"tid": 3, "ts": ' "$tmp/t.json"; result $? 'events of warp 3'
grep -q 'team 1' "$tmp/t.json"; result $? 'team 1 is named'
if perl -MJSON::PP -e 1 2> /dev/null; then
	perl -MJSON::PP -e 'local $/; my $j = decode_json(<STDIN>); my %end;
		for (@{$j->{traceEvents}}) {
			next unless $_->{ph} eq "X";
			exit 1 if $_->{ts} < ($end{$_->{tid}} // 0) - 0.002;
			$end{$_->{tid}} = $_->{ts} + $_->{dur};
		}' < "$tmp/t.json" 2> "$tmp/err"; result $? 'JSON, in order, without overlap'
else
	n=$((n + 1)); echo "ok $n - JSON, in order, without overlap # SKIP no JSON::PP"
fi
run "$tmp/u.svg,team=2"
grep -q 'no such team' "$tmp/err"; result $? 'a team that is not there'
run "$tmp/u.svg,launch=5"
grep -q 'no such launch' "$tmp/err"; result $? 'a launch that is not there'
for bad in t.png t.svg,foo=1 t.svg,team= t.svg,team=1x .svg; do
	run "$bad"; [ $? = 1 ] && grep -q 'expected FILE.svg' "$tmp/err"; result $? "refused: $bad"
done
cat > "$tmp/p.c" <<'C'
int main(void)
{
	int n = 0;
	#pragma omp target map(from: n)
	n = 1;
	return n != 1;
}
C
"$B/bin/minicc" "$tmp/p.c" -o "$tmp/p" 2> "$tmp/err"
run "$tmp/t.svg"; result $? 'a kernel of a few cycles'
marks=$(grep -o 'class="tick">[0-9]*<' "$tmp/t.svg")
[ "$marks" ] && [ -z "$(echo "$marks" | uniq -d)" ]; result $? 'no mark of the axis stands twice'
echo "1..$n"
