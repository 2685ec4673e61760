#!/bin/sh
# ptxsim from the command line: its argument language, its output and its errors.

ptxsim=${BUILD:-build}/bin/ptxsim
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
n=0

result() {	# STATUS NAME
	n=$((n + 1))
	if [ "$1" = 0 ]; then echo "ok $n - $2"; else
		echo "not ok $n - $2"; sed 's/^/# /' "$tmp/out" "$tmp/err"; fi
}

gives() {	# NAME STATUS PATTERN ARGUMENT...: exit status, and output or messages match
	name=$1 status=$2 pattern=$3; shift 3
	"$ptxsim" "$@" > "$tmp/out" 2> "$tmp/err"
	got=$?
	[ $got = "$status" ] && cat "$tmp/out" "$tmp/err" | grep -q -e "$pattern"
	result $? "$name"
}

cat > "$tmp/axpy.ptx" <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.visible .entry axpy(.param .u64 y, .param .u64 x, .param .f64 a, .param .u32 n)
{
	.reg .pred %p;
	.reg .u32 %r<5>;
	.reg .u64 %rd<6>;
	.reg .f64 %fd<4>;
	ld.param.u64 %rd1, [y];
	ld.param.u64 %rd2, [x];
	ld.param.f64 %fd1, [a];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %ctaid.x;
	mov.u32 %r3, %ntid.x;
	mov.u32 %r4, %tid.x;
	mad.lo.u32 %r2, %r2, %r3, %r4;
	setp.ge.u32 %p, %r2, %r1;
	@%p bra DONE;
	mul.wide.u32 %rd3, %r2, 8;
	add.u64 %rd4, %rd1, %rd3;
	add.u64 %rd5, %rd2, %rd3;
	ld.global.f64 %fd2, [%rd4];
	ld.global.f64 %fd3, [%rd5];
	fma.rn.f64 %fd2, %fd1, %fd3, %fd2;
	st.global.f64 [%rd4], %fd2;
DONE:
	ret;
}
.visible .entry pair(.param .align 4 .b8 p[8], .param .u64 out)
{
	.reg .u32 %r<3>;
	.reg .u64 %rd;
	ld.param.u32 %r1, [p];
	ld.param.u32 %r2, [p+4];
	ld.param.u64 %rd, [out];
	sub.u32 %r1, %r1, %r2;
	st.global.u32 [%rd], %r1;
	ret;
}
PTX
axpy="$tmp/axpy.ptx"
printf 'abcdefgh' > "$tmp/bytes"

gives '--help' 0 'usage: ptxsim' --help
gives '--list' 0 '^axpy(u64, u64, f64, u32)$' --list "$axpy"
gives '--list of a structure' 0 '^pair(hex\[8\], u64)$' --list "$axpy"
gives 'out: is printed' 0 '^arg0: 1 3 5 7$' --block=4 "$axpy" axpy 'out:f64[4]=1' 'buf:f64[4]=iota' f64:2 u32:4
gives '--print' 0 '^y: 5 7$' --grid=2 --block=2 --print='y[2:2]' "$axpy" axpy 'y=buf:f64[4]=1' 'buf:f64[4]=iota' f64:2 u32:4
gives 'a list of numbers' 0 '^y: 10 0.5 0$' --print=y "$axpy" axpy 'y=buf:f64[3]=0' 'buf:f64[3]=20,1' f64:0.5 u32:3
gives 'one buffer twice' 0 '^arg0: 3 3$' "$axpy" axpy 'out:f64[2]=1' '=0' f64:2 u32:2
gives 'a structure by value' 0 '^arg1: -3$' --block=1 "$axpy" pair hex:0200000005000000 'out:s32[1]'
gives 'hexadecimal numbers' 0 '^arg0: 2$' --block=1 "$axpy" axpy 'out:f64[1]=1' 'buf:f64[1]=1' f64:1 u32:0x1
gives '--stats' 0 'thread instructions: [1-9]' --stats "$axpy" axpy 'buf:f64[4]' 'buf:f64[4]' f64:2 u32:4
gives '--device=k40' 0 '^arg0: 3$' --device=k40 "$axpy" axpy 'out:f64[1]=1' 'buf:f64[1]=1' f64:2 u32:1
gives '@FILE and --write' 0 'instructions' --stats --write="y:$tmp/copy" "$axpy" axpy "y=buf:f64[1]=@$tmp/bytes" 'buf:f64[1]' f64:0 u32:1
cmp -s "$tmp/bytes" "$tmp/copy"; result $? 'write the bytes that were read'

