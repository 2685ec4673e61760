#!/bin/sh
# Programs that have much of something: the compiler's time grows with their size, not with its square.
# The limit is one of processor time, many times what each takes, so that a busy machine does not matter;
# LARGE_SECONDS sets another one, for a compiler that was built to count or check what it does.
. tests/driver/lib.sh

many() { # N FORMAT: lines of it, each %d its number
	awk -v n="$1" -v f="$2" 'BEGIN { for (i = 1; i <= n; i++) { s = f; gsub(/%d/, i, s); print s } }'
}

quick() { # NAME OPTION…; the source is t.c
	name=$1
	shift
	(ulimit -t "${LARGE_SECONDS:-10}"; exec "$MINICC" -S "$@" t.c -o t.ptx) >../out 2>../err
	is "$name" "$?" 0
}

region() { # MIDDLE from stdin, in a target region
	echo 'int a[16]; int main(void) { int s = 0, t = 1;'
	echo '#pragma omp target map(a, s, t)'
	echo '{'
	cat
	echo '} return s + t; }'
}

{
	echo 'int a[16]; int main(void) {'
	many 3000 '#pragma omp target teams distribute parallel for
for (int i = 0; i < 16; i++) a[i] += %d;'
	echo '}'
} >t.c
quick '3,000 target regions' -scheme=generic
many 800 '#pragma omp parallel for
for (int i = 0; i < 16; i++) a[i] += %d;' | region >t.c
quick '800 parallel regions in one' -scheme=generic
many 1500 'for (int i = 0; i < s; i++) s += i * %d;' | region >t.c
quick '1,500 loops'
many 1500 'if (s & %d) t += s * %d; else s ^= t;' | region >t.c
quick '1,500 branches'
{ echo 'switch (s) {'; many 8000 'case %d: a[%d % 16] += %d; break;'; echo '}'; } | region >t.c
quick '8,000 cases'
{
	echo 'static int f0(int a) { return a; }'
	awk 'BEGIN { for (i = 1; i <= 4000; i++) printf "static int f%d(int a) { return f%d(a + %d) * 2; }\n", i, i - 1, i }'
	echo 's = f4000(s);' | region
} >t.c
quick '4,000 functions'
{ many 800 'int v%d = s + %d;'; many 800 's += v%d;'; } | region >t.c
quick '800 variables'
plan
