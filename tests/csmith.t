#!/usr/bin/perl
# Random programs: what csmith writes, its whole computation as device code, against the host.
#
# tests/tools/csmith-device puts the computation into a target region.  minicc's executable must
# print the host compiler's checksum on a simulated device, with and without optimisation, and when
# the region runs on the host.  The seeds are fixed: 6 programs; SOAK=N tries N (and SEED=S starts
# there).  The program of a failed test stays in build/tests/csmith/.
#
# One of the three devices runs each as machine code, too, where there is ptxas of CUDA 11 (SOAK: all three).
#
# RECORD=FILE makes a long run one that can be stopped: the seeds that are done are written there and
# not tried again, unless compiler or simulator are others (make soak-csmith).
#
# csmith lets floats be converted to integers that cannot hold them (C11 6.3.1.4): such a program
# traps on the host and is skipped, as is one that runs too long there (without optimisation, as on the simulator).
#
# Pointers to members of packed records are not C's, nor any GPU's: every third program has packed
# records and no pointers, the others have pointers and no packed records.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;
use Digest::MD5;
use File::Path qw(make_path);

my $dir = scratch('csmith');
spew("$dir/platform.info", "integer size = 4\npointer size = 8\n"); # else two csmiths write it, and read each other's half
my $ptxas;
my @common = qw(--max-funcs 6 --max-block-depth 3);
my @host = qw(-w -O0 -std=gnu11 -fwrapv -fno-strict-aliasing -ffp-contract=off
	-fsanitize=float-cast-overflow -fsanitize-undefined-trap-on-error);

sub options {
	my ($seed) = @_;

	return (@common, $seed % 3 ? '--no-packed-struct' : '--no-pointers', $seed % 4 ? () : '--float');
}

# The program of a seed, in $base.c; an error message, or undef.
sub generate {
	my ($seed, $base) = @_;
	my $r = run(cmd => [ 'sh', '-c', 'cd "$1" && shift && exec csmith "$@"', 'sh', $dir, '--seed', $seed,
		'-o', "$seed.csmith", options($seed) ], timeout => 10);
	return "csmith: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	$r = run(cmd => [ 'sh', '-c', "perl tests/tools/csmith-device < $base.csmith > $base.c" ]);
	return $r->{status} eq 'exit 0' ? undef : $r->{err};
}

# What an executable prints on a device, or its failure.
sub output {
	my ($exe, $device, $code) = @_;
	my $r = run(cmd => [$exe], env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'DEFAULT',
			defined $code ? (DEVRT_CODE => $code, XDG_CACHE_HOME => '/dev/null') : () },
		timeout => $ENV{RECORD} ? 300 : 60);
	return $r->{status} eq 'exit 0' ? $r->{out} : "$r->{status}\n$r->{err}";
}

sub compare {
	my ($base, $level, $want) = @_;
	my $r = run(cmd => [ minicc(), '-w', $level, '-arch=sm_35', '-ffp-contract=off',
		'-Itests/tools/csmith', "$base.c", '-o', "$base.device" ]);
	return "minicc $level: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	for my $device ($level eq '-O0' ? qw(sim:k40 host) : 'sim:v100') {
		my $got = output("$base.device", $device);
		return "$level on $device: $got, not $want" if $got ne $want;
	}
	return undef;
}

sub compare_machine {
	my ($base, $seed, $want) = @_;
	my %image = ('sim:k40' => 'sm_35', 'sim:v100' => 'sm_70', 'sim:h200' => 'sm_90');
	my @devices = sort keys %image;
	@devices = $devices[ $seed % @devices ] if !$ENV{SOAK};
	my $images = join ',', map { $image{$_} } @devices;
	my $r = run(cmd => [ minicc(), '-w', "-arch=$images", '-ffp-contract=off', '-Itests/tools/csmith', "$base.c", '-o',
			"$base.device" ]);
	return "minicc -arch=$images: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	for my $device (@devices) {
		my $got = output("$base.device", $device, 'machine');
		return "machine code on $device: $got, not $want" if $got ne $want;
	}
	return undef;
}

sub test {
	my ($seed) = @_;
	my $base = "$dir/$seed";
	my $problem = generate($seed, $base);
	return fail_with("seed $seed", $problem) if defined $problem;
	my $r = run(cmd => [ host_cc(), @host, '-Itests/tools/csmith', "$base.c", '-o', "$base.host" ]);
	return fail_with("seed $seed", "host compiler: $r->{err}") if $r->{status} ne 'exit 0';
	$r = run(cmd => ["$base.host"], timeout => 1);
	my @made = map { "$base.$_" } qw(csmith c host device);
	if ($r->{status} ne 'exit 0') {
		unlink @made;
		return skip("seed $seed", "on the host: $r->{status}");
	}
	for my $level (qw(-O1 -O0)) {
		$problem = compare($base, $level, $r->{out});
		return fail_with("seed $seed", "$base.c\n$problem") if defined $problem;
	}
	$problem = $ptxas ? compare_machine($base, $seed, $r->{out}) : undef;
	return fail_with("seed $seed", "$base.c\n$problem") if defined $problem;
	unlink @made;
	return ok("seed $seed");
}

# ---- RECORD ----

# The seeds that FILE says are done by this compiler and simulator.
sub read_record {
	my ($file) = @_;
	my $tools = Digest::MD5::md5_hex(map { slurp($_) } minicc(), 'build/lib/libptxsim.so',
		'build/lib/libdevrt.a');
	my @lines = split /\n/, slurp($file) // '';
	return map { /^(\d+) / ? ($1 => 1) : () } @lines if @lines && $lines[0] eq $tools;
	make_path($file =~ m{(.*)/});
	spew($file, "$tools\n");
	return ();
}

# The result, noted when it need not be tried again.  One write, as other jobs write too.
sub recorded {
	my ($file, $seed, $result) = @_;
	return $result if exists $result->{diag};
	open my $out, '>>', $file or die "$file: $!\n";
	syswrite $out, "$seed " . ($result->{skip} // 'equal') . "\n";
	return $result;
}

if (!grep { -x "$_/csmith" } split /:/, $ENV{PATH}) {
	print "1..0 # SKIP csmith is not installed\n";
	exit 0;
}
my $found = run(cmd => [ 'sh', 'tests/tools/get-ptxas', '--no-fetch' ]);
if ($found->{status} eq 'exit 0') {
	chomp($ptxas = $found->{out});
	$ENV{PTXAS} = $ptxas;
}
my $first = $ENV{SEED} // 1;
my $count = $ENV{SOAK} ? ($ENV{SOAK} > 1 ? $ENV{SOAK} : 500) : 6;
my $record = $ENV{RECORD};
my %done = $record ? read_record($record) : ();
print '# ', scalar(keys %done), " seeds were done before\n" if %done;
tap(map { my $seed = $_; sub { $record ? recorded($record, $seed, test($seed)) : test($seed) } }
	grep { !$done{$_} } $first .. $first + $count - 1);
