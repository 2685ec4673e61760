#!/bin/sh
# What is wrong ends in a message and exit status 1, and leaves nothing behind.
. tests/driver/lib.sh

echo 'int main(void) { return 0; }' >good.c
echo 'int main(void) { return 0 }' >bad.c
all='bad.c good.c'

refused() { # NAME PATTERN ARG...
	name=$1 pattern=$2
	shift 2
	try $MINICC "$@"
	is "$name: status" "$status" 1
	said "$name: message" "$pattern"
}

refused 'no input' '^minicc: error: no input files$'
refused 'missing file' "^minicc: error: no such file or directory: 'nope.c'$" nope.c
refused 'missing object' "no such file or directory: 'nope.o'" good.c nope.o -o x
refused 'a folder' "'\.' is a directory" .
refused 'unknown option' "^minicc: error: unknown option '-qux'$" -qux good.c
refused 'option without argument' "'-o' needs an argument" good.c -o
refused 'unknown scheme' "unknown scheme 'nope'" -scheme=nope good.c
refused 'unknown architecture' "unknown architecture 'sm_50'" -arch=sm_50 good.c
refused 'unknown standard' "unknown language standard in '-std=c77'" -std=c77 good.c
refused 'unknown contraction' 'expected on, off or fast' -ffp-contract=some good.c
refused 'neither true nor false' 'expected true or false' -prec-div=1 good.c
refused 'unknown language' "language 'ada'" -x ada good.c
refused 'two outputs for one name' '-o names one file' -c good.c bad.c -o x.o
refused '-S for two architectures' 'one architecture' -S -arch=sm_35,sm_70 good.c
refused '-code= without that architecture' '-code=sm_70 is made from PTX for sm_70' -arch=sm_35 -code=sm_70 good.c
refused '-code= with -S' '-code= puts machine code into objects' -S -code=sm_70 good.c
refused 'machine code for no architecture' "unknown architecture 'sm_50'" -code=sm_50 good.c
refused '-run with -c' '-run does not go with' -run -c good.c
refused 'executable to standard output' "'-o -'" good.c -o -
refused 'output in no folder' "cannot write '/nonexistent/x'" good.c -o /nonexistent/x
refused 'output is the input' "'good.c' is input and output" good.c -o good.c
refused 'syntax error' '^bad.c:1:[0-9]*: error: ' bad.c -o x
refused 'one of two sources is wrong' '^bad.c:1:' good.c bad.c -o x
clean 'nothing is left' $all
MINICC_CC=/nonesuch/cc refused 'no host compiler' '/nonesuch/cc' good.c
refused 'an option that is none of cc' "^minicc: error: the host compiler '.*' says: error: .*-mnonesuch" -mnonesuch good.c
printf 'int main(void)\n{\n#pragma omp target\n\t;\n}\n' >region.c
for word in -fpack-struct -fpack-struct=2 -fshort-wchar -funsigned-bitfields -mms-bitfields; do
	refused "$word with device code" "region.c: device code does not follow '${word%=*}'" $word -c region.c
	try $MINICC $word -c good.c
	is "$word without" "$status" 0
done
refused 'a host of 32 bits' 'region.c: target regions need a host with pointers' -m32 -c region.c
rm -f region.c good.o
try $MINICC good.c -lnonesuch_at_all -o x
is 'a library that is not there' "$status" 1
clean 'nothing is left after the linker' $all

try $MINICC -fnonesuch -Wnonesuch -fno-nonesuch -c good.c
is 'unknown -f and -W: status' "$status" 0
is 'unknown -f and -W: warnings' "$(grep -c '^minicc: warning: unknown option' ../err)" 3
rm -f good.o

mkdir locked && chmod 555 locked
if [ "$(id -u)" != 0 ]; then
	refused 'a folder that cannot be written' "cannot write 'locked/x'" good.c -o locked/x
fi
rmdir locked
echo precious >kept
try $MINICC bad.c -o kept
is 'an error keeps the old output' "$(cat kept)" precious
try $MINICC -E bad.c -o /dev/full
is 'a full device' "$status" 1
rm kept

# A signal while cc works: the child ends, and what was begun is removed.
cat >slow-cc <<X
#!/bin/sh
case " \$* " in *cpp-output*) echo \$\$ >$WORK/pid; exec sleep 30 ;; esac
exec cc "\$@"
X
chmod +x slow-cc
MINICC_CC=./slow-cc $MINICC good.c -o slow 2>/dev/null &
driver=$!
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ -s $WORK/pid ] && break
	sleep 0.1
done
kill -TERM $driver
wait $driver 2>/dev/null
is 'SIGTERM ends the driver' "$?" 143
sleep 0.1
nok 'and its child' grep -q '^State:.*[RSD]' "/proc/$(cat $WORK/pid)/status" 2>/dev/null
rm slow-cc
clean 'and leaves nothing' $all

perl -e 'print "int a$_ = \n;\n" for 1..30' >many.c
try $MINICC -S -o many.ptx many.c
is 'at most 20 errors' "$(grep -c ': error: ' ../err)" 20
perl -e 'print "int main(void)\n{\n", (map "\tf$_();\n", 1..130), "}\n"' >many.c
try $MINICC -S -o many.ptx many.c
is 'at most 100 warnings' "$(grep -c 'warning: implicit' ../err)" 100
is 'and a word about the rest' "$(grep -c 'more than 100 warnings' ../err)" 1
rm -f many.ptx
plan
