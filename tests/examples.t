#!/usr/bin/perl
# Every example x scheme x image x device that can load the image gives the host's result.
#
# The examples compare themselves, bit for bit; this script sees to it that they ran on the device
# and fell back nowhere.  A scheme may refuse an example: that is shown as a skip with its reason.
# The executable carries all images, and DEVRT_ARCH says which; DEVICES="cuda:0" tries a real GPU with the
# best.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('examples');
my %size = (stream => [50000], stencil5 => [ 60, 70 ], dot => [50000], histogram => [20000],
	fig10 => [ 20000, 512 ], matvec => [ 60, 200 ]);

sub example {
	my ($name, $scheme) = @_;
	my $exe = "$dir/$name.$scheme";
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", '-arch=sm_35,sm_70,sm_90', '-ffp-contract=off',
		"examples/$name.c", '-o', $exe ]);
	my $reason = refusal($r);
	return skip("$name $scheme", $reason) if defined $reason;
	return fail_with("$name $scheme compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	for my $device (devices()) {
		for my $arch ($ENV{DEVICES} ? 'sm_90' : images($device, $scheme)) {
			my $got = run(cmd => [ $exe, @{ $size{$name} // [] } ],
				env => { DEVRT_DEVICE => $device, DEVRT_ARCH => $arch, OMP_TARGET_OFFLOAD => 'MANDATORY' });
			my $good = $got->{status} eq 'exit 0' && $got->{err} eq '' && $got->{out} =~ /: ok \(device,/;
			push @results, $good ? ok("$name $scheme $arch on $device")
				: fail_with("$name $scheme $arch on $device", "$got->{status}\n$got->{err}$got->{out}");
		}
	}
	unlink $exe;
	return @results;
}

my @jobs;
for my $name (map { m{([^/]+)\.c$} } sort glob 'examples/*.c') {
	push @jobs, map { my $scheme = $_; sub { example($name, $scheme) } } schemes();
}
tap(@jobs);
