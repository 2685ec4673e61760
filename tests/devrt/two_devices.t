#!/usr/bin/perl
# Programs of tests/run/ that share their work among all devices there are, with two of them: several
# times each, because their target tasks run in any order.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('two_devices');

sub test {
	my ($name, $scheme) = @_;
	my $want = slurp(run_program($name) =~ s/c$/out/r);
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", run_program($name), '-o', "$dir/$name.$scheme" ]);
	return fail_with("$name $scheme compiles", $r->{err}) if $r->{status} ne 'exit 0';
	for (1 .. 5) {
		$r = run(cmd => [ "$dir/$name.$scheme" ], timeout => 60, env => {
			DEVRT_DEVICE => 'sim:k40,sim:v100', OMP_TARGET_OFFLOAD => 'MANDATORY' });
		return fail_with("$name $scheme", "$r->{status}\n$r->{err}$r->{out}")
			if $r->{status} ne 'exit 0' || $r->{out} ne $want;
	}
	return ok("$name $scheme");
}

tap(map { my $scheme = $_; sub { test('nowait_parts', $scheme) } } schemes());
