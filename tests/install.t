#!/bin/sh
# make install puts everything where an installed minicc finds it, relative to itself.
#
# Installs below the build folder, moves the result elsewhere, and compiles and runs an example
# with an environment that holds nothing but PATH.
B=${BUILD:-build}
top=$(pwd)
dir=$top/$B/tests/install
n=0

failed=0

check() { # name, command...
	name=$1
	shift
	n=$((n + 1))
	if (set -e; "$@") >"$dir/log" 2>&1; then
		echo "ok $n - $name"
	else
		echo "not ok $n - $name"
		sed 's/^/# /' "$dir/log" | head -n 20
		failed=1
	fi
}

clean() {
	env -i PATH="$PATH" ${ASAN_OPTIONS:+ASAN_OPTIONS="$ASAN_OPTIONS"} "$@"
}

# In its own folder, so that a.out and what else is left behind stay there.
compile_and_run() {
	cd "$dir/work" &&
	clean "$dir/moved/bin/minicc" "$top/examples/dot.c" -o dot &&
	clean DEVRT_DEVICE=sim:k40 OMP_TARGET_OFFLOAD=MANDATORY ./dot 1000 | grep 'ok (device'
}

# libptxsim.so is not in the folder that minicc knew when it compiled the program, any more.
library_folder_from_environment() {
	cd "$dir/work" &&
	mv "$dir/moved" "$dir/again" &&
	clean DEVRT_LIBDIR="$dir/again/lib/minicc" DEVRT_DEVICE=sim:v100 \
		OMP_TARGET_OFFLOAD=MANDATORY ./dot 1000 | grep 'ok (device'
}

same_files() {
	(cd "$dir/again" && find . -type f | LC_ALL=C sort) >"$dir/found"
	for file in ./bin/minicc ./bin/ptxsim ./lib/minicc/libdevrt.a ./lib/minicc/libptxsim.so \
		./lib/minicc/include/omp.h ./share/man/man1/minicc.1 ./share/man/man1/ptxsim.1; do
		grep -qx "$file" "$dir/found" || { echo "missing: $file"; return 1; }
	done
}

rm -rf "$dir"
mkdir -p "$dir/work"
unset MAKEFLAGS MFLAGS MAKELEVEL
case $B in
*/san) san=1 ;;
*) san= ;;
esac
check 'make install' make install ${san:+SAN=1} PREFIX=/usr DESTDIR="$dir/dest"
mv "$dir/dest/usr" "$dir/moved"
check 'a moved installation compiles and runs a program' compile_and_run
check 'DEVRT_LIBDIR names the folder of the libraries' library_folder_from_environment
check 'nothing is missing' same_files
echo "1..$n"
exit $failed
