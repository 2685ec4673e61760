#!/bin/sh
# Which scheme is taken and what is said about it; what a scheme's name promises in the PTX.
. tests/driver/lib.sh

barriers() { # SCHEME FILE: how many barriers the PTX has
	"$MINICC" -scheme="$1" -arch=sm_35 -S -o - "$2" 2>../err | grep -c 'bar.sync'
}

cat >tight.c <<'END'
void triad(float *a, float *b, float *c, float s, int n)
{
	#pragma omp target teams distribute parallel for map(from: a[0:n]) map(to: b[0:n], c[0:n])
	for (int i = 0; i < n; i++)
		a[i] = b[i] + s * c[i];
}
END
cat >after.c <<'END'
void f(int *a, int n)
{
	#pragma omp target map(tofrom: a[0:n])
	{
		#pragma omp parallel for
		for (int i = 0; i < n; i++)
			a[i]++;
		a[0] = 7;
	}
}
END
cat >pair.c <<'END'
void f(int *a, int n)
{
	#pragma omp target map(tofrom: a[0:n])
	{
		#pragma omp parallel for
		for (int i = 0; i < n; i++)
			a[i]++;
		#pragma omp parallel for
		for (int i = 0; i < n; i++)
			a[i] *= 2;
	}
}
END
cat >rounds.c <<'END'
void f(int *a, int n)
{
	#pragma omp target map(tofrom: a[0:n])
	for (int r = 0; r < 1000; r++) {
		a[r % n]++;
		if (a[r % n] % 100)
			continue;
		#pragma omp parallel for
		for (int i = 0; i < n; i++)
			a[i]++;
	}
}
END

try $MINICC -Rpass=scheme -S -o /dev/null tight.c
said 'tightly nested: spmd, which is said at the directive' \
	"tight.c:3:[0-9]+: remark: target region compiled with scheme 'spmd': .* \[-Rpass=scheme\]"
is 'and has no barrier' "$(barriers auto tight.c)" 0
is 'the same by name' "$(barriers spmd tight.c)" 0
try $MINICC -scheme=auto -Rpass=scheme -Rpass-missed=scheme -S -o /dev/null rounds.c
said 'where guards would come by often, the control loop' "scheme 'jumptable'"
said 'and why' "rounds.c:5:[0-9]+: remark: not 'spmd': .* a barrier in each turn .* \[-Rpass-missed=scheme\]"
said 'for each better one' "rounds.c:5:[0-9]+: remark: not 'inspector': .* follows a parallel region"
is 'a scheme asked for by name is taken nevertheless' \
	"$("$MINICC" -scheme=spmd -S -o - rounds.c | grep -c 'PAR_REG1:')" 1
try $MINICC -S -o /dev/null rounds.c
is 'without -Rpass nothing is said' "$(cat ../err)" ''
try $MINICC -scheme=inspector -S -o out.ptx after.c
is 'a refusal is an error' "$status" 1
said 'at the statement' "after.c:8:[0-9]+: error: scheme 'inspector' cannot take this target region: .*writes memory"
said 'with a scheme that can' "'-scheme=jumptable' can"
nok 'and without output' test -e out.ptx
ok 'switch compares' sh -c "'$MINICC' -scheme=switch -S -o - rounds.c | grep -q 'setp.eq.s32.*nextLabel'"
nok 'and has no table' sh -c "'$MINICC' -scheme=switch -S -o - rounds.c | grep -q brx.idx"
ok 'generic calls directly' sh -c "'$MINICC' -scheme=generic -S -o - pair.c | grep -q 'call.uni f_l3.PAR_REG1'"
ok '... but has a single region in the loop' sh -c "'$MINICC' -scheme=generic -S -o one.ptx rounds.c && ! grep -q 'call' one.ptx"
ok 'or through the pointer' sh -c \
	"'$MINICC' -scheme=generic -fno-devirtualize -S -o - rounds.c | grep -q 'callprototype'"
plan
