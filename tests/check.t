#!/usr/bin/perl
# Check tests: tests/check/*.c, programs with mistakes that DEVRT_CHECK must find.
#
# Each runs on a simulated K40 (sm_35) and V100 (sm_70) under several schemes.  Directives, as comment
# lines at the top:
#   // check: LIST            DEVRT_CHECK (all)          // devices: k40 v100     only these
#   // schemes: NAMES         only these                 // expect: TEXT          stderr must have it
#   // expect DEVICE: TEXT    on that device only        // silent: DEVICES       nothing to say there
#   // exit DEVICE: N         the status (1 where something is expected, 0 where silent)
# That correct programs are silent is the business of tests/run.t with DEVRT_CHECK=all in the
# environment.  ONLY=name runs one test.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('check');
my @schemes = $ENV{SCHEMES} ? split ' ', $ENV{SCHEMES} : qw(spmd jumptable generic ifmaster);
my @devices = grep { /^sim:(k40|v100)$/ } devices();

# Directives of this kind of test: key => [values], where a key may name a device.
sub stated {
	my ($file) = @_;
	my %d;
	for my $line (split /\n/, slurp($file)) {
		last if $line =~ /^#include/;
		push @{ $d{$1} }, $2 if $line =~ m{^// (\w+(?: \w+)?): (.*?)\s*$};
	}
	return \%d;
}

sub words { map { split ' ' } @{ $_[0] // [] } }

sub problem {
	my ($r, $d, $device) = @_;
	my $silent = grep { $_ eq $device } words($d->{silent});
	my $status = 'exit ' . ($d->{"exit $device"}[0] // ($silent ? 0 : 1));
	return "$r->{status}, not $status" if $r->{status} ne $status;
	return 'it is not silent' if $silent && $r->{err} ne '';
	return undef if $silent;
	for my $text (@{ $d->{expect} // [] }, @{ $d->{"expect $device"} // [] }) {
		return "stderr lacks: $text" if index($r->{err}, $text) < 0;
	}
	return undef;
}

sub test {
	my ($file, $name, $scheme) = @_;
	my $d = stated($file);
	my $exe = "$dir/$name.$scheme";
	my %on = map { $_ => 1 } words($d->{devices});
	my %only = map { $_ => 1 } words($d->{schemes});
	return () if %only && !$only{$scheme};
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-arch=sm_35,sm_70', $file, '-o', $exe ]);
	return fail_with("$name $scheme compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	for my $device (map { s/^sim://r } @devices) {
		next if %on && !$on{$device};
		my $got = run(cmd => [$exe], env => { DEVRT_DEVICE => "sim:$device",
			DEVRT_CHECK => $d->{check}[0] // 'all', OMP_TARGET_OFFLOAD => 'MANDATORY' });
		my $why = problem($got, $d, $device);
		my $what = "$name $scheme on $device";
		push @results, defined $why ? fail_with($what, "$why\n$got->{status}\n$got->{err}") : ok($what);
	}
	unlink $exe;
	return @results;
}

my @jobs;
for my $file (sort glob 'tests/check/*.c') {
	my ($name) = $file =~ m{([^/]+)\.c$};
	next if $ENV{ONLY} && $ENV{ONLY} ne $name;
	for my $scheme (@schemes) {
		push @jobs, sub { test($file, $name, $scheme) };
	}
}
tap(@jobs);
