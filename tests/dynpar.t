#!/usr/bin/perl
# The scheme dynpar, which is not for sm_90: run tests under it on simulated K40 and V100, with the
# results of the host; what it refuses; what ptxas makes of it, where there is one.
# Every fourth run test; SOAK=1 takes all.  ONLY=name runs one.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('dynpar');

sub words { map { split ' ' } @{ $_[0] // [] } }

sub expected {
	my ($file, $d, $exe) = @_;
	(my $out = $file) =~ s/\.c$/.out/;
	return slurp($out) if -e $out;
	my $r = run(cmd => [ host_cc(), '-std=gnu11', '-w', '-O1', host_flags(), words($d->{args}), $file,
		'-o', $exe, '-lm' ]);
	$r = run(cmd => [ $exe, words($d->{'run-args'}) ]) if $r->{status} eq 'exit 0';
	return $r->{status} eq 'exit 0' ? $r->{out} : undef;
}

sub test {
	my ($file) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	my ($d, $exe) = (directives($file), "$dir/$name");
	my $want = expected($file, $d, $exe) // return fail_with($name, 'fails on the host');
	my @results;
	for my $arch ('sm_35', 'sm_35,sm_70') {
		my $r = run(cmd => [ minicc(), '-scheme=dynpar', "-arch=$arch", '-ffp-contract=off',
			words($d->{args}), words($d->{'minicc-args'}), $file, '-o', $exe, '-lm' ]);
		return fail_with("$name $arch compiles", $r->{err}) if $r->{status} ne 'exit 0';
		for my $device ($arch eq 'sm_35' ? qw(k40 v100) : 'v100') {
			$r = run(cmd => [ $exe, words($d->{'run-args'}) ],
				env => { DEVRT_DEVICE => "sim:$device", OMP_TARGET_OFFLOAD => 'MANDATORY' });
			my $good = $r->{status} eq 'exit 0' && $r->{out} eq $want;
			push @results, $good ? ok("$name $arch on $device")
				: fail_with("$name $arch on $device", "$r->{status}\n$r->{err}$r->{out}");
		}
	}
	unlink $exe;
	return @results;
}

sub refuses {
	my $r = run(cmd => [ minicc(), '-S', '-scheme=dynpar', '-arch=sm_90', 'tests/run/arrays.c', '-o',
		"$dir/refused.ptx" ]);
	return fail_with('sm_90 is refused', $r->{err}) if $r->{status} ne 'exit 1'
		|| $r->{err} !~ /arrays\.c:\d+:\d+: error: .*sm_90 cannot wait for the grid.*MC205/;
	return ok('sm_90 is refused');
}

my @files = grep { my $d = directives($_); !$d->{exit} && !$d->{stderr} && !$d->{schemes} && !$d->{devices} }
	sort glob 'tests/run/*.c';
@files = @files[ grep { $_ % 4 == 0 } 0 .. $#files ] unless $ENV{SOAK} || $ENV{ONLY};
@files = grep { $_ eq "tests/run/$ENV{ONLY}.c" } @files if $ENV{ONLY};
tap(\&refuses, map { my $file = $_; sub { test($file) } } @files);
