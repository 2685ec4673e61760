#!/usr/bin/perl
# Machine code (devrt/sim/code): programs print the same as with PTX, on the K40, the V100 and the H200; and what
# cannot be run is refused by name and place.  A sample of examples and run tests under two of three schemes
# in turn; SOAK=1: all of them under all schemes.  ONLY=name takes one program.
# Needs ptxas and nvdisasm of CUDA 11 (tests/tools/get-ptxas); skips with the reason when there are none.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $found = run(cmd => [ 'sh', 'tests/tools/get-ptxas', '--no-fetch' ]);
if ($found->{status} ne 'exit 0') {
	chomp $found->{err};
	print "1..0 # SKIP $found->{err}\n";
	exit 0;
}
chomp(my $ptxas = $found->{out});
my $dir = scratch('code');
$ENV{PTXAS} = $ptxas;
$ENV{XDG_CACHE_HOME} = "$ENV{PWD}/$B/tests/code-cache";
mkdir $ENV{XDG_CACHE_HOME};
my @sample = qw(fig1 fig12 dot matmul printf recursion switch reduction fnptr_library);
my @devices = devices();

sub compare {
	my ($file, $scheme) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	my $d = directives($file);
	my $exe = "$dir/$name.$scheme";
	my $title = "$name $scheme";
	return () if $d->{exit} || $d->{stderr};
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-arch=sm_35,sm_70,sm_90', '-ffp-contract=off', words($d->{args}),
		words($d->{'minicc-args'}), $file, '-o', $exe, '-lm' ]);
	my $reason = refusal($r);
	return skip($title, $reason) if defined $reason;
	return fail_with("$title compiles", $r->{err}) if $r->{status} ne 'exit 0';
	my @results;
	for my $device (@devices) {
		my ($ptx, $machine) = map { run(cmd => [ $exe, words($d->{'run-args'}) ], timeout => 120,
			env => { DEVRT_CODE => $_, DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY' }) }
			'ptx', 'machine';
		my $same = $ptx->{out} eq $machine->{out} && $ptx->{status} eq $machine->{status};
		push @results, $same ? ok("$title on $device")
			: fail_with("$title on $device", "PTX: $ptx->{status}\n$ptx->{out}machine code: "
				. "$machine->{status}\n$machine->{err}$machine->{out}");
	}
	unlink $exe;
	return @results;
}

# A kernel's body, run as machine code, must end with this message.
sub refuses {
	my ($name, $want, $body, @arguments) = @_;
	spew("$dir/$name.ptx", ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 a)\n"
		. "{\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\n.reg .pred %p<9>;\n$body\nret;\n}\n");
	my $r = run(cmd => [ "$B/bin/ptxsim", '--code=machine', "$dir/$name.ptx", 'k', @arguments ]);
	return $r->{status} eq 'exit 1' && $r->{err} =~ $want ? ok($name) : fail_with($name, "$r->{status}\n$r->{err}");
}

# The same kernel from a file of machine code, and from the cache.
sub cubin {
	spew("$dir/cubin.ptx", ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u32 b)\n"
		. "{\n.reg .b32 %r<9>;\n.reg .b64 %d<9>;\nld.param.u64 %d1, [a];\nld.param.u32 %r1, [b];\nmov.u32 %r2, %tid.x;\n"
		. "mad.lo.s32 %r3, %r1, %r2, 5;\nmul.wide.u32 %d2, %r2, 4;\nadd.u64 %d1, %d1, %d2;\nst.global.u32 [%d1], %r3;\nret;\n}\n");
	my $made = run(cmd => [ $ptxas, '-arch=sm_70', "$dir/cubin.ptx", '-o', "$dir/cubin.cubin" ]);
	return fail_with('a cubin is made', $made->{err}) if $made->{status} ne 'exit 0';
	my $want = join '', map { "[$_] " . (3 * $_ + 5) . "\n" } 0 .. 3;
	my @runs = map { run(cmd => [ "$B/bin/ptxsim", '--block=4', @$_, 'k', 'out:u32[4]', 'u32:3' ]) }
		[ "$dir/cubin.ptx" ], [ "$dir/cubin.cubin" ], [ "$dir/cubin.cubin" ], [ '--code=machine', "$dir/cubin.ptx" ];
	my $list = run(cmd => [ "$B/bin/ptxsim", '--list', "$dir/cubin.cubin" ]);
	return ((map { $_->{status} eq 'exit 0' && $_->{out} eq $runs[0]{out} && $_->{out} =~ /14/ ? ok('a cubin runs as its PTX')
		: fail_with('a cubin runs as its PTX', "$_->{status}\n$_->{err}$_->{out}") } @runs[1 .. 3]),
		$list->{out} =~ /^k\(u64, u32\)/ ? ok('its kernel is listed') : fail_with('its kernel is listed', $list->{out}));
}

