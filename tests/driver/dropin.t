#!/bin/sh
# In cc's place: packages that autoconf, CMake and pkg-config configure, and the options that such
# packages give.  Each package has a target region, so the program that comes out says on which
# device it ran.  What is not installed is skipped.
. tests/driver/lib.sh
DEVRT_LIBDIR=$TOP/build/lib DEVRT_DEVICE=sim:k40
export DEVRT_LIBDIR DEVRT_DEVICE
unset MAKEFLAGS                 # make check CC=gcc would say it to the package's make, too
PATH=$(dirname "$MINICC"):$PATH

skip() { # NAME WHY
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

has() {
	command -v "$1" >/dev/null
}

mkdir ../package && cd ../package || exit 1
cat >main.c <<'X'
#include <stdio.h>
#include "part.h"
int main(void)
{
	int a[100], on_host = 1;
	#pragma omp target teams distribute parallel for map(from: a) map(tofrom: on_host)
	for (int i = 0; i < 100; i++) {
		a[i] = PART(i);
		if (i == 0)
			on_host = omp_is_initial_device();
	}
	printf("%d %d %s\n", a[99], part(20), on_host ? "host" : "device");
	return 0;
}
X
printf '#include <omp.h>\n#define PART(x) (2 * (x))\nint part(int);\n' >part.h
printf '#include "part.h"\nint part(int x) { return PART(x); }\n' >part.c

# ---- autoconf and automake ----
cat >configure.ac <<'X'
AC_INIT([package], [1.0])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AM_PROG_AR
AC_PROG_RANLIB
AC_C_INLINE
AC_C_BIGENDIAN
AC_CHECK_SIZEOF([long])
AC_CHECK_HEADERS([unistd.h no_such_header.h])
AC_CHECK_FUNCS([strdup no_such_function])
AC_SEARCH_LIBS([sqrt], [m])
AC_CONFIG_HEADERS([config.h])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
X
cat >Makefile.am <<'X'
bin_PROGRAMS = prog
lib_LIBRARIES = libpart.a
libpart_a_SOURCES = part.c part.h
prog_SOURCES = main.c
prog_LDADD = libpart.a
X
if has autoreconf && has automake; then
	try autoreconf -i
	mkdir ../auto && cd ../auto || exit 1
	try ../package/configure CC=minicc
	is 'configure CC=minicc' "$status" 0
	is 'what it finds' "$(grep -cE '^#define (SIZEOF_LONG 8|HAVE_UNISTD_H 1|HAVE_STRDUP 1)$' config.h)" 3
	is 'and what it does not' "$(grep -cE '^#define HAVE_NO_SUCH' config.h)" 0
	ok 'it takes minicc for GNU C' grep -Eq 'supports GNU C\.\.\. yes|using GNU C\.\.\. yes' ../out
	try make
	is 'make' "$(./prog)" '198 40 device'
	touch -d '+5 seconds' ../package/part.h
	try make -n
	ok 'make knows what depends on a header' grep -q 'main.c' ../out
	cd ../package || exit 1
else
	skip 'configure CC=minicc' 'autoconf and automake are not installed'
fi

# ---- CMake ----
cat >CMakeLists.txt <<'X'
cmake_minimum_required(VERSION 3.10)
project(package C)
include(CheckCCompilerFlag)
include(CheckFunctionExists)
include(CheckTypeSize)
check_c_compiler_flag(-Wall HAS_WALL)
check_c_compiler_flag(-fno-such-feature HAS_FEATURE)
check_function_exists(strdup HAS_STRDUP)
check_type_size(long LONG)
message(STATUS "found wall=${HAS_WALL} feature=${HAS_FEATURE} strdup=${HAS_STRDUP} long=${LONG}")
find_package(OpenMP REQUIRED COMPONENTS C)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_library(part SHARED part.c)
add_executable(prog main.c)
target_link_libraries(prog part OpenMP::OpenMP_C)
X
if has cmake; then
	try cmake -S . -B ../cmake -DCMAKE_C_COMPILER=minicc -DCMAKE_BUILD_TYPE=Release
	is 'cmake -DCMAKE_C_COMPILER=minicc' "$status" 0
	ok 'its checks of the compiler' grep -q 'found wall=1 feature= strdup=1 long=8' ../out
	ok 'it finds OpenMP' grep -q 'Found OpenMP_C: ' ../out
	try make -C ../cmake
	is 'make after cmake' "$(../cmake/prog)" '198 40 device'
	touch -d '+10 seconds' part.h
	try make -C ../cmake
	is 'CMake knows what depends on a header' "$(grep -c Building ../out)" 2
else
	skip 'cmake -DCMAKE_C_COMPILER=minicc' 'cmake is not installed'
fi

# ---- pkg-config ----
mkdir "$WORK/odd place"
printf 'Name: part\nDescription: a part\nVersion: 1\nCflags: -I"%s" -DPARTS=7\nLibs: -L. -lpart\n' \
	"$WORK/odd place" >part.pc
echo 'int parts = PARTS;' >"$WORK/odd place/parts.h"
printf '#include "parts.h"\nint part(int);\nint main(void) { return parts + part(1); }\n' >uses.c
minicc -c part.c -o p.o && ar rcs libpart.a p.o
PKG_CONFIG_PATH=.
export PKG_CONFIG_PATH
if has pkg-config; then
	eval "try minicc $(pkg-config --cflags part) uses.c -o uses $(pkg-config --libs part)"
	./uses
	is 'pkg-config --cflags --libs' "$?" 9
else
	skip 'pkg-config --cflags --libs' 'pkg-config is not installed'
fi
cd ../d || exit 1

# ---- what configure scripts ask ----
echo 'int main(void) { return 0; }' >a.c
try minicc -v
said '-v alone speaks of the host compiler' '(gcc|clang) version'
try minicc -print-prog-name=ld
is '-print-prog-name' "$status" 0
try minicc -dumpfullversion
ok '-dumpfullversion' grep -Eq '^[0-9.]+$' ../out
try minicc -dM -E -
ok '-dM -E lists what is predefined' grep -q '^#define __minicc__ 1$' ../out
printf '#define F(a,...) #a __VA_ARGS__ + a ## 1\n#define G(r...) r\n#undef __minicc__\nint y;\n' >m.c
try minicc -dM -E m.c
is '-dM writes macros that read back' "$(grep -E '^#define [FG]\(' ../out)" \
	'#define F(a,...) #a __VA_ARGS__ + a ## 1
#define G(r...) r'
nok '-dM leaves out what is undefined' grep -q __minicc__ ../out
nok '-dM leaves out the text' grep -q 'int y' ../out
rm m.c

# ---- options that Makefiles give ----
try minicc -Wp,-MMD,deps.d,-DA=1 -c a.c
is '-Wp,-MMD,FILE' "$(cat deps.d)" 'a.o: a.c'
try minicc -Xpreprocessor -DB -Xpreprocessor -UB -c a.c
is '-Xpreprocessor' "$status" 0
try minicc -Wa,--noexecstack -Xassembler --warn -Xlinker --as-needed -Wl,-O1,-z,now -static-libgcc \
	-fuse-ld=bfd -B/usr/bin --param=ssp-buffer-size=4 --param max-inline-insns-auto=10 a.c -o a
is 'words for assembler, linker and the parts of cc' "$status" 0
rm -f a a.o
try minicc -save-temps -c a.c
is '-save-temps' "$(echo a.*)" 'a.c a.host.c a.i a.o'
cp ../package/main.c ../package/part.h . && try minicc -save-temps=cwd -arch=sm_35,sm_70 -c main.c
ok '-save-temps keeps the PTX' grep -q 'target sm_35' main.sm_35.ptx
rm -f ./*.o ./*.i ./*.host.c ./*.ptx main.c part.h deps.d
try minicc -c a.c -o sub.o --coverage
ok '--coverage names its notes after the object' [ -f sub.gcno ]
rm -f ./*.gcno ./*.o
printf '.globl asked\nasked:\n.byte 1\n' >b.asm
try minicc -x assembler -c b.asm
is '-x assembler' "$status" 0
try minicc -x c++ a.c
said '-x of a language that is not known' "error: language 'c\+\+' is not known"
try minicc -fno-such-feature -c a.c
said 'an unknown -f is a warning' "warning: unknown option '-fno-such-feature' ignored"
try minicc -frecord-gcc-switches -fdiagnostics-color=never -c a.c
is 'one that the host compiler knows is passed on' "$(cat ../err)" ''
try minicc -Werror -Wsuch-thing -c a.c
is 'an unknown -W is an error with -Werror' "$status" 1
try minicc --no-such-option a.c
said 'other unknown options are errors' "error: unknown option '--no-such-option'"

printf 'resource\n' >a.rc
try minicc -c a.rc
is '-c of nothing but files for the linker' "$status" 0
said 'is a warning' "warning: 'a\.rc' not used, because nothing is linked"
rm a.rc

# ---- -Werror and warnings that only cc without our preprocessor can judge ----
cat >w.c <<'X'
#define SET(p, v) ((p) != 0 ? (*(p) = (v)) : 0)
#define SAME(a) ((a) == (a))
int f(int n)
{
	int x[1];
	SET(x, n);
	switch (n) {
	case 1:
		n++;
		/* fall through */
	case 2:
		n += SAME(n);
	}
	return n + x[0];
}
X
try minicc -Wall -Wextra -Werror -c w.c
is 'warnings that gcc suppresses in macros and at comments' "$status" 0

# ---- #include_next from a header that was found beside its source ----
mkdir wrap
printf '%s\n' '#ifdef W' '#include_next <stddef.h>' '#else' '#define W' \
	'#include_next <stddef.h>' '#undef W' 'extern size_t w;' '#endif' >wrap/stddef.h
printf '#include "stddef.h"\nsize_t w;\n' >wrap/s.c
try minicc -Iwrap -c wrap/s.c
is '#include_next of a header beside the source' "$status" 0

# ---- a file name that macros put together: cc drops the spaces before those that are expanded ----
echo 'int part;' >wrap/part.h
printf '#define DIR wrap/\n#define NAME part.h\n#define FILE < DIR NAME >\n#include FILE\nint *p = &part;\n' >m.c
try minicc -I. -c m.c
is '#include of macros with spaces between them' "$status" 0
plan
