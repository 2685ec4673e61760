#!/bin/sh
# Where the compiler ends with a message because a program is too much of something, and other
# messages that need more than a few lines of C.
. tests/driver/lib.sh

wrong() { # PATTERN; the source is t.c
	try $MINICC -fsyntax-only t.c
	said "$1" "error: .*$1"
}

many() { # N TEXT
	awk -v n="$1" -v text="$2" 'BEGIN { while (n--) printf "%s", text }'
}

echo '#include "t.c"' >t.c
wrong '#include nested too deeply \(over 200 levels\)'
{ echo 'int x ='; many 3000 '('; echo '1;'; } >t.c
wrong 'nested too deeply \(more than'
{ echo 'int x = 1'; many 9000 ' + 1'; echo ';'; } >t.c
wrong 'expression of more than'
{ echo 'int'; many 3000 '*'; echo 'x;'; } >t.c
wrong 'declarator of more than'
{ printf '#define F('; many 65600 'a' | sed 's/a/&,/g' | awk 'BEGIN { RS = "," } { printf "a%d,", NR }'; echo 'z)'; } >t.c
wrong 'too many macro parameters'
{ echo '#define F(x) x x'; echo 'int y = '; many 40 'F('; echo 1; many 40 ')'; } >t.c
wrong 'macro expansion is too large'
{ echo '#define F(x) x'; echo 'int y = '; many 1600 'F('; echo 1; many 1600 ')'; } >t.c
wrong 'macro (arguments are nested too deeply|expansion is too large)'
{ echo '#define A0 x'; i=0; while [ $i -lt 40 ]; do echo "#define A$((i + 1)) A$i A$i"; i=$((i + 1)); done; echo A40; } >t.c
wrong '(macro expansion does not end|the program is too large|macro expansion is too large)'

# K&R definitions, types where there is none, storage
echo 'int old(a) int a; 5 { return a; }' >t.c
wrong "expected '\{' before"
echo 'typedef int word; int f(void) { return word + 1; }' >t.c
wrong "expected an expression before the type name 'word'"
echo 'int g(void) { return sizeof(int static); }' >t.c
wrong 'a storage class is not allowed here'
echo 'struct s { int m; }; struct s int x;' >t.c
wrong 'two types in one declaration'
echo 'int struct s { int m; } x;' >t.c
wrong 'two types in one declaration'
echo 'int (*);' >t.c
wrong 'expected a name before'
printf '#ifdef 5\n#endif\n' >t.c
wrong 'expected a macro name after #ifdef'
echo 'int n; extern int (*p)[n];' >t.c
wrong "array of variable length 'p' at file scope"
cat >t.c <<'X'
#pragma omp declare target
double large[2] = { 1.0, (double)(long)&large };
#pragma omp end declare target
X
try $MINICC -S t.c -o x
said 'device variables have constant initialisers' 'initialiser of .* not (a )?constant'

# options
echo 'int x;' >good.c
try $MINICC good.c -c -o ''
said '-o with an empty name' '-o needs a file name'
try $MINICC good.c -html=
said '-html with an empty name' '-html= needs a file name'
try $MINICC -maxrregcount=300 good.c
said 'too many registers' "'-maxrregcount=300': expected a number from 16 to 255"
try env TMPDIR=/nonesuch $MINICC -c good.c
said 'no folder for temporary files' "cannot make a temporary file in '/nonesuch'"
mkdir alone && cp "$MINICC" alone/minicc
printf 'int main(void)\n{\n#pragma omp target\n\t;\n}\n' >region.c
try alone/minicc region.c -o x
said 'a compiler without its library' 'the runtime is missing: '
plan