# Machine code inside the program: the same results without an assembler, and for no other device.
sub embedded {
	my $exe = "$dir/embedded";
	my $stays = run(cmd => [ minicc(), '-scheme=dynpar', '-code=sm_70', 'examples/fig12.c', '-o', $exe ]);
	my $r = run(cmd => [ minicc(), '-scheme=jumptable', '-code=sm_70,sm_90', 'examples/fig12.c', '-o', $exe ]);
	return fail_with('-code=', $r->{err}) if $r->{status} ne 'exit 0';
	my @results = $stays->{err} =~ /warning: 'examples\/fig12.c' stays PTX without machine code: it launches kernels/
		? ok('dynpar stays PTX') : fail_with('dynpar stays PTX', $stays->{err});
	for my $try ([ 'sim:v100', 'machine', 'sm_70' ], [ 'sim:h200', 'machine', 'sm_90' ], [ 'sim:v100', 'ptx' ], [ 'sim:v100', '' ]) {
		my ($device, $code, $arch) = @$try;
		my $got = run(cmd => [$exe], env => { PTXAS => '', DEVRT_DEVICE => $device, DEVRT_CODE => $code, DEVRT_INFO => 16,
			OMP_TARGET_OFFLOAD => 'MANDATORY' });
		my ($said) = $got->{err} =~ /^devrt: device 0: .*fig12\.c: machine code of (sm_\d+)$/m;
		my $title = "embedded, DEVRT_CODE=$code on $device";
		push @results, $got->{status} eq 'exit 0' && $got->{out} =~ /fig12: ok/ && ($said // '') eq ($arch // '') ? ok($title)
			: fail_with($title, "$got->{status}\n$got->{err}$got->{out}");
	}
	return @results;
}

# sm_35's divergence stack: what is not on it, and too much on it; and code of another architecture.
sub stack {
	my $head = ".version 6.0\n.target sm_35\n.address_size 64\n";
	spew("$dir/deep.ptx", "$head.func f() { call f, (); call f, (); ret; }\n.visible .entry k() { call f, (); ret; }\n");
	spew("$dir/ends.ptx", "$head.visible .entry k() { ret; }\n");
	my $made = run(cmd => [ $ptxas, '-arch=sm_35', "$dir/ends.ptx", '-o', "$dir/ends.cubin" ]);
	return fail_with('a cubin of sm_35', $made->{err}) if $made->{status} ne 'exit 0';
	my ($exit, $ret) = map { pack 'L<L<', 0x001c003c, $_ } 0x18000000, 0x19000000;
	(my $code = slurp("$dir/ends.cubin")) =~ s/\Q$exit\E/$ret/;
	spew("$dir/returns.cubin", $code);
	return map { my ($name, $want, @words) = @$_;
		my $r = run(cmd => [ "$B/bin/ptxsim", @words, 'k' ]);
		$r->{status} ne 'exit 0' && $r->{err} =~ $want ? ok($name) : fail_with($name, "$r->{status}\n$r->{err}") }
		[ 'deep', qr/the warp's stack of calls is used up/, '--device=k40', '--code=machine', "$dir/deep.ptx" ],
		[ 'returns', qr/nothing on the warp's stack to return to/, '--device=k40', "$dir/returns.cubin" ],
		[ 'elsewhere', qr/machine code of sm_35 does not run on sm_70/, '--device=v100', "$dir/ends.cubin" ];
}

my @jobs = (sub { cubin() }, sub { embedded() }, sub { stack() }, sub {
	return (refuses('refused', qr/machine code: k: [0-9a-f]{4}: 'BAR.RED[.\w]*' is not executed yet/,
			'setp.eq.u32 %p1, %r1, 1; bar.red.popc.u32 %r1, 0, %p1; ld.param.u64 %d1, [a]; st.global.u32 [%d1], %r1;',
			'out:u32[1]'),
		refuses('jump', qr/jump to 0x[0-9a-f]+: no code is there/,
			"f: .callprototype _ ();\nld.param.u64 %d1, [a]; call %d1, (), f;", 'u64:0x123456789a0'));
});
my %sample = map { $_ => 1 } @sample;
my ($turn, @three) = (0, qw(spmd jumptable generic));
for my $file (run_programs(), glob 'examples/*.c') {
	my ($name) = $file =~ m{([^/]+)\.c$};
	next if $ENV{ONLY} ? $ENV{ONLY} ne $name : !$ENV{SOAK} && !$sample{$name};
	my @some = $ENV{SOAK} ? schemes() : full() ? @three : @three[$turn % 3, ($turn + 1) % 3];
	$turn++;
	push @jobs, map { my $s = $_; sub { compare($file, $s) } } @some;
}
tap(@jobs);
