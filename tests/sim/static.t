#!/usr/bin/perl
# Machine code is timed by its own schedule (devrt/sim/timing/static.c): of chains whose cycles can be told by hand,
# 32 links more take 32 times a link's.  Stall counts are ptxas': 4 cycles to a dependent fp32 or integer instruction, 8
# to one of fp64; a special function marks a counter after its latency, and a barrier lets go after its own.  On sm_35, which
# has no counters, 9 and 10, and a load's register holds back who reads it.
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
chomp($ENV{PTXAS} = $found->{out});
my $dir = scratch('static');
$ENV{XDG_CACHE_HOME} = "$ENV{PWD}/$B/tests/code-cache";
mkdir $ENV{XDG_CACHE_HOME};

# A number of a GPU's file.
sub number {
	my ($gpu, $key) = @_;
	return slurp("devrt/sim/gpu/$gpu.gpu") =~ /^\Q$key\E = (?:[a-z]+ [\d.]+ )?([\d.]+)/m ? $1 : die "$gpu: no $key\n";
}

# Chains on a GPU: what a link is, and the cycles that it takes.
my @with_counters = (
	[ 'fp32', 'fma.rn.f32 %f1, %f1, %f1, %f1;', 4 ],
	[ 'fp64', 'fma.rn.f64 %e1, %e1, %e1, %e1;', 8 ],
	[ 'integer', 'mad.lo.s32 %r1, %r1, %r1, %r1;', 4 ],
);
my %chains = (
	k40 => [
		[ 'fp32', 'fma.rn.f32 %f1, %f1, %f1, %f1;', 9 ],
		[ 'fp64', 'fma.rn.f64 %e1, %e1, %e1, %e1;', 10 ],
		[ 'integer', 'mad.lo.s32 %r1, %r1, %r1, %r1;', 9 ],
		[ 'a load from where the last one says', 'ld.volatile.shared.u32 %r1, [%r1];', number('k40', 'shared_latency') ],
	],
	map { my ($gpu, $nop) = @$_; $gpu => [
		@with_counters,
		[ 'special function', 'ex2.approx.ftz.f32 %f1, %f1;', number($gpu, 'op.sfu') ],
		# its own cycle, on sm_70 a NOP's before it, the arrival's and the latency
		[ 'barrier', 'bar.sync 0;', 1 + $nop + number($gpu, 'bar_latency')
			+ (sort { $b <=> $a } map { number($gpu, $_) } qw(bar_service bar_static))[0] ],
	] } [ 'v100', 1 ], [ 'h200', 0 ]);
my %sm = (k40 => 'sm_35', v100 => 'sm_70', h200 => 'sm_90');

# A kernel with so many links of a chain.
sub kernel {
	my ($name, $body, $copies) = @_;
	return ".visible .entry $name(.param .u64 a)\n{\n"
		. ".reg .b64 %d<4>; .reg .f64 %e<4>; .reg .f32 %f<4>; .reg .b32 %r<4>; .reg .pred %p<4>;\n.shared .b32 s[64];\n"
		. "ld.param.u64 %d1, [a]; ld.global.f64 %e1, [%d1]; ld.global.f32 %f1, [%d1+8]; ld.global.u32 %r1, [%d1+12];\n"
		. "$body\n" x $copies
		. "st.global.f64 [%d1], %e1; st.global.f32 [%d1+8], %f1; st.global.u32 [%d1+12], %r1;\nret;\n}\n";
}

# Cycles and JSON of a warp in this kernel; instructions are fetched in no time.
sub cycles {
	my ($gpu, $kernel) = @_;
	my $r = run(cmd => [ "$B/bin/ptxsim", "--device=./$dir/$gpu.gpu", '--code=machine', '--timing=json', "$dir/$gpu.ptx",
		$kernel, 'out:u64[4]' ]);
	return $r->{out} =~ /"cycles": (\d+)/ ? ($1, $r->{out}) : (undef, "$r->{status}\n$r->{err}");
}

sub takes {
	my ($gpu, $what, $kernel, $each) = @_;
	my ($few, $said) = cycles($gpu, "${kernel}_96");
	my ($many) = cycles($gpu, "${kernel}_128");
	my $name = "$gpu: $what";
	return fail_with($name, $said) if !defined $few || !defined $many;
	my $is = ($many - $few) / 32;
	return abs($is - $each) <= 0.1 ? ok($name) : fail_with($name, "$is cycles, not $each");
}

sub named {
	my ($gpu) = @_;
	my (undef, $json) = cycles($gpu, 'nothing');
	return $json =~ /"code": "$sm{$gpu} machine code by CUDA 11\.\d"/ ? ok("$gpu: the report names the code")
		: fail_with("$gpu: the report names the code", $json);
}

# All chains on a GPU, kernels of one text: nvdisasm takes most of a second to start for sm_90.
sub gpu {
	my ($gpu) = @_;
	my @chains = @{ $chains{$gpu} };
	spew("$dir/$gpu.gpu", "like = $gpu\ngpu_name = Without instruction fetch\ncode_l1 = 0\n");
	spew("$dir/$gpu.ptx", join '', ".version 6.4\n.target ", $gpu eq 'k40' ? 'sm_35' : 'sm_70', "\n.address_size 64\n",
		kernel('nothing', '', 0), map { my $k = $_; map { kernel("chain${k}_$_", $chains[$k][1], $_) } 96, 128 } 0 .. $#chains);
	return (named($gpu), map { takes($gpu, $chains[$_][0], "chain$_", $chains[$_][2]) } 0 .. $#chains);
}

tap(map { my $gpu = $_; sub { gpu($gpu) } } sort keys %chains);
