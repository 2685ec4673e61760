#!/usr/bin/perl
# Every example x scheme x image x device that can load the image gives the host's result.
#
# The examples compare themselves, bit for bit; this script sees to it that they ran on the device
# and fell back nowhere.  A scheme may refuse an example: that is shown as a skip with its reason.
# DEVICES="cuda:0" tries a real GPU with one executable that carries all images.
use strict;
use warnings;
use lib 'tests/tools';
use TestKit;

my $dir = scratch('examples');
my %size = (stream => [50000], stencil5 => [ 60, 70 ], dot => [50000], histogram => [20000],
	fig10 => [ 20000, 512 ], matvec => [ 60, 200 ]);

sub example {
	my ($name, $scheme, $arch, @devices) = @_;
	my $exe = "$dir/$name.$scheme." . ($arch =~ tr/,/-/r);
	my $title = "$name $scheme $arch";
	my $r = run(cmd => [ minicc(), "-scheme=$scheme", "-arch=$arch", '-ffp-contract=off',
		"examples/$name.c", '-o', $exe ]);
	my $reason = refusal($r);
	return skip($title, $reason) if defined $reason;
	return fail_with("$title compiles", "$r->{status}\n$r->{err}") if $r->{status} ne 'exit 0';
	my @results;
	for my $device (@devices) {
		my $got = run(cmd => [ $exe, @{ $size{$name} // [] } ],
			env => { DEVRT_DEVICE => $device, OMP_TARGET_OFFLOAD => 'MANDATORY' });
		my $good = $got->{status} eq 'exit 0' && $got->{err} eq '' && $got->{out} =~ /: ok \(device,/;
		push @results, $good ? ok("$title on $device")
			: fail_with("$title on $device", "$got->{status}\n$got->{err}$got->{out}");
	}
	unlink $exe;
	return @results;
}

my @jobs;
for my $name (map { m{([^/]+)\.c$} } sort glob 'examples/*.c') {
	for my $scheme (schemes()) {
		for my $arch ($ENV{DEVICES} ? 'sm_35,sm_70,sm_90' : qw(sm_35 sm_70 sm_90)) {
			my @can = $ENV{DEVICES} ? devices() : grep { grep { $_ eq $arch } images($_, $scheme) } devices();
			push @jobs, sub { example($name, $scheme, $arch, @can) };
		}
	}
}
tap(@jobs);
