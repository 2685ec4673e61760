#!/bin/sh
# Programs without target regions: minicc is to do what cc does, with objects, libraries and make.
. tests/driver/lib.sh

cat >main.c <<'X'
#include <stdio.h>
#include "part.h"
int main(int argc, char **argv)
{
	printf("%d %s %d\n", argc, argc > 1 ? argv[argc - 1] : "-", part(20));
	return argc;
}
X
echo 'int part(int);' >part.h
printf '#include "part.h"\n#ifndef ADD\n#define ADD 1\n#endif\nint part(int x) { return 2 * x + ADD; }\n' >part.c
all='main.c part.c part.h'

try $MINICC main.c part.c -o prog
is 'two sources at once' "$status" 0
is 'the program' "$(./prog a b)" '3 b 41'
rm prog
clean 'nothing else is left' $all

try $MINICC -c main.c part.c
is '-c of two sources' "$(ls *.o | tr '\n' ' ')" 'main.o part.o '
ok 'objects are not executable' [ ! -x main.o ]
try $MINICC main.o part.o -o prog
is 'linking objects' "$(./prog)" '1 - 41'
try $MINICC -c part.c -DADD=2 -o part.c.o
try $MINICC main.o part.c.o -o prog
is '-o and -D with -c' "$(./prog)" '1 - 42'
try $MINICC main.c part.c -o x.c.o
is 'an executable may be called x.c.o' "$(./x.c.o)" '1 - 41'
try $MINICC main.o part.o
is 'the default is a.out' "$(./a.out)" '1 - 41'
ar rcs libpart.a part.o
try $MINICC main.c -L. -lpart -o prog
is 'a library' "$(./prog)" '1 - 41'
try $MINICC -shared -fPIC part.c -DADD=3 -o libpart.so
try $MINICC main.c ./libpart.so -Wl,-rpath,. -o prog
is 'a shared library' "$(./prog)" '1 - 43'
rm -f *.o *.a *.so a.out prog x.c.o

try $MINICC part.c -run main.c
is '-run takes the words after the source for the program' "$status" 1
try $MINICC part.c -c
try $MINICC part.o -run main.c x 'y z'
is '-run returns what the program returns' "$status" 3
is '-run runs' "$(cat ../out)" '3 y z 41'
try $MINICC main.c part.c -run x
is '-run after the sources' "$(cat ../out)" '2 x 41'
rm part.o
clean '-run leaves nothing' $all
echo 'int main(void) { volatile int *p = 0; return *p; }' >crash.c
try $MINICC -w -run crash.c
is '-run of a program that a signal ends' "$status" 139
said 'says so' 'ended by signal 11'
rm crash.c

try $MINICC -MMD -c main.c -o sub.o
is '-MMD writes beside the object' "$(cat sub.d)" 'sub.o: main.c part.h'
try $MINICC -MM -MP -MT 'a b' main.c
is '-MM -MP -MT' "$(cat ../out)" 'a b: main.c part.h
part.h:'
try $MINICC -MD -MF deps -c main.c -o sub.o
ok '-MD names system headers' grep -q stdio.h deps
is '-M compiles nothing' "$(ls *.o)" sub.o
rm sub.o sub.d deps

printf 'prog: main.o part.o\n\t$(CC) -o $@ $^\n-include *.d\n' >Makefile
try make -s CC="$MINICC" CFLAGS='-O2 -g -Wall -MMD'
is 'make' "$(./prog)" '1 - 41'
touch -d '+2 seconds' part.h
is 'make sees a changed header' "$(make -n CC="$MINICC" CFLAGS=-MMD 2>/dev/null | grep -c -e -c)" 2
rm -f prog *.o *.d Makefile

cat >omp.c <<'X'
#include <stdio.h>
int main(void)
{
	int s = 0, threads = 0;
	double all = 1;
	#pragma omp parallel num_threads(3)
	{
		#pragma omp atomic
		threads++;
		#pragma omp for reduction(+:s) reduction(&&:all)
		for (int i = 0; i < 100; i++) {
			s += i;
			all = all && i < 100;
		}
	}
	printf("%d %d %g\n", threads, s, all);
}
X
try $MINICC -c omp.c
try $MINICC omp.o -o omp
is 'host OpenMP constructs, linked from an object' "$(./omp)" '3 4950 1'
try $MINICC -fno-openmp omp.c -o omp
is '-fno-openmp leaves them serial' "$(./omp 2>&1)" '1 4950 1'
cat >omp.c <<'X'
#include <omp.h>
#include <stdio.h>
int main(void)
{
	char text[40] = "";

	omp_set_affinity_format("threads: %n");
	omp_get_affinity_format(text, sizeof text);
	omp_set_num_threads(7);
	printf("%s %d\n", text, omp_get_max_threads());
	return 0;
}
X
try $MINICC omp.c -o omp
is 'routines of OpenMP without a directive' "$(./omp 2>&1)" 'threads: %n 7'
try $MINICC -c omp.c
rm -f omp
try $MINICC omp.o -o omp
is 'and linked from an object' "$(./omp 2>&1)" 'threads: %n 7'
printf '#include <stdio.h>\nint main(void) { return puts("omp_"); }\n' >none.c
try $MINICC -### none.c -o none
nok 'a program without them is linked without' grep -q -e -fopenmp ../err
rm -f omp.c omp.o omp none.c

try $MINICC -E -P main.c
is '-E -P' "$(grep -c '^#' ../out)" 0
try $MINICC -E main.c
ok '-E has line markers' grep -q '^# 3 "main.c"' ../out
try $MINICC -E main.c -o main.i
ok '-E -o' grep -q '^# 3 "main.c"' main.i
try $MINICC main.i part.c -o prog
is 'preprocessed input' "$(./prog)" '1 - 41'
printf 'int main(void) { return 7; }' | $MINICC -x c - -o seven
./seven
is 'standard input' "$?" 7
echo '-DADD=5 "part.c" -c' >args
try $MINICC @args -o five.o
try $MINICC main.c five.o -o prog
is '@FILE' "$(./prog)" '1 - 45'
rm -f prog seven main.i five.o args
printf '#define FROM_FORCED 1\n' >forced.h
printf '#if !FROM_FORCED || OUT\n#error no\n#endif\nint x;\n' >f.c
try $MINICC -include forced.h -DOUT -UOUT -c f.c
is '-include, -U' "$status" 0
mkdir inc && echo '#define Y 2' >inc/y.h && printf '#include <y.h>\nint y = Y;\n' >f.c
try $MINICC -Iinc -c f.c && try $MINICC -isystem inc -c f.c && try $MINICC -idirafter inc -c f.c
is '-I, -isystem, -idirafter' "$status" 0
rm -rf inc f.c f.o forced.h
try $MINICC -v -c main.c
ok '-v prints the command' grep -q -e '-x cpp-output -c' ../err
rm -f main.o
try $MINICC -### -O2 main.c part.c -o never
is '-### prints all three commands' "$(grep -c -e -o ../err)" 3
clean '-### writes nothing' $all
printf 'int f(void)\n{\n\tint unused;\n\treturn 0;\n}\n' >w.c
try $MINICC -Wall -c w.c
said 'cc speaks of the source' '^w.c:3:.*unused'
try $MINICC -Wall -Werror -c w.c
is '-Werror' "$status" 1
try $MINICC -Wall -w -c w.c
is '-w' "$(cat ../err)" ''
plan
