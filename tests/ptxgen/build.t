#!/usr/bin/perl
# Golden IR: tests/ptxgen/build/*.c, and beside each what the builder makes of its device code
# (-d B), before any scheme.  A golden shows one decision of the builder; whether the code is right
# is a run test's question.  BLESS=name rewrites one (BLESS=all: all), ONLY=name runs one.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('ptxgen_build');
my $bless = $ENV{BLESS} // '';
my @jobs;

for my $file (sort glob 'tests/ptxgen/build/*.c') {
	my ($name) = $file =~ m{([^/]+)\.c$};
	next if $ENV{ONLY} && $ENV{ONLY} ne $name;
	push @jobs, sub {
		my $r = run(cmd => [ minicc(), '-S', '-O0', '-dB', '-o', "$dir/$name.ptx", $file ]);
		return fail_with($name, "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
		(my $golden = $file) =~ s/\.c$/.ir/;
		spew($golden, $r->{err}) if $bless eq $name || $bless eq 'all';
		return ok($name) if $r->{err} eq (slurp($golden) // '');
		spew("$dir/$name.ir", $r->{err});
		return fail_with($name, scalar `diff -u $golden $dir/$name.ir`);
	};
}
tap(@jobs);
