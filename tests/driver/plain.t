#!/bin/sh
# A file without OpenMP is cc's: what minicc cannot read of it passes in silence, and errors are cc's. A
# directive in it makes it ours.
. tests/driver/lib.sh

cat >nested.c <<'X'
#include <stdio.h>
#include <complex.h>
static int labels(int k)
{
	static const int to[] = { &&a - &&a, &&b - &&a };

	goto *(&&a + to[k]);
a:	return 1;
b:	return 2;
}
int main(void)
{
	int by = 3, n = 7;
	int add(int x) { return x + by; }
	struct { int a; char v[n]; } s;
	_Complex double z = 1.5i + 2;
	_Complex int w = 3i;

	printf("%d %d %d %g %d\n", add(1), (int)sizeof s.v, labels(1), __imag__ z, __imag__ w);
	return 0;
}
X
compiles() { # NAME ARG...
	name=$1
	shift
	try $MINICC "$@"
	is "$name: silent" "$status$(cat ../err)" 0
}
refused() { # NAME PATTERN ARG...
	name=$1 pattern=$2
	shift 2
	try $MINICC "$@"
	is "$name: status" "$status" 1
	said "$name" "$pattern"
}

cat >probe.c <<'X'
int main(void) { int f(int x) { return x; } return f(0); }
X
if ${MINICC_CC:-cc} probe.c -o probe 2>/dev/null; then
	compiles 'GNU C that minicc does not know' nested.c -o nested
	is 'the program' "$(./nested)" '4 7 2 1.5 3'
	compiles 'with its rule and intermediate files' -MMD -save-temps -c nested.c
	ok 'the rule' grep -q '^nested.o: nested.c' nested.d
	ok 'the text' grep -q 'int add' nested.i
	rm -f nested nested.o nested.d nested.i
else
	result 0 'GNU C # SKIP the host compiler does not take it'
fi
rm -f probe
refused 'errors are those of cc' "plain.c:2:.*(missing|undeclared)" -c "$(
	printf 'int f(void)\n{ return missing; }\n' >plain.c; echo plain.c)"
nok 'and not ours' grep -q "error: 'missing' undeclared$" ../err
{ cat nested.c; printf '#pragma omp declare target\n#pragma omp end declare target\n'; } >ours.c
refused 'with a directive errors are ours' "error: imaginary suffix 'i' is not supported" -c ours.c
refused 'what the preprocessor refuses' "^stop.c:1:2: error: #error stop$" -c "$(
	printf '#error stop\nint f(void) { int g(void) { return 1; } return g(); }\n' >stop.c; echo stop.c)"
is 'said once' "$(grep -c stop ../err)" 2
printf 'int f(void) { g(); return 1; }\n' >warns.c
try $MINICC -c warns.c -o warns.o
is 'a warning of ours is said once' "$(grep -c '^ int f' ../err)" 1    # cc shows the line with its number
try sh -c "$MINICC -c -x c - -o x.o <probe.c"
said 'the standard input is ours: it is read once' 'inside another function'
nok 'and makes no object' test -e x.o
plan
