#!/usr/bin/perl
# Every optimisation keeps results: run tests (tests/run/*/*.c) with each one off, all off, and no pass at
# all (-O0).  All on is what run.t does.
#
# Here every sixth program is run in one of these ways under the scheme that suits it, on one device;
# SOAK=1 runs each in every way under every scheme on a K40 and a V100.  ONLY=name runs one program.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('switches');
my @names = map { /^(\S+)/ } split /\n/, run(cmd => [ minicc(), '-fno-device-list' ])->{out};
my %off = map { $_ => ["-fno-device-$_"] } @names;
$off{'all off'} = [ map { "-fno-device-$_" } @names ];
$off{'-O0'} = ['-O0'];
my @ways = sort keys %off;
die "switches.t: minicc -fno-device-list names nothing\n" unless @names;

sub with {
	my ($file, $d, $want, $way, $scheme, @devices) = @_;
	my ($name) = $file =~ m{([^/]+)\.c$};
	my ($title, $exe) = ("$name $scheme, " . ($off{$way}[0] eq "-fno-device-$way" ? "without $way" : $way), "$dir/$name.$scheme");
	my @scheme = $scheme eq 'auto' ? () : "-scheme=$scheme";
	my $r = run(cmd => [ minicc(), @scheme, '-arch=sm_35,sm_70', '-ffp-contract=off', words($d->{args}),
		words($d->{'minicc-args'}), @{ $off{$way} }, $file, '-o', $exe, '-lm' ]);
	return skip($title, 'refused') if defined refusal($r);
	return fail_with("$title compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	for my $device (@devices) {
		my $got = run(cmd => [ $exe, words($d->{'run-args'}) ],
			env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY' });
		my $same = $got->{status} eq 'exit 0' && $got->{out} eq $want->{out};
		push @results, $same ? ok("$title on $device")
			: fail_with("$title on $device", "$got->{status}\n$got->{err}expected:\n$want->{out}got:\n$got->{out}");
	}
	unlink $exe;
	return @results;
}

# Programs that only some devices run, or that end in an error, are run.t's.
sub test {
	my ($file, $number) = @_;
	my $d = directives($file);
	return () if grep { $d->{$_} } qw(exit stderr devices refuse);
	my $want = expected($file, $d, $dir);
	return fail_with($file, $want) unless ref $want;
	return with($file, $d, $want, $ways[$number / 6 % @ways], 'auto', 'sim:v100') if !$ENV{SOAK};
	my %only = map { $_ => 1 } grep { $_ ne 'all' } words($d->{schemes});
	my @results;
	for my $scheme ('auto', grep { !%only || $only{$_} } schemes()) {
		push @results, with($file, $d, $want, $_, $scheme, 'sim:k40', 'sim:v100') for @ways;
	}
	return @results;
}

my (@jobs, $number);
for my $file (run_programs()) {
	my $n = $number++;
	next if !$ENV{ONLY} && !$ENV{SOAK} && $n % 6;
	push @jobs, sub { test($file, $n) };
}
tap(@jobs);