gives 'no file' 2 'expected a PTX file'
gives 'no kernel name' 2 'expected the name of a kernel' "$axpy"
gives 'no such file' 1 'No such file' "$tmp/none.ptx" axpy
gives 'no such kernel, and which there are' 1 '^axpy(u64' "$axpy" axpi
gives 'no such option' 2 'no such option' --fast "$axpy" axpy
gives 'no such device' 2 'a100, h100, h200, k40, v100' --device=k80 "$axpy" axpy
gives 'a grid of zero' 2 'each 1 or more' --grid=0 "$axpy" axpy
gives 'too many threads' 2 'at most 1024' --block=1025 "$axpy" axpy 'buf:f64[4]' 'buf:f64[4]' f64:2 u32:4
gives 'too few arguments' 2 '1 arguments for 4 parameters' "$axpy" axpy u32:1
gives 'a wrong type' 2 'the parameter is f64' "$axpy" axpy 'buf:f64[4]' 'buf:f64[4]' u32:2 u32:4
gives 'a scalar for an address' 2 'the parameter is u64' "$axpy" axpy u32:0 'buf:f64[4]' f64:2 u32:4
gives 'a number that does not fit' 2 'does not fit' "$axpy" axpy 'buf:u8[4]=256' 'buf:f64[4]' f64:2 u32:4
gives 'too many numbers' 2 'more than 2 numbers' "$axpy" axpy 'buf:f64[2]=1,2,3' 'buf:f64[4]' f64:2 u32:4
gives 'an empty buffer' 2 'do not fit' "$axpy" axpy 'buf:f64[0]' 'buf:f64[4]' f64:2 u32:4
gives 'a huge buffer' 2 'do not fit' "$axpy" axpy 'buf:f64[99999999999999]' 'buf:f64[4]' f64:2 u32:4
gives 'a malformed buffer' 2 'expected \[N\]' "$axpy" axpy 'buf:f64[4' 'buf:f64[4]' f64:2 u32:4
gives 'printing an unknown name' 2 "no buffer is called 'z'" --print=z "$axpy" axpy 'buf:f64[4]' 'buf:f64[4]' f64:2 u32:4
gives 'printing beyond the end' 2 'has 4 elements' --print='0[2:3]' "$axpy" axpy 'buf:f64[4]' 'buf:f64[4]' f64:2 u32:4
gives 'odd hexadecimal digits' 2 'expected 8 bytes' "$axpy" pair hex:020 'out:s32[1]'

cat > "$tmp/print.ptx" <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 text[9] = {116, 101, 97, 109, 32, 37, 100, 10, 0};
.visible .entry hello()
{
	.local .align 8 .b8 list[8];
	.reg .pred %p;
	.reg .u32 %r;
	.reg .u64 %rd<3>;
	mov.u32 %r, %tid.x;
	setp.ne.u32 %p, %r, 0;
	@%p bra DONE;
	mov.u32 %r, %ctaid.x;
	st.local.u32 [list], %r;
	mov.u64 %rd0, text;
	cvta.global.u64 %rd0, %rd0;
	mov.u64 %rd1, list;
	cvta.local.u64 %rd1, %rd1;
	{
	.param .b64 a;
	.param .b64 b;
	.param .b32 c;
	st.param.b64 [a], %rd0;
	st.param.b64 [b], %rd1;
	call.uni (c), vprintf, (a, b);
	}
DONE:
	ret;
}
PTX
gives 'device printf' 0 '^team 99$' --grid=100 "$tmp/print.ptx" hello
i=0; while [ $i -lt 100 ]; do echo "team $i"; i=$((i + 1)); done > "$tmp/want"
cmp -s "$tmp/out" "$tmp/want"; result $? 'comes in team order'

