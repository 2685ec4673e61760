#!/bin/sh
# libdevrt in a program: names that cannot clash with the user's, omp_* routines with and without
# the host compiler's -fopenmp.

cc=${CC:-cc}
lib=build/lib/libdevrt.a
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
DEVRT_LIBDIR=build/lib DEVRT_DEVICE=sim:k40,sim:v100
export DEVRT_LIBDIR DEVRT_DEVICE
n=0

result() {	# STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else
		echo "not ok $n - $2"; sed 's/^/# /' "$tmp/out"; fi
}

cat > "$tmp/prog.c" <<'C'
#include <stdio.h>

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_num_devices(void);
int omp_in_parallel(void);
void omp_set_num_threads(int);
double omp_get_wtime(void);

int main(void)
{
	int seen[4] = { 0 }, threads = 0, inside = 0;
	double start = omp_get_wtime();

	omp_set_num_threads(4);
	#pragma omp parallel
	{
		seen[omp_get_thread_num()] = 1;
		#pragma omp master
		threads = omp_get_num_threads(), inside = omp_in_parallel();
	}
	printf("%d threads, seen %d%d%d%d, parallel %d, devices %d, time %d\n", threads, seen[0],
		seen[1], seen[2], seen[3], inside, omp_get_num_devices(), omp_get_wtime() >= start);
	return 0;
}
C

nm -g --defined-only $lib | awk 'NF == 3 { print $3 }' | grep -v "^devrt_\|^omp_\|^__tsan_\|^__asan_\|^__cyg_${COVERAGE:+\|gcov\|mangle_path}" > "$tmp/out"
[ ! -s "$tmp/out" ]; result $? 'every global name begins with devrt_ or omp_, or is a sanitizer’s for -fcheck-host'

$cc -o "$tmp/serial" "$tmp/prog.c" $lib -ldl -lm -lpthread > "$tmp/out" 2>&1 &&
	"$tmp/serial" > "$tmp/out" 2>&1 &&
	grep -q '^1 threads, seen 1000, parallel 0, devices 2, time 1$' "$tmp/out"
result $? 'without -fopenmp a serial program'

{
	echo '#include "omp.h"'
	echo 'void *const all[] = {'
	sed -n 's/^extern.*[ *]\(omp_[a-z_0-9]*\)(.*/	(void *)\1,/p' minicc/include/omp.h
	echo '};'
	echo 'int main(void) { return !all[0]; }'
} > "$tmp/all.c"
$cc -Iminicc/include -o "$tmp/all" "$tmp/all.c" $lib -ldl -lm -lpthread > "$tmp/out" 2>&1 &&
	[ "$(grep -c 'void \*)omp_' "$tmp/all.c")" -gt 60 ] && "$tmp/all"
result $? 'every routine of omp.h is defined'

if $cc -fopenmp -o "$tmp/parallel" "$tmp/prog.c" $lib -ldl -lm -lpthread > "$tmp/out" 2>&1; then
	OMP_DYNAMIC=false "$tmp/parallel" > "$tmp/out" 2>&1 &&
		grep -q '^4 threads, seen 1111, parallel 1, devices 2, time 1$' "$tmp/out"
	result $? "with -fopenmp the compiler's threads and our devices"
else
	n=$((n + 1))
	echo "ok $n - # SKIP $cc has no -fopenmp"
fi
echo "1..$n"
