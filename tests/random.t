#!/usr/bin/perl
# Programs of tests/tools/ompgen, which check themselves, under every scheme and on two devices.
#
# `make check` takes the seeds 1 to 3; SEEDS="FROM TO" others; `make soak-random` (tests/tools/soak)
# is for many of them.  A program that fails stays in build/tests/random, where its seed stands in its
# first line.  A scheme may refuse a program; what it accepts must be right.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('random');
my ($from, $to) = split ' ', $ENV{SEEDS} // '1 3';
my @devices = $ENV{DEVICES} ? devices() : qw(sim:k40 sim:v100);
my @schemes = schemes();

# What is wrong with the program under a scheme: undef, or a text.  Counts what was accepted.
sub try {
	my ($file, $scheme, $accepted) = @_;
	(my $exe = $file) =~ s/\.c$/.$scheme/;
	my $r = run(cmd => [ minicc(), '-w', '-O1', "-scheme=$scheme", $file, '-o', $exe ]);
	return undef if defined refusal($r);
	return "$scheme: $r->{status}\n$r->{err}" if $r->{status} ne 'exit 0';
	$$accepted++;
	for my $device (@devices) {
		$r = run(cmd => [$exe], env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY' });
		return "$scheme on $device: $r->{status}\n$r->{out}$r->{err}" if $r->{status} ne 'exit 0';
	}
	unlink $exe;
	return undef;
}

sub test {
	my ($seed) = @_;
	my $file = "$dir/$seed.c";
	my $r = run(cmd => [ $^X, 'tests/tools/ompgen', $seed ]);
	return fail_with("seed $seed", $r->{err}) if $r->{status} ne 'exit 0';
	spew($file, $r->{out});
	my $accepted = 0;
	my @wrong = grep { defined } map { try($file, $_, \$accepted) } @schemes;
	return fail_with("seed $seed", join "\n", @wrong) if @wrong;
	unlink $file;
	return ok("seed $seed, $accepted schemes");
}

tap(map { my $seed = $_; sub { test($seed) } } $from .. $to);