gives 'an access outside the buffer' 1 'axpy' --block=8 "$axpy" axpy 'buf:f64[4]' 'buf:f64[8]' f64:2 u32:8
grep -q 'arg0\|y' "$tmp/err"; result $? 'names the buffer'
sed 's/fma.rn.f64/fmad.f64/' "$axpy" > "$tmp/bad.ptx"
gives 'a bad instruction has its place' 1 'bad.ptx:25:[0-9]*: error:' "$tmp/bad.ptx" axpy
sed 's/sm_35/sm_90/' "$axpy" > "$tmp/new.ptx"
gives 'a newer target' 1 'new.ptx:2:[0-9]*: error:' --device=k40 "$tmp/new.ptx" axpy
head -c 300 "$axpy" > "$tmp/cut.ptx"
gives 'a truncated file' 1 'cut.ptx:[0-9]*:[0-9]*: error:' "$tmp/cut.ptx" axpy
printf 'abc\000def' > "$tmp/zero.ptx"
gives 'a binary file' 1 'zero byte at offset 3' "$tmp/zero.ptx" axpy
: > "$tmp/empty.ptx"
gives 'an empty file' 1 'empty.ptx' "$tmp/empty.ptx" axpy

# A kernel has of the module's .shared what it reaches, wherever that lies.
cat > "$tmp/shared.ptx" <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.shared .align 8 .b8 first[1000];
.shared .align 8 .b8 second[64];
.func use() { .reg .u32 %r; mov.u32 %r, %tid.x; st.shared.u32 [second], %r; ret; }
.visible .entry none() { ret; }
.visible .entry one() { .reg .u32 %r; mov.u32 %r, 1; st.shared.u32 [first], %r; ret; }
.visible .entry called(.param .u64 out)
{
	.reg .u32 %r; .reg .u64 %p;
	.shared .align 4 .b8 own[8];
	call use, ();
	mov.u32 %r, 5;
	st.shared.u32 [own], %r;
	ld.shared.u32 %r, [second];
	ld.param.u64 %p, [out];
	st.global.u32 [%p], %r;
	ld.shared.u32 %r, [own];
	st.global.u32 [%p+4], %r;
	ret;
}
.visible .entry both()
{
	.reg .u32 %r;
	call use, ();
	ld.shared.u32 %r, [first];
	ret;
}
.func other() { .reg .u32 %r; ld.shared.u32 %r, [first]; ret; }
.visible .entry taken(.param .u64 out)
{
	.reg .u64 %p, %f;
	ld.param.u64 %p, [out];
	mov.u64 %f, use;
	st.global.u64 [%p], %f;
	call other, ();
	ret;
}
.visible .entry pointer(.param .u64 in)
{
	.reg .u64 %p, %f;
	ld.param.u64 %p, [in];
	ld.global.u64 %f, [%p];
	any: .callprototype _ ();
	call %f, (), any;
	ret;
}
PTX
"$ptxsim" --list "$tmp/shared.ptx" > "$tmp/out" 2> "$tmp/err"
[ "$(sed -n 's/.*parameters, \(.*\) shared,.*/\1/p' "$tmp/out" | tr '\n' ' ')" = '0 1000 136 1064 1000 64 ' ]
result $? 'shared bytes that each kernel reaches, through a pointer those of functions whose address is taken'
gives 'and they are there' 0 '^out: 31 5$' --print=out "$tmp/shared.ptx" called out=buf:u32[2]=9

# Cut anywhere, the file is run or refused, but ptxsim does not crash.
crashed=0
for len in 1 20 40 47 60 90 120 170 200 250 333 400 512 600 700 800 901; do
	head -c $len "$axpy" > "$tmp/cut.ptx"
	"$ptxsim" --list "$tmp/cut.ptx" > "$tmp/out" 2> "$tmp/err"
	[ $? -gt 2 ] && crashed=1
done
result $crashed 'no prefix of a file crashes it'
echo "1..$n"
